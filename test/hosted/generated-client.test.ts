import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from '../../service/test/support.ts';

/**
 * What the generated Go client of the hosted service (its second major version, on which the official provider is based) sends otherwise
 * than the first: identifiers without a type, and the agent pool of a workspace as a relationship.
 */
const test = suite<{ bench: TestService; hosted: TestService['request'] }>('what the generated Go client sends');
test.before.each(async (context) => {
  context.bench = await createTestService({ profile: 'hosted' });
  context.hosted = (row, body, options) => context.bench.request(row, body, options);
});
test.after.each(({ bench }) => bench.close());

type Ask = TestService['request'];
const document = (type: string | undefined, attributes: object, relationships: object = {}) => ({
  data: { ...(type ? { type } : {}), attributes, relationships },
});
const create = async (hosted: Ask, row: string, type: string | undefined, attributes: object, relationships: object = {}): Promise<any> => {
  const { status, body } = await hosted(`POST ${row}`, document(type, attributes, relationships));
  assert.is(status, 201, `${row}: ${JSON.stringify(body)}`);
  return body.data;
};
const linked = (relationship: any): unknown => [relationship.data].flat().map((entry: any) => entry && [entry.type, entry.id]);

test('a relationship may name an id alone where its type follows from the place', async ({ hosted }) => {
  const project = (await create(hosted, '/organizations/acme/projects', 'projects', { name: 'harbour' })).id;
  const workspace = await create(
    hosted,
    '/organizations/acme/workspaces',
    'workspaces',
    { name: 'quay' },
    { project: { data: { id: project } } },
  );
  assert.equal(linked(workspace.relationships.project), [['projects', project]]);

  const team = (await create(hosted, '/organizations/acme/teams', 'teams', { name: 'crew' })).id;
  const access = { team: { data: { type: 'teams', id: team } }, workspace: { data: { id: workspace.id } } };
  assert.is((await create(hosted, '/team-workspaces', 'team-workspaces', { access: 'read' }, access)).attributes.access, 'read');

  const policy = (await create(hosted, '/organizations/acme/policies', undefined, { name: 'tide', kind: 'sentinel' })).id;
  const sets = { policies: { data: [{ id: policy }] }, workspaces: { data: [{ id: workspace.id }] } };
  const set = await create(hosted, '/organizations/acme/policy-sets', undefined, { name: 'tides' }, sets);
  assert.equal(linked(set.relationships.policies), [['policies', policy]]);
  assert.equal(linked(set.relationships.workspaces), [['workspaces', workspace.id]]);
});

test('so may the entries of a list of identifiers', async ({ hosted }) => {
  const workspace = (await create(hosted, '/organizations/acme/workspaces', 'workspaces', { name: 'quay' })).id;
  const set = (await create(hosted, '/organizations/acme/policy-sets', undefined, { name: 'tides' })).id;
  const path = `/policy-sets/${set}/relationships/workspaces`;
  assert.is((await hosted(`POST ${path}`, { data: [{ id: workspace }] })).status, 204);
  assert.equal(linked((await hosted(`GET /policy-sets/${set}`)).body.data.relationships.workspaces), [['workspaces', workspace]]);
  assert.is((await hosted(`DELETE ${path}`, { data: [{ id: workspace }] })).status, 204);
});

test('a type is required where several are possible, and elsewhere another type is rejected', async ({ hosted }) => {
  const project = (await create(hosted, '/organizations/acme/projects', 'projects', { name: 'harbour' })).id;
  const refuse = async (row: string, type: string, attributes: object, relationships: object): Promise<unknown> => {
    const { status, body } = await hosted(`POST ${row}`, document(type, attributes, relationships));
    return [status, body.errors[0].detail, body.errors[0].source.pointer];
  };
  assert.equal(
    await refuse('/organizations/acme/varsets', 'varsets', { name: 'v', global: false }, { parent: { data: { id: project } } }),
    [422, 'expected the type "organizations", got nothing', '/data/relationships/parent/data/type'],
  );
  const workspace = { project: { data: { type: 'teams', id: project } } };
  assert.equal(await refuse('/organizations/acme/workspaces', 'workspaces', { name: 'quay' }, workspace), [
    422,
    'expected the type "projects", got "teams"',
    '/data/relationships/project/data/type',
  ]);
});

