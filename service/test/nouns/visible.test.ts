import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bool, listOf, string } from '@slipway/declarations/declare';
import { hasOrganizationRight } from '../../src/access/permissions.ts';
import { flagParameter } from '../../src/http/operation-description.ts';
import { computed, noun, optional, required } from '../../src/nouns/declaration.ts';
import { underOrganization } from '../../src/nouns/parents/under-organization.ts';
import { toMany } from '../../src/nouns/relationships/relationship.ts';
import { createCrateService, type RequestCrates } from './support.ts';

const test = suite('what a noun shows of a list, and for a custom parameter');

const organization = underOrganization({ read: 'member', write: 'manage-workspaces' });
/** A box that is hidden is for who manages workspaces. Its contents are told to who asks for them. */
const box = noun('boxes', {
  doc: 'A box.',
  label: 'box',
  idPrefix: 'box',
  parents: [
    {
      ...organization,
      listVisible: async (ctx, scope) => {
        if (hasOrganizationRight(ctx, scope, 'manage-workspaces')) return undefined;
        const { records } = await ctx.tx.list({ kind: 'boxes', scope, body: [{ path: 'hidden', is: false }] });
        return records.map(({ id }) => id);
      },
    },
  ],
  attributes: {
    name: required(string, 'The name.', { unique: true, search: 'q', sort: true }),
    hidden: optional(bool, 'Whether it is hidden.', { default: false }),
    anywhere: optional(bool, 'Whether it stands beside every box.', { default: false }),
    contents: computed(listOf(string), 'What is in it.', {
      default: [],
      load: async (ctx, records) =>
        new Map(ctx.query.get('show_contents') === 'true' ? records.map(({ id, name }) => [id, [`goods of ${name}`]]) : []),
    }),
  },
  relationships: { beside: toMany('boxes', 'Boxes beside it.', { filter: 'filter[beside]', filterUnless: 'anywhere' }) },
  readQuery: { show_contents: flagParameter('`true`: tells what is in it.') },
});

const path = '/organizations/acme/boxes';
const create = async (request: RequestCrates, attributes: object, ...beside: readonly string[]): Promise<string> => {
  const data = beside.map((id) => ({ type: 'boxes', id }));
  const { status, body } = await request(`POST ${path}`, { type: 'boxes', attributes, relationships: { beside: { data } } });
  assert.is(status, 201, JSON.stringify(body));
  return body.data.id;
};
const createBoxes = async () => {
  const { request } = await createCrateService([box]);
  const a = await create(request, { name: 'a' });
  await create(request, { name: 'b', hidden: true }, a);
  await create(request, { name: 'c' }, a);
  await create(request, { name: 'd', hidden: true, anywhere: true });
  await create(request, { name: 'e', anywhere: true });
  /** Names of the page, and the number of all. */
  const list = async (query: string, token: string) => {
    const { body } = await request(`GET ${path}?${query}`, undefined, token);
    return [body.data.map(({ attributes }: any) => attributes.name), body.meta.pagination['total-count']];
  };
  return { request, list, a };
};

test('a list has what its caller may see; pages and their numbers count nothing else', async () => {
  const { list } = await createBoxes();
  assert.equal(await list('', 'owner'), [['a', 'b', 'c', 'd', 'e'], 5]);
  assert.equal(await list('', 'member'), [['a', 'c', 'e'], 3]);
  assert.equal(await list('page[size]=2&page[number]=2', 'member'), [['e'], 3]);
  assert.equal(await list('sort=-name&page[size]=2', 'member'), [['e', 'c'], 3]);
});
test('a search or a filter finds nothing more', async () => {
  const { list } = await createBoxes();
  assert.equal(await list('q=b', 'owner'), [['b'], 1]);
  assert.equal(await list('q=b', 'member'), [[], 0]);
  assert.equal(await list('filter[beside]=a', 'owner'), [['b', 'c', 'd', 'e'], 4]);
  assert.equal(await list('filter[beside]=a', 'member'), [['c', 'e'], 2]);
  assert.equal(await list('filter[beside]=nothing', 'member'), [[], 0]);
});
test('a parameter of the noun is for its lists and reads; writes refuse it', async () => {
  const { request, a } = await createBoxes();
  const contents = async (row: string) => {
    const { data } = (await request(row, undefined, 'member')).body;
    return [data].flat().map(({ attributes }: any) => attributes.contents);
  };
  assert.equal(await contents(`GET ${path}?show_contents=true&page[size]=2`), [['goods of a'], ['goods of c']]);
  assert.equal(await contents(`GET ${path}?page[size]=2`), [[], []]);
  assert.equal(await contents(`GET /boxes/${a}?show_contents=true`), [['goods of a']]);
  assert.equal(await contents(`GET /boxes/${a}?show_contents=false`), [[]]);
  for (const row of [`POST ${path}?show_contents=true`, `PATCH /boxes/${a}?show_contents=true`, `GET ${path}?show_colour=true`]) {
    const { status, body } = await request(row, row.startsWith('GET') ? undefined : { type: 'boxes', attributes: { name: 'z' } });
    assert.equal([status, body.errors[0].source], [400, { parameter: row.includes('colour') ? 'show_colour' : 'show_contents' }], row);
  }
});

test.run();
