import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CiTestService, startCiService, statusAndMessage } from '../support.ts';

const test = suite<{ here: CiTestService }>('API v1.1 of a project');
test.before.each(async (context) => {
  context.here = await startCiService();
  await context.here.project('web', 'gh/acme');
});
test.after.each(async ({ here }) => {
  await here.close();
});

const path = '//api/v1.1/project/github/acme/web';

test('variables are those of API v2: made, listed without pages, read and deleted', async ({ here: { ci } }) => {
  const made = await ci(`POST ${path}/envvar`, { name: 'SAND', value: 'dune and shell' });
  assert.equal([made.status, made.body], [201, { name: 'SAND', value: 'xxxxhell' }]);
  assert.equal((await ci(`GET ${path}/envvar`)).body, [{ name: 'SAND', value: 'xxxxhell' }]);
  assert.equal((await ci(`GET ${path}/envvar/SAND`)).body, { name: 'SAND', value: 'xxxxhell' });
  assert.equal((await ci('GET /project/gh/acme/web/envvar')).body.items[0].name, 'SAND');
  const deleted = await ci(`DELETE ${path}/envvar/SAND`);
  assert.equal([deleted.status, deleted.body], [200, { message: 'ok' }]);
  assert.is((await ci(`GET ${path}/envvar/SAND`)).status, 404);
  assert.is((await ci(`GET ${path}/envvar`, undefined, { token: 'stranger-token' })).status, 404);
});

test('a list has all variables, however many are on a page of API v2', async () => {
  const here = await startCiService({ settings: { ciPageSize: 2 } });
  await here.project('web', 'gh/acme');
  for (const name of ['A', 'B', 'C', 'D', 'E']) await here.ci(`POST ${path}/envvar`, { name, value: 'v' });
  assert.equal(
    (await here.ci(`GET ${path}/envvar`)).body.map(({ name }: any) => name),
    ['A', 'B', 'C', 'D', 'E'],
  );
  await here.close();
});

test('checkout keys have the names of API v1.1', async ({ here: { ci } }) => {
  const { status, body } = await ci(`POST ${path}/checkout-key`, { type: 'deploy-key' });
  assert.equal([status, Object.keys(body)], [201, ['public_key', 'type', 'fingerprint', 'preferred', 'time']]);
  assert.equal((await ci(`GET ${path}/checkout-key`)).body, [body]);
  assert.equal((await ci(`GET ${path}/checkout-key/${body.fingerprint}`)).body, body);
  assert.equal((await ci(`DELETE ${path}/checkout-key/${body.fingerprint}`)).body, { message: 'OK' });
  assert.equal((await ci(`GET ${path}/checkout-key`)).body, []);
  assert.is((await ci(`POST ${path}/checkout-key`, { type: 'github-user-key' })).body.type, 'user-key');
});

test('settings are changed by flags, or by the names of API v2', async ({ here: { ci } }) => {
  const before = (await ci(`GET ${path}/settings`)).body;
  assert.equal(
    [before.username, before.reponame, before.feature_flags['autocancel-builds'], before.feature_flags['set-github-status']],
    ['acme', 'web', false, true],
  );
  const flagged = await ci(`PUT ${path}/settings`, { feature_flags: { 'autocancel-builds': true, 'set-github-status': false } });
  assert.equal([flagged.status, flagged.body.feature_flags['autocancel-builds']], [200, true]);
  const named = await ci(`PUT ${path}/settings`, { advanced: { build_fork_prs: true } });
  assert.equal([named.body.feature_flags['build-fork-prs'], named.body.feature_flags['set-github-status']], [true, false]);
  assert.is((await ci('GET /project/gh/acme/web/settings')).body.advanced.autocancel_builds, true);
  assert.equal(statusAndMessage(await ci(`PUT ${path}/settings`, {})), [400, 'expected feature_flags or advanced']);
  assert.is((await ci(`PUT ${path}/settings`, { feature_flags: { speed: true } })).status, 400);
});

test('oss is set as a flag in both dialects, if the repository is open source', async ({ here: { ci, store } }) => {
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  const put = (oss: boolean) => ci(`PUT ${path}/settings`, { feature_flags: { oss, 'build-fork-prs': true } }, hosted);
  for (const oss of [true, false])
    assert.equal(statusAndMessage(await put(oss)), [422, "Feature flag 'oss' is not settable for this project."], String(oss));
  const read = async () => (await ci('GET /project/gh/acme/web/settings', undefined, hosted)).body.advanced;
  assert.equal([(await read()).oss, (await read()).build_fork_prs], [false, false]);
  await store.write(async (tx) => {
    const [project] = (await tx.list<{ openSource: boolean }>({ kind: 'ci-projects' })).records;
    await tx.update(project!, { body: { ...project!.body, openSource: true } });
  });
  const { status, body } = await put(true);
  assert.equal([status, body.feature_flags.oss, body.feature_flags['build-fork-prs']], [200, true, true]);
  assert.is((await read()).oss, true);
  assert.is((await ci(`PUT ${path}/settings`, { feature_flags: { oss: false } }, hosted)).body.feature_flags.oss, false);
});

test('projects of all organizations are followed; the user has repositories', async ({ here: { ci } }) => {
  const [project, ...more] = (await ci('GET //api/v1.1/projects')).body;
  assert.equal(more, []);
  assert.equal(
    [project.slug, project.vcs_type, project.username, project.reponame, project.followed, project.vcs_url],
    ['gh/acme/web', 'github', 'acme', 'web', true, 'https://github.com/acme/web'],
  );
  assert.equal((await ci('GET //api/v1.1/projects', undefined, { token: 'stranger-token' })).body, []);
  const [repository] = (await ci('GET //api/v1.1//user/repos/github')).body;
  assert.equal([repository.name, repository.username, repository.default_branch], ['web', 'acme', 'main']);
  assert.equal((await ci('GET //api/v1.1/user/repos/bitbucket')).body, []);
  assert.is((await ci('GET //api/v1.1/user/repos/svn')).status, 400);
});

test('what is not there below the prefixes of the CI service is 404 of the CI service, however the token is sent', async ({
  here: { request: ask },
}) => {
  for (const unknown of ['/api/v1.1/nothing', '/api/v1.1', '/api/v3/orb/sources', '/api/v3/runner/nothing/x/y/z', '/graphql-unstable/x'])
    for (const headers of [{ authorization: 'Bearer owner-token' }, { 'ci-token': 'owner-token' }, {}] as readonly Record<
      string,
      string
    >[]) {
      const { status, body } = await ask(`GET /${unknown}`, undefined, { token: null, headers });
      assert.equal([status, typeof body.message], [404, 'string'], unknown);
    }
  assert.equal((await ask('GET //api/v3/orb/sources')).body, {
    message: 'there is no endpoint at /api/v3/orb/sources',
    error: {
      title: 'not found',
      detail: 'there is no endpoint at /api/v3/orb/sources',
    },
  });
  assert.is(Object.keys((await ask('GET //api/v30/x')).body)[0], 'errors');
});

test.run();