test('a workspace takes its agent pool as a relationship', async ({ hosted }) => {
  const pool = (await create(hosted, '/organizations/acme/agent-pools', 'agent-pools', { name: 'north' })).id;
  const other = (await create(hosted, '/organizations/acme/agent-pools', 'agent-pools', { name: 'south' })).id;
  const agents = (id: string | null) => ({ 'agent-pool': { data: id === null ? null : { type: 'agent-pools', id } } });
  const own = { 'execution-mode': 'agent', 'setting-overwrites': { 'execution-mode': true, 'agent-pool': true } };
  const { id, attributes, relationships } = await create(
    hosted,
    '/organizations/acme/workspaces',
    'workspaces',
    { name: 'quay', ...own },
    agents(pool),
  );
  assert.equal([attributes['agent-pool-id'], linked(relationships['agent-pool'])], [pool, [['agent-pools', pool]]]);

  const moved = await hosted(
    `PATCH /workspaces/${id}`,
    document('workspaces', { 'setting-overwrites': { 'agent-pool': true } }, agents(other)),
  );
  assert.equal([moved.status, moved.body.data.attributes['agent-pool-id']], [200, other]);
  const remote = await hosted(`PATCH /workspaces/${id}`, document('workspaces', { 'execution-mode': 'remote' }, agents(null)));
  assert.equal([remote.status, remote.body.data.attributes['agent-pool-id']], [200, null]);

  const twice = await hosted(`PATCH /workspaces/${id}`, document('workspaces', { ...own, 'agent-pool-id': pool }, agents(other)));
  assert.equal(
    [twice.status, twice.body.errors[0].detail, twice.body.errors[0].source.pointer],
    [422, 'agent-pool-id names another agent pool than this', '/data/relationships/agent-pool/data/id'],
  );
});

test('refusals that the provider passes on have the words that its users look for', async ({ hosted }) => {
  const { id } = await create(hosted, '/organizations/acme/workspaces', 'workspaces', { name: 'quay' });
  const patterns = { 'file-triggers-enabled': false, 'trigger-patterns': ['/modules/**/*'] };
  const { status, body } = await hosted(`PATCH /workspaces/${id}`, document('workspaces', patterns));
  assert.equal(
    [status, body.errors[0].detail, body.errors[0].source.pointer],
    [422, "'trigger_patterns' cannot be populated when 'file_triggers_enabled' is set to false.", '/data/attributes/trigger-patterns'],
  );
  const prefixes = { 'file-triggers-enabled': false, 'trigger-prefixes': ['/modules'] };
  assert.is((await hosted(`PATCH /workspaces/${id}`, document('workspaces', prefixes))).status, 200, 'prefixes are kept');

  await hosted(`POST /workspaces/${id}/actions/lock`, { reason: 'tide' });
  const locked = await hosted(`POST /workspaces/${id}/actions/safe-delete`);
  assert.is(locked.status, 409);
  assert.match(locked.body.errors[0].detail, /^Workspace is currently locked/);
});

test('in the neutral dialect the type is required', async ({ bench }) => {
  const neutral = await createTestService();
  try {
    const project = (await neutral.request('POST /organizations/acme/projects', document('projects', { name: 'harbour' }))).body.data.id;
    const { status, body } = await neutral.request(
      'POST /organizations/acme/workspaces',
      document('workspaces', { name: 'quay' }, { project: { data: { id: project } } }),
    );
    assert.equal([status, body.errors[0].source.pointer], [422, '/data/relationships/project/data/type']);
  } finally {
    await neutral.close();
  }
  assert.ok(bench);
});

test.run();
