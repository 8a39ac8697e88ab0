import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { document } from '../documents.ts';

const test = suite<WorkspaceTestService>('CIDR range lists');
test.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ settings: { trustedProxies: ['10.0.0.1'] } }));
});
test.after.each(({ close }) => close());

/** The status of a read of the organization by a client with this address. */
const statusFrom = async ({ service }: WorkspaceTestService, peer: string, headers: object = {}, token = 'owner-token') => {
  const all = new Map(Object.entries({ authorization: `Bearer ${token}`, ...headers }));
  const target = '/api/v2/organizations/acme';
  return (await service.handle({ method: 'GET', target, header: (name) => all.get(name), headers: () => all, body: undefined, peer }))
    .status;
};
const createList = async ({ request }: WorkspaceTestService, attributes: object) => {
  const made = await request('POST /organizations/acme/cidr-range-lists', document('cidr-range-lists', attributes));
  assert.is(made.status, 201, JSON.stringify(made.body));
  return made.body.data;
};
const addRange = async ({ request }: WorkspaceTestService, list: string, attributes: object) => {
  const made = await request(`POST /cidr-range-lists/${list}/relationships/cidr-ranges`, document('cidr-ranges', attributes));
  assert.is(made.status, 201, JSON.stringify(made.body));
  return made.body.data;
};

test('a list and its ranges are documents that change and go', async (parts) => {
  const { request, create } = parts;
  const list = await createList(parts, { name: 'office', description: 'the quay' });
  const expected = {
    id: list.id,
    type: 'cidr-range-lists',
    attributes: {
      name: 'office',
      description: 'the quay',
      'enforcement-scope': 'organization',
      'updated-at': '2026-05-01T12:00:00.000Z',
    },
    relationships: {
      organization: { data: { id: 'acme', type: 'organizations' } },
      'agent-pools': { data: [] },
      'cidr-ranges': { data: [] },
    },
    links: { self: `/api/v2/cidr-range-lists/${list.id}` },
  };
  assert.equal(list, expected);
  const range = await addRange(parts, list.id, { range: '203.0.113.0/24', enabled: false });
  assert.equal(range, {
    id: range.id,
    type: 'cidr-ranges',
    attributes: { range: '203.0.113.0/24', description: null, enabled: false, 'updated-at': '2026-05-01T12:00:00.000Z' },
    relationships: {
      organization: { data: { id: 'acme', type: 'organizations' } },
      'cidr-range-list': { data: { id: list.id, type: 'cidr-range-lists' } },
    },
    links: { self: `/api/v2/cidr-ranges/${range.id}` },
  });
  const read = await request(`GET /cidr-range-lists/${list.id}?include=cidr_ranges`);
  assert.equal(read.body.data.relationships['cidr-ranges'].data, [{ id: range.id, type: 'cidr-ranges' }]);
  assert.equal(read.body.included, [range]);
  assert.equal((await request(`GET /cidr-range-lists/${list.id}/relationships/cidr-ranges`)).body.data, [range]);
  assert.equal((await request('GET /organizations/acme/cidr-range-lists')).body.data.length, 1);
  const changed = await request(`PATCH /cidr-ranges/${range.id}`, document('cidr-ranges', { description: 'crane' }));
  assert.equal([changed.status, changed.body.data.attributes.description], [200, 'crane']);
  const pool = (await create('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'p' }))).id;
  const pools = { data: [{ id: pool, type: 'agent-pools' }] };
  const linked = async () => (await request(`GET /cidr-range-lists/${list.id}`)).body.data.relationships['agent-pools'].data;
  assert.is((await request(`POST /cidr-range-lists/${list.id}/relationships/agent-pools`, pools)).status, 204);
  assert.equal(await linked(), pools.data);
  assert.is((await request(`DELETE /cidr-range-lists/${list.id}/relationships/agent-pools`, pools)).status, 204);
  assert.equal(await linked(), []);
  assert.is((await request(`DELETE /cidr-ranges/${range.id}`)).status, 204);
  assert.is((await request(`DELETE /cidr-range-lists/${list.id}`)).status, 204);
  assert.equal((await request('GET /organizations/acme/cidr-range-lists')).body.data, []);
});

test('an enabled range closes the organization for everybody else, but not for this machine', async (parts) => {
  const { request } = parts;
  const list = await createList(parts, { name: 'office' });
  const range = await addRange(parts, list.id, { range: '203.0.113.0/24', enabled: false });
  const statuses = async () => [
    await statusFrom(parts, '203.0.113.9'),
    await statusFrom(parts, '198.51.100.1'),
    await statusFrom(parts, '::ffff:203.0.113.9'),
    await statusFrom(parts, '127.0.0.1'),
  ];
  assert.equal(await statuses(), [200, 200, 200, 200]);
  await request(`PATCH /cidr-ranges/${range.id}`, document('cidr-ranges', { enabled: true }));
  assert.equal(await statuses(), [200, 404, 200, 200]);
  await request(`PATCH /cidr-range-lists/${list.id}`, document('cidr-range-lists', { 'enforcement-scope': 'all_agent_pools' }));
  assert.equal(await statuses(), [200, 200, 200, 200]);
  await request(`PATCH /cidr-range-lists/${list.id}`, document('cidr-range-lists', { 'enforcement-scope': 'organization' }));
  assert.equal(await statuses(), [200, 404, 200, 200]);
  await request(`DELETE /cidr-range-lists/${list.id}`);
  assert.equal(await statuses(), [200, 200, 200, 200]);
});

test('it holds for tokens of teams and of the organization, and behind a proxy for its client', async (parts) => {
  const { member, create } = parts;
  await member('tina', ['read-workspaces']);
  const { token } = (await create('POST /organizations/acme/authentication-token')).attributes;
  const list = await createList(parts, { name: 'office' });
  await addRange(parts, list.id, { range: '203.0.113.7', enabled: true });
  for (const secret of ['tina-token', 'team-of-tina-token', token]) {
    assert.is(await statusFrom(parts, '203.0.113.7', {}, secret), 200);
    assert.is(await statusFrom(parts, '203.0.113.8', {}, secret), 404);
  }
  const behind = (chain: string) => statusFrom(parts, '10.0.0.1', { 'x-forwarded-for': chain });
  assert.is(await behind('203.0.113.7'), 200);
  assert.is(await behind('203.0.113.7, 198.51.100.1'), 404, 'what a client writes itself does not count');
  assert.is(await behind('unknown'), 404);
  assert.is(await statusFrom(parts, '10.0.0.1', { forwarded: 'for="203.0.113.7:4711"' }), 200);
  assert.is(await statusFrom(parts, '198.51.100.1', { 'x-forwarded-for': '203.0.113.7' }), 404, 'nobody trusts this proxy');
});

test('only owners see and change them; a range is a network', async (parts) => {
  const { request, member } = parts;
  const list = await createList(parts, { name: 'office' });
  const { token } = await member('tina', ['manage-workspaces', 'manage-organization-access']);
  for (const row of ['GET /organizations/acme/cidr-range-lists', `GET /cidr-range-lists/${list.id}`, `DELETE /cidr-range-lists/${list.id}`])
    assert.is((await request(row, undefined, { token })).status, 404, row);
  for (const range of ['10.0.0.0/33', 'fd00::/129', '10.0.0', 'office']) {
    const path = `POST /cidr-range-lists/${list.id}/relationships/cidr-ranges`;
    const { status, body } = await request(path, document('cidr-ranges', { range, enabled: true }));
    assert.equal([status, body.errors[0].source.pointer], [422, '/data/attributes/range'], range);
  }
});

test.run();
