import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { routes as ciRoutes } from '../../src/ci/index.ts';
import { newId } from '../../src/store/new-id.ts';
import { createApiToken } from '../../src/workspaces/organizations/bootstrap.ts';
import { routes as workspaceRoutes } from '../../src/workspaces/index.ts';
import { startCiService, type CiTestService } from '../ci/support.ts';
import { document, many } from '../documents.ts';

const runToken = suite<{ bench: CiTestService; own: string }>('the token of a run, over all endpoints');
const token = 'token-of-a-run';

const createWorkspace = async ({ request }: CiTestService, name: string, attributes = {}): Promise<string> => {
  const { status, body } = await request('POST /organizations/acme/workspaces', document('workspaces', { name, ...attributes }));
  assert.is(status, 201);
  return body.data.id;
};

runToken.before.each(async (context) => {
  context.bench = await startCiService();
  context.own = await createWorkspace(context.bench, 'own');
  await context.bench.store.write((tx) =>
    createApiToken(
      tx,
      { clock: context.bench.clock, newId },
      {
        secret: token,
        owner: { kind: 'organization', id: 'acme' },
        expiresAt: '2026-05-01T13:00:00.000Z',
        purpose: 'run',
        runWorkspace: context.own,
      },
    ),
  );
});
runToken.after.each(async ({ bench }) => {
  await bench.close();
});

const fill = (endpoint: string): string =>
  endpoint
    .replace('{project-slug}', 'gh/acme/web')
    .replace('{org-slug}', 'gh/acme')
    .replace('{org-slug-or-id}', 'gh%2Facme')
    .replaceAll(/\{(organization_name|namespace|organization)\}/g, 'acme')
    .replaceAll(/\{[^}]+\}/g, 'x');

runToken('opens states and registries, and no other endpoint of both services', async ({ bench }) => {
  const opened: string[] = [];
  const rows = [...workspaceRoutes.map((route) => [route, bench.request] as const), ...ciRoutes.map((route) => [route, bench.ci] as const)];
  for (const [{ endpoint, anonymous, atRoot }, ask] of rows) {
    if (anonymous) continue;
    const [methods, target] = endpoint.split(' ') as [string, string];
    for (const method of methods.split('|')) {
      const { status, body } = await ask(`${method} ${atRoot ? '/' : ''}${fill(target)}`, undefined, { token });
      if (status !== 404 || !JSON.stringify(body).includes('the resource was not found')) opened.push(`${method} ${target}`);
    }
  }
  assert.equal(opened.toSorted(), [
    'GET /api/registry/public/v1/modules/{namespace}/{name}/{provider}/{version}',
    'GET /api/registry/v1/modules/{namespace}/{name}/{provider}/versions',
    'GET /api/registry/v1/modules/{namespace}/{name}/{provider}/{version}',
    'GET /api/registry/v1/modules/{namespace}/{name}/{provider}/{version}/download',
    'GET /api/registry/v1/providers/{namespace}/{type}/versions',
    'GET /api/registry/v1/providers/{namespace}/{type}/{version}/download/{os}/{arch}',
    'GET /organizations/{organization_name}/entitlement-set',
    'GET /organizations/{organization_name}/workspaces/{name}',
    'GET /state-version-outputs/{state_version_output_id}',
    'GET /workspaces/{workspace_id}',
    'GET /workspaces/{workspace_id}/current-state-version',
    'GET /workspaces/{workspace_id}/current-state-version-outputs',
  ]);
});

runToken('sees its own workspace, those that share with all, and those that share with it', async ({ bench, own }) => {
  const everybody = await createWorkspace(bench, 'everybody', { 'global-remote-state': true });
  const chosen = await createWorkspace(bench, 'chosen');
  const other = await createWorkspace(bench, 'other');
  const addConsumer = (id: string, consumer: string) =>
    bench.request(`POST /workspaces/${id}/relationships/remote-state-consumers`, many('workspaces', consumer));
  assert.equal([(await addConsumer(chosen, own)).status, (await addConsumer(own, other)).status], [204, 204]);
  const statuses = [];
  for (const id of [own, everybody, chosen, other]) statuses.push((await bench.as(token)(`GET /workspaces/${id}`)).status);
  assert.equal(statuses, [200, 200, 200, 404]);
  const { body } = await bench.as(token)(`GET /workspaces/${own}`);
  const allowed = Object.entries(body.data.attributes.permissions).flatMap(([name, is]) => (is ? [name] : []));
  assert.equal(allowed, ['can-read-run', 'can-read-state-versions', 'can-read-state-outputs']);
});

runToken('is no token any more after its time', async ({ bench, own }) => {
  bench.clock.advance(3_599_000);
  assert.is((await bench.as(token)(`GET /workspaces/${own}`)).status, 200);
  bench.clock.advance(1000);
  assert.is((await bench.as(token)(`GET /workspaces/${own}`)).status, 401);
});

runToken.run();
