/** A module of a repository in the operator's folder has the versions that its tags name. */
import { gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readPackage } from '../../src/workspaces/registry/package-content.ts';
import { createIngressTest, type IngressTest } from './support.ts';
import { document } from '../documents.ts';

const test = suite<IngressTest>('modules of repositories');
test.before.each(async (context) => {
  Object.assign(context, await createIngressTest());
});
test.after.each(async ({ close }) => {
  await close();
});

const publish = async ({ request, connection }: IngressTest, attributes: object = {}, repo: object = {}) => {
  const source = { identifier: 'acme/web', 'oauth-token-id': connection, ...repo };
  const sent = document('registry-modules', { name: 'site', provider: 'web', ...attributes, 'vcs-repo': source });
  return request('POST /organizations/acme/registry-modules/vcs', sent);
};
const versionsPath = '/organizations/acme/registry-modules/private/acme/site/web/versions';
const listVersions = async ({ request }: IngressTest) =>
  (await request(`GET ${versionsPath}`)).body.data.map(({ attributes }: any) => [
    attributes.version,
    attributes.status,
    attributes['commit-sha'],
  ]);
/** Names of files of a version, as the engine gets them. */
const listFiles = async ({ request, store }: IngressTest, version: string) => {
  const { id } = (await request('GET /organizations/acme/registry-modules/private/acme/site/web')).body.data;
  const archive = await store.read((view) => readPackage(view, id, version));
  return [
    ...gunzipSync(archive!)
      .toString('latin1')
      .matchAll(/([\w./-]+\.tf)\0/g),
  ].map(([, name]) => name);
};

test('tags are versions, with a v or without; others are none, and the same version is taken once', async (context) => {
  const { repository } = context;
  const first = repository.git('rev-parse', 'HEAD');
  repository.git('tag', '1.0.0');
  repository.git('tag', '-a', '-m', 'the second', 'v1.1.0');
  const second = repository.commit('Another page', { 'more.tf': 'output "m" {\n  value = 2\n}\n' });
  for (const tag of ['v2.0.0', '2.0.0', 'release', '3.0', 'x1.2.3']) repository.git('tag', tag);
  const { status, body } = await publish(context);
  assert.is(status, 201, JSON.stringify(body));
  const { attributes } = body.data;
  assert.equal([attributes.status, attributes['publishing-mechanism']], ['setup_complete', 'git_tag']);
  const repo = attributes['vcs-repo'];
  assert.equal(
    [repo['repository-http-url'], repo['service-provider'], repo['ingress-submodules'], repo.branch],
    ['https://github.com/acme/web', 'github', true, ''],
  );
  assert.match(repo['webhook-url'], /\/webhooks\/vcs\/[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}$/);
  assert.equal(await listVersions(context), [
    ['2.0.0', 'ok', second],
    ['1.1.0', 'ok', first],
    ['1.0.0', 'ok', first],
  ]);
  assert.equal(await listFiles(context, '1.0.0'), ['main.tf']);
  assert.equal(await listFiles(context, '2.0.0'), ['main.tf', 'more.tf']);
});

test('a prefix and a folder: several modules in one repository', async (context) => {
  const { repository, request } = context;
  repository.commit('Add a module', { 'modules/site/site.tf': '', 'modules/other/other.tf': '' });
  for (const tag of ['site-1.0.0', 'other-9.0.0', '5.0.0']) repository.git('tag', tag);
  await publish(context, {}, { 'tag-prefix': 'site-', 'source-directory': 'modules/site/' });
  assert.equal(
    (await listVersions(context)).map(([version]: any) => version),
    ['1.0.0'],
  );
  assert.equal(await listFiles(context, '1.0.0'), ['site.tf']);
  await publish(context, { name: 'gone' }, { 'tag-prefix': 'site-', 'source-directory': 'modules/gone' });
  await publish(context, { name: 'out' }, { 'tag-prefix': 'site-', 'source-directory': '../elsewhere' });
  const events = (await request('GET /organizations/acme/vcs-events')).body.data.map(({ attributes }: any) => attributes.message);
  assert.ok(events.includes('The version 1.0.0 of acme/web is no module: its source-directory leaves the repository.'), events.join('\n'));
  assert.is(events.length, 2);
});

