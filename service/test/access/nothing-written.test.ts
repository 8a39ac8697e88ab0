import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readIdentityVersion } from '../../src/access/identity-version.ts';
import { routes as ciRoutes } from '../../src/ci/index.ts';
import { routes as workspaceRoutes } from '../../src/workspaces/index.ts';
import { startCiService, type CiTestService } from '../ci/support.ts';

const written = suite<{ bench: CiTestService }>('who proves nothing writes nothing');
written.before.each(async (context) => {
  context.bench = await startCiService();
});
written.after.each(async ({ bench }) => {
  await bench.close();
});

/** Every row of the store. */
const readStore = async ({ request }: CiTestService): Promise<string> => {
  const { status, body } = await request('GET //_local/state?format=jsonl');
  assert.is(status, 200, JSON.stringify(body));
  assert.match(body, '"acme"');
  return body;
};

written('a code that does not exist leaves the store as it is, and callers known', async ({ bench }) => {
  const before = [await readStore(bench), await bench.store.read(readIdentityVersion)];
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const form of ['', 'grant_type=password', 'grant_type=authorization_code&code=x', 'grant_type=authorization_code']) {
    const { status, body } = await bench.request('POST //oauth/token', form, { token: null, headers });
    assert.equal([status, Object.keys(body)], [400, ['error', 'error_description']], form);
  }
  assert.equal([await readStore(bench), await bench.store.read(readIdentityVersion)], before);
});

written('no endpoint of both services writes for a caller without token and secret', async ({ bench }) => {
  await bench.project('web', 'gh/acme');
  const before = await readStore(bench);
  let sent = 0;
  for (const [routes, type] of [
    [workspaceRoutes, 'application/vnd.api+json'],
    [ciRoutes, 'application/json'],
  ] as const)
    for (const { endpoint, atRoot } of routes) {
      const [methods, path] = endpoint.split(' ') as [string, string];
      const target = path
        .replace('{project-slug}', 'gh/acme/web')
        .replace('{organization}', 'acme')
        .replaceAll(/\{[^}]+\}/g, 'x');
      for (const method of methods.split('|').filter((one) => one !== 'GET')) {
        const options = { token: null, headers: { 'content-type': type } };
        const { status } = await bench.request(`${method} ${atRoot ? '/' : ''}${target}`, '{"data":{"type":"x"}}', options);
        assert.ok(status >= 400 && status < 500, `${method} ${path}: ${status}`);
        sent += 1;
      }
    }
  assert.ok(sent > 100, String(sent));
  assert.equal(await readStore(bench), before);
});

written.run();
