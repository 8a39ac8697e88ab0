/** Under its prefixes the CI service implements a part of the hosted API: the rest is 404 with a message, for every method. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ciApi } from '../../src/ci/api-definition.ts';
import { expandEndpoints } from '../../src/pipeline/endpoints.ts';
import { type CiTestService, startCiService } from './support.ts';

const test = suite<{ here: CiTestService }>('what is not there below the prefixes of the CI service');
test.before(async (context) => {
  context.here = await startCiService({ profile: 'hosted' });
  await context.here.project('web', 'gh/acme');
});
test.after(async ({ here }) => {
  await here.close();
});

/** Endpoints of API v1.1 that the hosted service has and this one has not. */
const absent = [
  'POST ssh-key',
  'DELETE ssh-key',
  'POST 1',
  'POST 1/ssh',
  'POST 1/ssh-users',
  'DELETE build-cache',
  'POST unfollow',
  'POST enable',
  'DELETE enable',
  'GET 1/output/103/0',
];

test('of a project in API v1.1', async ({ here: { ci } }) => {
  for (const endpoint of absent) {
    const [method, rest] = endpoint.split(' ') as [string, string];
    const path = `/api/v1.1/project/github/acme/web/${rest}`;
    const { status, body } = await ci(`${method} /${path}`, {});
    assert.equal([endpoint, status, body], [endpoint, 404, { message: `there is no endpoint at ${path}` }]);
  }
});

test('of every path in every other method', async ({ here: { ci } }) => {
  const methods = new Map<string, string>();
  for (const endpoint of expandEndpoints(ciApi)) {
    if (!/^\/(?:api\/v1\.1|api\/v3|graphql-unstable)(?:\/|$)/.test(endpoint.path)) continue;
    const path = endpoint.path.replace('{provider}', 'github').replaceAll(/\{[^}]+\}/g, 'none');
    methods.set(path, `${methods.get(path) ?? ''} ${endpoint.methods}`);
  }
  assert.ok(methods.size > 40, String(methods.size));
  for (const [path, served] of methods)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      if (served.includes(method)) continue;
      const { status, body } = await ci(`${method} /${path}`, {});
      assert.equal([method, path, status, typeof body.message], [method, path, 404, 'string']);
    }
});

test.run();
