import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packTar } from '../archives/tar.ts';
import { document, one } from '../documents.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from '../workspaces/support.ts';

interface Parts extends WorkspaceTestService {
  readonly workspace: string;
}
const test = suite<Parts>('queries and test runs where no engine executes them');
test.before.each(async (context) => {
  const bench = await createWorkspaceTestService({ settings: { runs: 'scripted' } });
  Object.assign(context, bench, { workspace: await bench.createWorkspaceId('harbour') });
});
test.after.each(({ close }) => close());

const query = ({ request, workspace }: Parts, attributes: object = {}) =>
  request('POST /queries', document('queries', attributes, { workspace: one('workspaces', workspace) }));
const pathOf = (address: string): string => `/${new URL(address).pathname}`;
const tests = '/organizations/acme/tests/registry-modules/private/acme/vpc/storage/test-runs';

const uploadTests = async ({ request, create }: Parts): Promise<string> => {
  const module = document('registry-modules', { name: 'vpc', provider: 'storage', 'registry-name': 'private' });
  await create('POST /organizations/acme/registry-modules', module);
  const { id, attributes } = (await request(`POST ${tests}/configuration-versions`)).body.data;
  const { status } = await request(`PUT ${pathOf(attributes['upload-url'])}`, packTar({ name: 'main.tf' }), { token: null });
  assert.is(status, 200);
  return id;
};
const startTests = ({ request }: Parts, configuration: string, attributes: object = {}) =>
  request(`POST ${tests}`, document('test-runs', attributes, { 'configuration-version': one('configuration-versions', configuration) }));

test('a query is simulated: it ends without a result, and its log says so', async (parts) => {
  const { request, workspace } = parts;
  const made = await query(parts, { variables: [{ key: 'region', value: '"eu"' }] });
  const { id, attributes, relationships } = made.body.data;
  assert.equal(
    [made.status, id.slice(0, 4), attributes.status, attributes['generate-config-out'], attributes.variables],
    [201, 'qry-', 'pending', true, [{ key: 'region', value: '"eu"' }]],
  );
  assert.equal(relationships.workspace.data, { id: workspace, type: 'workspaces' });
  await request('POST //_local/move', { until: 'still' });
  const after = (await request(`GET /queries/${id}`)).body.data.attributes;
  assert.is(after.status, 'finished');
  assert.equal(Object.keys(after['status-timestamps']).sort(), ['finished-at', 'queuing-at', 'running-at']);
  assert.equal(
    (await request(`GET /workspaces/${workspace}/queries`)).body.data.map((one: any) => one.id),
    [id],
  );
  const log = await request(`GET ${pathOf(after['log-read-url'])}`, undefined, { token: null });
  assert.is(log.body, '\u0002This service executes no engine (--run-jobs): nothing was executed, and nothing was found.\n\u0003');
  assert.is((await request(`POST /queries/${id}/actions/cancel`)).status, 409);
});

test('a query that waits is canceled at once, and can then not be canceled by force', async (parts) => {
  const { id } = (await query(parts)).body.data;
  assert.is((await parts.request(`POST /queries/${id}/actions/cancel`)).status, 202);
  const { attributes, relationships } = (await parts.request(`GET /queries/${id}`)).body.data;
  assert.equal([attributes.status, typeof attributes['status-timestamps']['canceled-at']], ['canceled', 'string']);
  assert.is(relationships['canceled-by'].data.type, 'users');
  assert.is((await parts.request(`POST /queries/${id}/actions/force-cancel`)).status, 409);
});

test('who may queue a run may start and cancel queries, and who may only read runs may read them', async (parts) => {
  const { request, workspace, member, grant } = parts;
  const [planner, reader] = [await member('planner'), await member('reader')];
  await grant('team-workspaces', planner.team, workspace, { access: 'plan' });
  await grant('team-workspaces', reader.team, workspace, { access: 'read' });
  const body = document('queries', {}, { workspace: one('workspaces', workspace) });
  const made = await request('POST /queries', body, { token: planner.token });
  assert.is(made.status, 201);
  assert.is((await request('POST /queries', body, { token: reader.token })).status, 404);
  const { id } = made.body.data;
  assert.is((await request(`GET /queries/${id}`, undefined, { token: reader.token })).status, 200);
  assert.is((await request(`POST /queries/${id}/actions/cancel`, undefined, { token: reader.token })).status, 404);
  assert.is((await request(`POST /queries/${id}/actions/cancel`, undefined, { token: planner.token })).status, 202);
  const stranger = await member('stranger');
  assert.is((await request(`GET /queries/${id}`, undefined, { token: stranger.token })).status, 404);
});