test('a module of a branch begins with its initial version', async (context) => {
  const head = context.repository.git('rev-parse', 'HEAD');
  context.repository.git('tag', '7.0.0');
  const { body } = await publish(context, { 'initial-version': '0.1.0' }, { branch: 'main' });
  assert.is(body.data.attributes['publishing-mechanism'], 'branch');
  assert.equal(await listVersions(context), [['0.1.0', 'ok', head]]);
});

test('a pushed tag is a new version; other pushes bring none', async (context) => {
  const { repository, request, send } = context;
  const module = (await publish(context)).body.data;
  assert.equal(await listVersions(context), []);
  const head = repository.git('rev-parse', 'HEAD');
  const push = (ref: string) => send(module, { ref, after: head, before: '0'.repeat(40), created: true });
  const outcome = (message: string | null) => [{ 'configuration-version': null, run: null, message }];
  assert.equal(await push('refs/heads/main'), outcome('versions of a module are made of tags'));
  repository.git('tag', 'v1.0.0');
  assert.equal(await push('refs/tags/v1.0.0'), outcome(null));
  assert.equal(await push('refs/tags/v1.0.0'), outcome('no tag names a version that the module does not have'));
  assert.equal(await listVersions(context), [['1.0.0', 'ok', head]]);
  const unknown = { attributes: { 'vcs-repo': { 'webhook-url': 'http://x/webhooks/vcs/5b0f7c1e-6a53-4c0e-9a52-0d6f4a1be001' } } };
  assert.is((await send(unknown, {})).status, 404);
  assert.is((await request('DELETE /organizations/acme/registry-modules/private/acme/site/web')).status, 204);
  assert.is((await send(module, {})).status, 404, 'the address goes with the module');
});

test('its commits are listed, the latest first, page by page; a module without a repository has none', async (context) => {
  const { repository, request } = context;
  const latest = repository.commit('More\n\nand more', { 'more.tf': '' });
  await publish(context);
  const commits = '/organizations/acme/registry-modules/private/acme/site/web/commits';
  const { body } = await request(`GET ${commits}?page[size]=1`);
  assert.equal([body.meta.pagination['total-count'], body.data.length, body.data[0].id, body.data[0].type], [2, 1, latest, 'commit']);
  const { date, ...attributes } = body.data[0].attributes;
  assert.match(date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
  assert.equal(attributes, {
    sha: latest,
    url: null,
    author: 'Jo',
    'author-avatar-url': null,
    'author-html-url': null,
    message: 'More\n\nand more',
  });
  await request('POST /organizations/acme/registry-modules', document('registry-modules', { name: 'plain', provider: 'web' }));
  assert.is((await request(`GET ${commits.replace('/site/', '/plain/')}`)).status, 404);
});

test('a missing repository is reported in the events; the address is not for readers', async (context) => {
  const { request, member } = context;
  const { status } = await publish(context, { 'initial-version': '1.0.0' }, { identifier: 'acme/none', branch: 'main' });
  assert.is(status, 201);
  assert.equal(await listVersions(context), [['1.0.0', 'ok', undefined]]);
  const [event] = (await request('GET /organizations/acme/vcs-events')).body.data;
  assert.is(event.attributes.message, 'the repository acme/none is not in the folder of repositories of this service');
  const { token } = await member('mia');
  const shown = await request('GET /organizations/acme/registry-modules/private/acme/site/web', undefined, { token });
  assert.is(shown.body.data.attributes['vcs-repo']['webhook-url'], null);
});

test.run();
