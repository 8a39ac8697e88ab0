import { packTar } from '../../../archives/tar.ts';
import { document, one } from '../../../documents.ts';
import { type AcceptedRequests, createWorkspace, pathOf, type World } from './accepted-request.ts';

/** A query in a workspace of its own, which waits. */
const startQuery = async (world: World, name: string) => {
  const workspace = await createWorkspace(world, name);
  const { id, attributes } = (
    await world.ask('POST /queries', document('queries', {}, { workspace: one('workspaces', workspace['a workspace']) }))
  ).data;
  return { ...workspace, 'a query': id as string, 'an address': pathOf(attributes['log-read-url']) };
};

const tests = '/organizations/acme/tests/registry-modules/private/acme/<its name>/storage/test-runs';
/** A module with files that can be tested. */
const uploadTests = async ({ ask, bench }: World, name: string) => {
  const made = document('registry-modules', { name, provider: 'storage', 'registry-name': 'private' });
  await ask('POST /organizations/acme/registry-modules', made);
  const { id, attributes } = (await ask(`POST ${tests.replace('<its name>', name)}/configuration-versions`)).data;
  await bench.request(`PUT ${pathOf(attributes['upload-url'])}`, packTar({ name: 'main.tf' }), { token: null });
  return { 'its name': name, 'a configuration': id as string };
};
const ofConfiguration = (id: string) => document('test-runs', {}, { 'configuration-version': one('configuration-versions', id) });
const startTests = async (world: World, name: string) => {
  const module = await uploadTests(world, name);
  const { id, attributes } = (await world.ask(`POST ${tests.replace('<its name>', name)}`, ofConfiguration(module['a configuration'])))
    .data;
  return { ...module, 'a test run': id as string, 'an address': pathOf(attributes['log-read-url']) };
};

const row = '/organizations/{organization_name}/tests/registry-modules/{registry_name}/{namespace}/{name}/{provider}/test-runs';

export const commandRequests: AcceptedRequests = {
  'POST /queries': {
    prepare: (world) => createWorkspace(world, 'queried'),
    body: document('queries', {}, { workspace: one('workspaces', '<a workspace>') }),
  },
  'POST /queries/{query_id}/actions/cancel': {
    prepare: (world) => startQuery(world, 'canceled-query'),
    path: '/queries/<a query>/actions/cancel',
  },
  'GET /queries/{query_id}/logs/{secret}': {
    prepare: (world) => startQuery(world, 'logged-query'),
    path: '<an address>',
    token: null,
  },
  [`POST ${row}/configuration-versions`]: {
    prepare: (world) => uploadTests(world, 'uploaded-tests'),
    path: `${tests}/configuration-versions`,
  },
  [`POST ${row}`]: {
    prepare: (world) => uploadTests(world, 'tested'),
    path: tests,
    body: ofConfiguration('<a configuration>'),
  },
  [`POST ${row}/{test_run_id}/cancel`]: {
    prepare: (world) => startTests(world, 'canceled-tests'),
    path: `${tests}/<a test run>/cancel`,
  },
  'GET /test-runs/{test_run_id}/logs/{secret}': {
    prepare: (world) => startTests(world, 'logged-tests'),
    path: '<an address>',
    token: null,
  },
};