test('a query needs a configuration version with its content, and a workspace whose runs happen here', async (parts) => {
  const { request, workspace, create, patch } = parts;
  const pending = await create(`POST /workspaces/${workspace}/configuration-versions`, document('configuration-versions', {}));
  const relationships = { workspace: one('workspaces', workspace), 'configuration-version': one('configuration-versions', pending.id) };
  const refused = await request('POST /queries', document('queries', {}, relationships));
  assert.equal(
    [refused.status, refused.body.errors[0].detail],
    [422, `the configuration version ${pending.id} is pending: a query needs one whose content is there`],
  );
  await patch(workspace, { 'execution-mode': 'local' });
  assert.is((await query(parts)).status, 422);
});

test('a value of a sensitive variable that a query is given is not shown', async (parts) => {
  const variable = document('vars', { key: 'password', value: '"x"', category: 'infra', sensitive: true });
  await parts.create(`POST /workspaces/${parts.workspace}/vars`, variable);
  const { attributes } = (await query(parts, { variables: [{ key: 'password', value: '"tide"' }] })).body.data;
  assert.equal(attributes.variables, [{ key: 'password', value: null }]);
});

test('tests of a module are simulated: none was executed', async (parts) => {
  const { request } = parts;
  const configuration = await uploadTests(parts);
  assert.is((await request(`GET /configuration-versions/${configuration}`)).body.data.attributes.status, 'uploaded');
  const made = await startTests(parts, configuration, { filters: ['tests/a.tftest.hcl'], verbose: true });
  const { id, attributes } = made.body.data;
  assert.equal([made.status, id.slice(0, 5), attributes.status, attributes['test-status']], [201, 'trun-', 'pending', 'pending']);
  const { filters, verbose, parallelism, 'test-directory': directory } = attributes;
  assert.equal([filters, verbose, parallelism, directory], [['tests/a.tftest.hcl'], true, null, null]);
  await request('POST //_local/move', { until: 'still' });
  const { attributes: after } = (await request(`GET ${tests}/${id}`)).body.data;
  assert.equal([after.status, after['test-status'], after['tests-passed']], ['finished', 'skip', 0]);
  assert.equal(
    (await request(`GET ${tests}`)).body.data.map((one: any) => one.id),
    [id],
  );
  const second = (await startTests(parts, configuration)).body.data.id;
  assert.is((await request(`POST ${tests}/${second}/cancel`)).status, 202);
  assert.is((await request(`GET ${tests}/${second}`)).body.data.attributes.status, 'canceled');
  assert.is((await request(`POST ${tests}/${second}/force-cancel`)).status, 409);
});

test('a test run takes paths without control characters, and a configuration version of its module', async (parts) => {
  const configuration = await uploadTests(parts);
  const refused = await startTests(parts, configuration, { filters: ['a\u0000b'], 'test-directory': 'a\nb', parallelism: 0 });
  assert.equal(
    [refused.status, ...refused.body.errors.map((error: any) => error.source.pointer)],
    [422, '/data/attributes/filters/0', '/data/attributes/test-directory', '/data/attributes/parallelism'],
  );
  const foreign = await parts.create(`POST /workspaces/${parts.workspace}/configuration-versions`, document('configuration-versions', {}));
  assert.is((await startTests(parts, foreign.id)).status, 422);
});

test('a member who does not manage modules reads a test run without the address of its log, and starts none', async (parts) => {
  const configuration = await uploadTests(parts);
  const { id } = (await startTests(parts, configuration, { variables: [{ key: 'depth', value: '4' }] })).body.data;
  const { token } = await parts.member('sailor');
  const read = await parts.request(`GET ${tests}/${id}`, undefined, { token });
  const { attributes } = read.body.data;
  assert.equal([read.status, attributes['log-read-url'], attributes.variables], [200, null, [{ key: 'depth', value: null }]]);
  assert.is((await parts.request(`POST ${tests}/${id}/cancel`, undefined, { token })).status, 404);
  assert.is((await parts.request(`POST ${tests}/configuration-versions`, undefined, { token })).status, 404);
  assert.is((await parts.request(`GET /configuration-versions/${configuration}`, undefined, { token })).status, 404);
});

test.run();
