import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { routes as ciRoutes } from '../../src/ci/index.ts';
import { routes as workspaceRoutes } from '../../src/workspaces/index.ts';
import { startCiService, type CiTestService } from '../ci/support.ts';

const audit = suite<{ bench: CiTestService }>('the token for audit trails');
audit.before.each(async (context) => {
  context.bench = await startCiService();
});
audit.after.each(async ({ bench }) => {
  await bench.close();
});

const path = '/organizations/acme/authentication-token';
const withKind = `${path}?token=audit-trails`;
const issue = async ({ request }: CiTestService, row: string): Promise<string> => {
  const { status, body } = await request(`POST ${row}`);
  assert.is(status, 201);
  return body.data.attributes.token;
};
const statusOf = async ({ request }: CiTestService, token: string): Promise<number> =>
  (await request('GET /organizations/acme', undefined, { token })).status;

audit("it is separate from the organization's own token: neither replaces or deletes the other", async ({ bench }) => {
  const { request } = bench;
  const main = await issue(bench, path);
  const trail = await issue(bench, withKind);
  assert.is(await statusOf(bench, main), 200, 'the main token still works');
  const [shown, shownTrail] = [(await request(`GET ${path}`)).body.data.id, (await request(`GET ${withKind}`)).body.data.id];
  assert.is.not(shown, shownTrail);
  const second = await issue(bench, withKind);
  assert.is((await request('GET /organization/audit-trail', undefined, { token: trail })).status, 401, 'a new one replaces the former');
  assert.is((await request(`DELETE ${withKind}`)).status, 204);
  assert.equal([(await request(`GET ${withKind}`)).status, (await request(`DELETE ${withKind}`)).status], [404, 404]);
  assert.is((await request('GET /organization/audit-trail', undefined, { token: second })).status, 401);
  assert.is(await statusOf(bench, main), 200);
  await issue(bench, withKind);
  assert.is((await request(`DELETE ${path}`)).status, 204);
  assert.is((await request(`GET ${withKind}`)).status, 200, 'nor is it deleted with the main one');
});

audit('an unknown kind is refused, and touches no token', async ({ bench }) => {
  const main = await issue(bench, path);
  for (const method of ['POST', 'GET', 'DELETE']) {
    const { status, body } = await bench.request(`${method} ${path}?token=audit`);
    assert.equal(
      [status, body.errors[0].source, body.errors[0].detail],
      [400, { parameter: 'token' }, 'expected audit-trails or nothing, got "audit"'],
    );
  }
  assert.is(await statusOf(bench, main), 200);
});

const fill = (endpoint: string): string =>
  endpoint
    .replace('{project-slug}', 'gh/acme/web')
    .replace('{org-slug}', 'gh/acme')
    .replace('{org-slug-or-id}', 'gh%2Facme')
    .replaceAll(/\{(organization_name|namespace|organization)\}/g, 'acme')
    .replaceAll(/\{[^}]+\}/g, 'x');

audit('it opens no other endpoint of both services', async ({ bench }) => {
  const token = await issue(bench, withKind);
  const opened: string[] = [];
  const rows = [...workspaceRoutes.map((route) => [route, bench.request] as const), ...ciRoutes.map((route) => [route, bench.ci] as const)];
  for (const [{ endpoint, anonymous, atRoot }, ask] of rows) {
    if (anonymous) continue;
    const [methods, target] = endpoint.split(' ') as [string, string];
    for (const method of methods.split('|')) {
      const { status, body } = await ask(`${method} ${atRoot ? '/' : ''}${fill(target)}`, undefined, { token });
      if (status !== 404 || !JSON.stringify(body).includes('the resource was not found')) opened.push(`${method} ${target} ${status}`);
    }
  }
  assert.equal(opened, ['GET /organization/audit-trail 200']);
});

audit.run();
