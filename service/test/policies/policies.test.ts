import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from '../workspaces/support.ts';

const test = suite<{ service: WorkspaceTestService }>('policies');
test.before.each(async (context) => {
  context.service = await createWorkspaceTestService({ profile: 'hosted' });
});
test.after.each(({ service }) => service.close());

const document = (attributes: object) => ({ data: { type: 'policies', attributes } });
const errors = ({ status, body }: { status: number; body: any }) => [
  status,
  ...body.errors.map(({ detail, source }: any) => [source?.pointer ?? source?.parameter ?? '', detail]),
];
const collection = '/organizations/acme/policies';

test('a policy is created with all its members, and deleted', async ({ service: { request } }) => {
  const enforce = [{ path: 'no-leaks.sentinel', mode: 'soft-mandatory' }];
  const created = await request(`POST ${collection}`, document({ name: 'no-leaks', kind: 'sentinel', enforce }));
  const { id } = created.body.data;
  assert.match(id, /^pol-[A-Za-z0-9]{16}$/);
  assert.is(created.status, 201);
  assert.equal((await request(`GET /policies/${id}`)).body, {
    data: {
      id,
      type: 'policies',
      attributes: {
        name: 'no-leaks',
        description: null,
        kind: 'sentinel',
        query: null,
        'enforcement-level': 'soft-mandatory',
        enforce,
        'policy-set-count': 0,
        source: '',
        'created-at': '2026-05-01T12:00:00.000Z',
        'updated-at': '2026-05-01T12:00:00.000Z',
      },
      relationships: { organization: { data: { id: 'acme', type: 'organizations' } }, 'policy-sets': { data: [] } },
      links: { self: `/api/v2/policies/${id}`, upload: `/api/v2/policies/${id}/upload`, download: `/api/v2/policies/${id}/download` },
    },
  });
  assert.is((await request(`DELETE /policies/${id}`)).status, 204);
  assert.is((await request(`GET /policies/${id}`)).status, 404);
});
test('a level is returned in both forms, for either form in the request', async ({ service: { request } }) => {
  const rego = await request(`POST ${collection}`, document({ name: 'dry', kind: 'opa', query: 'data.hull.deny' }));
  const told = ({ body }: { body: any }) => [body.data.attributes['enforcement-level'], body.data.attributes.enforce];
  assert.equal(told(rego), ['advisory', [{ path: 'dry.rego', mode: 'advisory' }]]);
  const patch = (attributes: object) => request(`PATCH /policies/${rego.body.data.id}`, document(attributes));
  assert.equal(told(await patch({ 'enforcement-level': 'mandatory' })), ['mandatory', [{ path: 'dry.rego', mode: 'mandatory' }]]);
  const enforce = [{ path: 'hull/dry.rego', mode: 'advisory' }];
  assert.equal(told(await patch({ enforce })), ['advisory', enforce]);
  assert.equal(told(await patch({ description: 'keeps dry' })), ['advisory', enforce]);
  assert.equal(errors(await patch({ enforce: [{ path: 'dry.rego', mode: 'mandatory' }], 'enforcement-level': 'hard-mandatory' })), [
    422,
    ['/data/attributes/enforce', 'enforcement-level is hard-mandatory and enforce says mandatory; send one of them'],
  ]);
  assert.equal(errors(await patch({ 'enforcement-level': 'soft-mandatory' })), [
    422,
    ['/data/attributes/enforcement-level', 'policies of the kind opa have no level soft-mandatory; expected mandatory, advisory'],
  ]);
});
test('what a policy cannot be is refused', async ({ service: { request } }) => {
  assert.equal(errors(await request(`POST ${collection}`, document({ name: 'dry', kind: 'opa' }))), [
    422,
    ['/data/attributes/query', '`query` is required when `kind` is "opa".'],
  ]);
  assert.equal(errors(await request(`POST ${collection}`, document({ name: 'not dry', kind: 'cue' }))), [
    422,
    ['/data/attributes/name', 'Expected 1 to 255 letters, digits, -, _ and .; given "not dry".'],
    ['/data/attributes/kind', 'Expected one of "sentinel", "opa"; given "cue".'],
  ]);
  const { id } = (await request(`POST ${collection}`, document({ name: 'dry' }))).body.data;
  assert.equal(errors(await request(`PATCH /policies/${id}`, document({ name: 'wet' }))), [
    422,
    ['/data/attributes/name', 'cannot be changed after the create'],
  ]);
  assert.is((await request(`POST ${collection}`, document({ name: 'dry' }))).status, 422);
});
test('a list is searched by name, filtered by kind and sorted', async ({ service: { request } }) => {
  for (const name of ['keel', 'deck', 'keelson']) await request(`POST ${collection}`, document({ name }));
  await request(`POST ${collection}`, document({ name: 'hull', kind: 'opa', query: 'data.hull.deny' }));
  const names = async (query: string) => (await request(`GET ${collection}?${query}`)).body.data.map((one: any) => one.attributes.name);
  assert.equal(await names('search[name]=KEEL&sort=-name'), ['keelson', 'keel']);
  assert.equal(await names('filter[kind]=opa'), ['hull']);
});
test('the text of a policy is downloaded as it was uploaded', async ({ service: { request, clock } }) => {
  const { id } = (await request(`POST ${collection}`, document({ name: 'dry' }))).body.data;
  assert.equal(errors(await request(`GET /policies/${id}/download`)), [
    404,
    ['', `the text of the policy ${id} was not found, or this token has no access to it`],
  ]);
  clock.freeze(new Date('2026-05-02T12:00:00.000Z'));
  const upload = (text: string) => request(`PUT /policies/${id}/upload`, text, { headers: { 'content-type': 'application/octet-stream' } });
  assert.is((await upload('main = rule { true }')).status, 200);
  assert.is((await upload('main = rule { 1 is 1 } # ü\n')).body.data.attributes['updated-at'], '2026-05-02T12:00:00.000Z');
  assert.is((await request(`GET /policies/${id}/download`)).body, 'main = rule { 1 is 1 } # ü\n');
  const large = await upload('#'.repeat(1024 * 1024 + 1));
  assert.equal(errors(large), [413, ['', 'the body has 1048577 bytes; this endpoint takes at most 1048576']]);
});
test('members without the right find no policies', async ({ service }) => {
  const { id } = (await service.request(`POST ${collection}`, document({ name: 'dry' }))).body.data;
  const { token } = await service.member('mia');
  for (const row of [`GET /policies/${id}`, `DELETE /policies/${id}`, `GET /policies/${id}/download`, `GET ${collection}`])
    assert.is((await service.request(row, undefined, { token })).status, 404, row);
});

test.run();
