import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNounRoutes } from '../../src/nouns/create-routes.ts';
import { deleteChildren } from '../../src/nouns/delete-record.ts';
import type { Transaction } from '../../src/store/store.ts';
import { newStore } from '../stores.ts';
import { crate, createCrateService, label, type RequestCrates } from './support.ts';

const test = suite('a declared noun');

const errors = ({ status, body }: { status: number; body: any }) => [
  status,
  ...body.errors.map(({ detail, source }: any) => [source?.pointer ?? source?.parameter ?? '', detail]),
];
const create = async (request: RequestCrates, name: string, more: object = {}, relationships: object = {}): Promise<string> => {
  const { status, body } = await request('POST /organizations/acme/crates', { attributes: { name, ...more }, relationships });
  assert.is(status, 201, JSON.stringify(body));
  return body.data.id;
};
const names = ({ body }: { body: any }) => body.data.map(({ attributes }: any) => attributes.name);
const link = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'crates', id })) });

test('its routes stand below its parents, at its own path and at its relationships', () => {
  assert.equal(
    [crate, label].flatMap(createNounRoutes).map(({ endpoint }) => endpoint),
    [
      'GET /organizations/{organization_name}/crates',
      'POST /organizations/{organization_name}/crates',
      'GET /crates/{crate_id}',
      'PATCH /crates/{crate_id}',
      'DELETE /crates/{crate_id}',
      'POST /crates/{crate_id}/relationships/neighbours',
      'PATCH /crates/{crate_id}/relationships/neighbours',
      'DELETE /crates/{crate_id}/relationships/neighbours',
      'GET /crates/{crate_id}/labels',
      'POST /crates/{crate_id}/labels',
      'GET /crates/{crate_id}/labels/{label_id}',
      'PATCH /crates/{crate_id}/labels/{label_id}',
      'DELETE /crates/{crate_id}/labels/{label_id}',
    ],
  );
});
test('a document has every attribute but secrets, and every relationship with data', async () => {
  const { request } = await createCrateService();
  const id = await create(request, 'tea', { 'lid-code': 'secret-4711' });
  assert.equal((await request(`GET /crates/${id}`)).body, {
    data: {
      id,
      type: 'crates',
      attributes: {
        name: 'tea',
        kind: 'wood',
        sealed: false,
        'stacking-hints': [],
        'label-count': 0,
        'created-at': '2026-05-01T12:00:00.000Z',
      },
      relationships: {
        organization: { data: { id: 'acme', type: 'organizations' } },
        'below-crate': { data: null },
        neighbours: { data: [] },
        'beside-crates': { data: [] },
        labels: { data: [] },
      },
      links: { self: `/api/v2/crates/${id}`, photo: `/photos/${id}` },
    },
  });
});
test('what is written is read back, and what an update does not send stays', async () => {
  const { request } = await createCrateService();
  const [tea, silk] = [await create(request, 'tea'), await create(request, 'silk')];
  const changed = await request(`PATCH /crates/${tea}`, {
    attributes: { sealed: true, 'stacking-hints': ['up'] },
    relationships: { 'below-crate': { data: { type: 'crates', id: silk } }, neighbours: link(silk) },
  });
  const { attributes, relationships } = changed.body.data;
  assert.equal([attributes.name, attributes.sealed, attributes['stacking-hints']], ['tea', true, ['up']]);
  assert.equal([relationships['below-crate'].data.id, relationships.neighbours.data], [silk, [{ id: silk, type: 'crates' }]]);
  const renamed = await request(`PATCH /crates/${tea}`, { attributes: { name: 'black tea', sealed: null } });
  assert.equal([renamed.body.data.attributes.sealed, renamed.body.data.relationships.neighbours.data.length], [false, 1]);
});
test('a relationship is reported at both ends, and its noun has a say in it', async () => {
  const { request } = await createCrateService();
  const [tea, silk] = [await create(request, 'tea'), await create(request, 'lone')];
  assert.is((await request(`POST /crates/${tea}/relationships/neighbours`, link(silk).data as object)).status, 204);
  const { relationships } = (await request(`GET /crates/${silk}?include=beside_crates`)).body.data;
  assert.equal([relationships.neighbours.data, relationships['beside-crates'].data], [[], [{ id: tea, type: 'crates' }]]);
  const refused = [422, ['', 'a lone crate stands alone']];
  assert.equal(errors(await request(`POST /crates/${silk}/relationships/neighbours`, link(tea).data as object)), refused);
  assert.equal(errors(await request(`PATCH /crates/${silk}`, { relationships: { neighbours: link(tea) } })), refused);
});
test('every violation of a request is reported with its pointer', async () => {
  const { request } = await createCrateService();
  assert.equal(errors(await request('POST /organizations/acme/crates', { attributes: { sealed: 'yes', kind: 'glass' } })), [
    422,
    ['/data/attributes/name', 'Required: a string of 1 to 20 characters.'],
    ['/data/attributes/kind', 'Expected one of "wood", "steel"; given "glass".'],
    ['/data/attributes/sealed', 'Expected true or false; given "yes".'],
  ]);
  assert.equal(errors(await request('POST /organizations/acme/crates', { attributes: { name: 'a', kind: 'steel' } })), [
    422,
    ['/data/attributes/lid-code', '`lid-code` is required when `kind` is "steel".'],
  ]);
  const id = await create(request, 'tea');
  assert.equal(errors(await request(`PATCH /crates/${id}`, { attributes: { kind: 'steel', 'lid-code': 'x' } })), [
    422,
    ['/data/attributes/kind', 'cannot be changed after the create'],
  ]);
  assert.equal(
    errors(await request(`PATCH /crates/${id}`, { attributes: { 'label-count': 7 }, relationships: { owner: { data: null } } })),
    [
      422,
      ['/data/attributes/label-count', '"label-count" is not a member that this operation knows'],
      ['/data/relationships/owner', '"owner" is not a member that this operation knows'],
    ],
  );
});
test('a name that is unique in the parent is taken once', async () => {
  const { request } = await createCrateService();
  await create(request, 'tea');
  assert.is((await request('POST /organizations/acme/crates', { attributes: { name: 'tea' } })).status, 422);
});
test('lists are searched, filtered, sorted and paged, and refuse other parameters', async () => {
  const { request } = await createCrateService();
  const silk = await create(request, 'silk', { sealed: true });
  await create(request, 'green tea', { kind: 'steel', 'lid-code': 'x' }, { neighbours: link(silk) });
  await create(request, 'black tea');
  const list = (query: string) => request(`GET /organizations/acme/crates?${query}`);
  assert.equal(names(await list('q=TEA&sort=name')), ['black tea', 'green tea']);
  assert.equal(names(await list('sort=-name&page[size]=1')), ['silk']);
  assert.equal(names(await list('filter[kind]=steel')), ['green tea']);
  assert.equal(names(await list('filter[sealed]=true')), ['silk']);
  assert.equal(names(await list('filter[neighbours][name]=silk')), ['green tea']);
  assert.equal(names(await list('filter[neighbours][name]=nothing')), []);
  assert.equal(errors(await list('sort=weight'))[0], 400);
  assert.equal(errors(await list('colour=red')), [
    400,
    [
      'colour',
      '"colour" is not a query parameter of this operation; expected page[number], page[size], include, sort, q, filter[kind], ' +
        'filter[sealed], filter[neighbours][name]',
    ],
  ]);
});
test('a page takes the same number of look-ups, however many records it has', async () => {
  const { request, statements } = await createCrateService();
  const count = async () => {
    const before = statements();
    await request('GET /organizations/acme/crates?include=labels,neighbours');
    return statements() - before;
  };
  const first = await create(request, 'crate 0');
  await request(`POST /crates/${first}/labels`, { attributes: { text: 'fragile' } });
  await request(`POST /crates/${first}/relationships/neighbours`, [{ type: 'crates', id: first }] as object);
  const one = await count();
  for (let index = 1; index < 10; index++) {
    const id = await create(request, `crate ${index}`, {}, { neighbours: link(first) });
    await request(`POST /crates/${id}/labels`, { attributes: { text: 'fragile' } });
  }
  assert.is(await count(), one);
});
test('include brings what the relationships link to', async () => {
  const { request } = await createCrateService();
  const id = await create(request, 'tea');
  const made = await request(`POST /crates/${id}/labels`, { attributes: { text: 'fragile' } });
  const { included, data } = (await request(`GET /crates/${id}?include=labels`)).body;
  assert.equal(data.attributes['label-count'], 1);
  assert.equal(
    included.map((one: any) => [one.type, one.id, one.attributes]),
    [['crate-labels', made.body.data.id, { text: 'fragile', 'seal-code': '', 'seen-as': 'fragile' }]],
  );
});
test('relationships are added to, replaced and removed from, and each may be repeated', async () => {
  const { request } = await createCrateService();
  const [tea, silk, salt] = [await create(request, 'tea'), await create(request, 'silk'), await create(request, 'salt')];
  const path = `/crates/${tea}/relationships/neighbours`;
  const change = async (method: string, ...ids: readonly string[]) => {
    const { status } = await request(`${method} ${path}`, link(...ids).data as object);
    const { body } = await request(`GET /crates/${tea}`);
    return [status, body.data.relationships.neighbours.data.map(({ id }: any) => id)];
  };
  assert.equal(await change('POST', silk), [204, [silk]]);
  assert.equal(await change('POST', silk, salt), [204, [silk, salt]]);
  assert.equal(await change('PATCH', salt), [204, [salt]]);
  assert.equal(await change('DELETE', salt, 'crate-gone'), [204, []]);
  assert.equal(errors(await request(`POST ${path}`, link('crate-gone').data as object)), [
    422,
    ['/data/0/id', 'crates "crate-gone" was not found in this organization, or this token cannot read it'],
  ]);
});
test('children are found below their parent only', async () => {
  const { request } = await createCrateService();
  const [tea, silk] = [await create(request, 'tea'), await create(request, 'silk')];
  const { id } = (await request(`POST /crates/${tea}/labels`, { attributes: { text: 'fragile' } })).body.data;
  assert.is((await request(`GET /crates/${tea}/labels/${id}`)).status, 200);
  assert.is((await request(`GET /crates/${silk}/labels/${id}`)).status, 404);
});
test('a deleted record takes all that is below it with it', async () => {
  const store = await newStore();
  const insert = (tx: Transaction, kind: string, id: string, scope: string) => tx.insert({ id, kind, scope, key: id, name: id, body: {} });
  await store.write(async (tx) => {
    await insert(tx, 'oauth-clients', 'oc-1', 'acme');
    await insert(tx, 'oauth-tokens', 'ot-1', 'oc-1');
    await insert(tx, 'oauth-tokens', 'ot-2', 'oc-2');
    await deleteChildren(tx, 'organizations', 'acme');
  });
  const left = await store.read((view) => view.list({ kind: 'oauth-tokens' }));
  assert.equal([left.records.map(({ id }) => id), await store.read((view) => view.count({ kind: 'oauth-clients' }))], [['ot-2'], 0]);
});
test('who may not read or write gets the answer of a record that does not exist', async () => {
  const { request } = await createCrateService();
  const id = await create(request, 'tea');
  await request(`POST /crates/${id}/labels`, { attributes: { text: 'fragile' } });
  const missing = (what: string) => [404, ['', `${what} was not found, or this token has no access to it`]];
  assert.is((await request(`GET /crates/${id}`, undefined, 'member')).status, 200);
  assert.equal(errors(await request(`PATCH /crates/${id}`, { attributes: { name: 'x' } }, 'member')), missing(`the crate ${id}`));
  assert.equal(errors(await request(`GET /crates/${id}`, undefined, 'stranger')), missing(`the crate ${id}`));
  assert.equal(errors(await request('GET /crates/crate-gone', undefined, 'stranger')), missing('the crate crate-gone'));
  assert.equal(errors(await request(`GET /crates/${id}/labels`, undefined, 'stranger')), missing(`the crate ${id}`));
  assert.equal(errors(await request('GET /organizations/acme/crates', undefined, 'stranger')), missing('the organization "acme"'));
});

test.run();
