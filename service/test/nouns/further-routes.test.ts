/** Endpoints of a declared noun besides its five operations: lists, look-ups and actions. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { conflict, notFound } from '../../src/http/problem.ts';
import { createNounRoutes } from '../../src/nouns/create-routes.ts';
import type { Noun, PreparedWrite } from '../../src/nouns/declaration.ts';
import type { NounBody } from '../../src/nouns/noun-record.ts';
import { crate, createCrateService, label } from './support.ts';

const item = '/crates/{crate_id}/actions';
const crateWithMore: Noun = {
  ...crate,
  lists: [
    {
      endpoint: 'GET /organizations/{organization_name}/steel-crates',
      doc: 'Lists crates of steel.',
      select: async ({ params }) => ({ scope: params['organization_name']!, body: [{ path: 'kind', is: 'steel' }], order: { by: 'name' } }),
    },
  ],
  lookups: [
    {
      endpoint: 'GET /organizations/{organization_name}/crates-by-name/{name}',
      find: async ({ tx, params }) => {
        const found = await tx.getByKey<NounBody>('crates', params['organization_name']!, params['name']!);
        if (!found) throw notFound(`the crate "${params['name']}"`);
        return found;
      },
    },
  ],
  actions: [
    {
      endpoint: `POST ${item}/seal`,
      doc: 'Seals the crate.',
      access: 'write',
      prepare: async (_ctx, { id, body }) => `${id} ${String(body['name'])}`,
      perform: async ({ tx, prepared }, record) => {
        if ((prepared as PreparedWrite).result !== `${record.id} ${record.name}`) throw conflict('it was prepared for another crate');
        return tx.update(record, { body: { ...record.body, sealed: true } });
      },
    },
    {
      endpoint: `GET ${item}/weigh`,
      access: 'read',
      handle: async (_ctx, { id }) => ({ status: 200, body: { data: { id, type: 'weights' } } }),
      options: { description: { summary: 'Weighs the crate.', responses: { 200: { type: 'object' } } } },
    },
  ],
};
const test = suite('further endpoints of a declared noun');

const createWorld = async () => {
  const { request } = await createCrateService([crateWithMore, label]);
  const create = async (name: string, kind: string): Promise<string> => {
    const attributes = { name, kind, ...(kind === 'steel' ? { 'lid-code': 'secret-4711' } : {}) };
    return (await request('POST /organizations/acme/crates', { attributes })).body.data.id;
  };
  return { request, ids: { tin: await create('tin', 'steel'), tea: await create('tea', 'wood'), nails: await create('nails', 'steel') } };
};
const names = ({ body }: { body: any }) => body.data.map(({ attributes }: any) => attributes.name);

test('their routes follow those of the noun, with descriptions of its documents', () => {
  const further = createNounRoutes(crateWithMore).slice(-4);
  assert.equal(
    further.map(({ endpoint, description }) => [endpoint, description!.summary]),
    [
      [`POST ${item}/seal`, 'Seals the crate.'],
      [`GET ${item}/weigh`, 'Weighs the crate.'],
      ['GET /organizations/{organization_name}/steel-crates', 'Lists crates of steel.'],
      ['GET /organizations/{organization_name}/crates-by-name/{name}', 'A crate of goods.'],
    ],
  );
  assert.equal(Object.keys(further[2]!.description!.query!).sort(), ['include', 'page[number]', 'page[size]', 'sort']);
});
test('a list has the records that are selected, in its own order or in that of the request, in pages', async () => {
  const { request } = await createWorld();
  assert.equal(names(await request('GET /organizations/acme/steel-crates')), ['nails', 'tin']);
  assert.equal(names(await request('GET /organizations/acme/steel-crates?sort=-name')), ['tin', 'nails']);
  const page = await request('GET /organizations/acme/steel-crates?page[size]=1');
  assert.equal([names(page), page.body.meta.pagination['total-count']], [['nails'], 2]);
  assert.is((await request('GET /organizations/acme/steel-crates?sort=kind')).status, 400);
});
test('a look-up responds with the document, or is 404', async () => {
  const { request, ids } = await createWorld();
  assert.is((await request('GET /organizations/acme/crates-by-name/tea')).body.data.id, ids.tea);
  assert.is((await request('GET /organizations/acme/crates-by-name/salt')).status, 404);
});
test('an action responds with the changed document; its preparation had the same record', async () => {
  const { request, ids } = await createWorld();
  const sealed = await request(`POST /crates/${ids.tea}/actions/seal`);
  assert.equal([sealed.status, sealed.body.data.id, sealed.body.data.attributes.sealed], [200, ids.tea, true]);
  assert.is((await request(`GET /crates/${ids.tea}`)).body.data.attributes.sealed, true);
  assert.equal((await request(`GET /crates/${ids.tea}/actions/weigh`)).body, { data: { id: ids.tea, type: 'weights' } });
});
test('an action needs the right that it names; a foreign record is one that does not exist', async () => {
  const { request, ids } = await createWorld();
  const statuses = async (row: string) => [
    (await request(row, undefined, 'owner')).status,
    (await request(row, undefined, 'member')).status,
    (await request(row, undefined, 'stranger')).status,
  ];
  assert.equal(await statuses(`GET /crates/${ids.tin}/actions/weigh`), [200, 200, 404]);
  assert.equal(await statuses(`POST /crates/${ids.tin}/actions/seal`), [200, 404, 404]);
});

test.run();
