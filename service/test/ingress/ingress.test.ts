import { symlinkSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readArchive } from '../../src/workspaces/configuration-versions/archive-content.ts';
import type { StoredConfigurationVersion } from '../../src/workspaces/configuration-versions/stored.ts';
import { createIngressTest, type IngressTest } from './support.ts';
import { document } from '../documents.ts';

const test = suite<IngressTest>('runs of pushes to a repository');
test.before.each(async (context) => {
  Object.assign(context, await createIngressTest());
});
test.after.each(async ({ close }) => {
  await close();
});

const versionsOf = async ({ request }: IngressTest, workspace: string): Promise<any[]> =>
  (await request(`GET /workspaces/${workspace}/configuration-versions`)).body.data;
const runsOf = async ({ request }: IngressTest, workspace: string): Promise<any[]> =>
  (await request(`GET /workspaces/${workspace}/runs`)).body.data;
const eventsOf = async ({ request }: IngressTest, query = ''): Promise<any[]> =>
  (await request(`GET /organizations/acme/vcs-events${query}`)).body.data;

test('a new workspace takes the latest commit of its branch, and starts no run by itself', async (context) => {
  const workspace = await context.follow('web');
  const [version] = await versionsOf(context, workspace.id);
  const { attributes } = version;
  assert.equal(
    [attributes.status, attributes.source, attributes.speculative, attributes['status-timestamps']],
    ['uploaded', 'github', false, { 'fetching-at': '2026-05-01T12:00:00.000Z', 'uploaded-at': '2026-05-01T12:00:00.000Z' }],
  );
  const head = context.repository.git('rev-parse', 'HEAD');
  assert.equal((await context.request(`GET /configuration-versions/${version.id}/ingress-attributes`)).body.data.attributes, {
    'commit-sha': head,
    identifier: 'acme/web',
    branch: 'main',
    tag: null,
    'clone-url': 'https://github.com/acme/web.git',
    'commit-message': 'Create the site\n\nWith a page.',
    'commit-url': `https://github.com/acme/web/commit/${head}`,
    'compare-url': null,
    'is-pull-request': false,
    'on-default-branch': true,
    'pull-request-number': null,
    'pull-request-url': null,
    'pull-request-title': null,
    'pull-request-body': null,
    'sender-username': 'Jo',
    'sender-avatar-url': null,
    'sender-html-url': null,
  });
  assert.is(workspace.relationships['current-configuration-version'].data.id, version.id);
  assert.equal(await runsOf(context, workspace.id), []);
});

test('queue-all-runs: the new workspace has its run', async (context) => {
  const workspace = await context.follow('web', { 'queue-all-runs': true, 'auto-apply': true });
  const [run] = await runsOf(context, workspace.id);
  assert.equal(
    [run.attributes.message, run.attributes.source, run.attributes['auto-apply'], run.attributes['plan-only']],
    ['Create the site\n\nWith a page.', 'tfe-configuration-version', true, false],
  );
});

test('a run that is asked for has the latest commit, and is the first', async (context) => {
  const workspace = await context.follow('web');
  const revision = context.repository.commit('Change it', { 'main.tf': 'output "n" {\n  value = 2\n}\n' });
  const related = { workspace: { data: { type: 'workspaces', id: workspace.id } } };
  const run = (await context.request('POST /runs', document('runs', { message: 'by hand' }, related))).body.data;
  const version = (await context.request(`GET /runs/${run.id}/configuration-version?include=ingress_attributes`)).body;
  assert.is(version.included[0].attributes['commit-sha'], revision);
  await context.request('POST /runs', document('runs', { message: 'again' }, related));
  assert.is((await versionsOf(context, workspace.id)).length, 2, 'the same commit is taken once');
});

test('a push starts a run; the same event again starts none; a push before any run only brings the commit', async (context) => {
  const workspace = await context.follow('web', { 'queue-all-runs': true });
  const before = context.repository.git('rev-parse', 'HEAD');
  const after = context.repository.commit('Change it', { 'main.tf': '# changed\n' });
  const push = { ref: 'refs/heads/main', before, after, sender: { login: 'jo-at-the-host' } };
  const [event] = await context.send(workspace, push);
  assert.match(event['configuration-version'], /^cv-\w{16}$/);
  assert.is(event.message, null);
  const run = (await context.request(`GET /runs/${event.run}`)).body.data;
  assert.equal([run.attributes.message, run.attributes.status], ['Change it', 'pending']);
  const ingress = (await context.request(`GET /configuration-versions/${event['configuration-version']}/ingress-attributes`)).body.data;
  assert.equal([ingress.attributes['commit-sha'], ingress.attributes['sender-username']], [after, 'jo-at-the-host']);
  assert.equal(await context.send(workspace, push, { 'x-github-event': 'push' }), [
    { 'configuration-version': event['configuration-version'], run: null, message: 'this commit arrived before' },
  ]);
  assert.is((await runsOf(context, workspace.id)).length, 2);
  const quiet = await context.follow('quiet');
  const next = context.repository.commit('Again', { 'main.tf': '# again\n' });
  const [silent] = await context.send(quiet, { ref: 'refs/heads/main', before: after, after: next });
  assert.equal(
    [silent.run, silent.message],
    [null, 'runs of this workspace are started by hand: it had none yet, or its execution is local'],
  );
});

test('what the workspace does not follow starts nothing', async (context) => {
  const { repository } = context;
  const before = repository.git('rev-parse', 'HEAD');
  const workspace = await context.follow('web', { 'queue-all-runs': true, 'working-directory': 'infra' });
  const after = repository.commit('Docs', { 'docs/a.md': 'text\n' });
  repository.git('branch', 'feature');
  repository.git('tag', 'v1');
  const ignored = async (payload: object, headers?: { readonly [name: string]: string }) =>
    (await context.send(workspace, payload, headers)).map(({ message }: any) => message);
  assert.equal(await ignored({ ref: 'refs/heads/main', before, after }), ['no file changed that the triggers of the workspace name']);
  assert.equal(await ignored({ ref: 'refs/heads/feature', before, after }), ['the workspace follows the branch main']);
  assert.equal(await ignored({ ref: 'refs/tags/v1', after }), ['the workspace follows a branch, and has no tags-regex']);
  assert.equal(await ignored({ ref: 'refs/heads/main', before, after: '0'.repeat(40), deleted: true }), [
    'an event branch-deleted starts no run',
  ]);
  assert.equal(await ignored({}, { 'x-github-event': 'ping' }), []);
  assert.equal(await ignored({ ref: 'refs/notes/a' }), ['a push of neither a branch nor a tag']);
  assert.equal(await ignored({}, { 'x-github-event': 'star' }), ['the event "star"']);
  assert.is((await runsOf(context, workspace.id)).length, 1, 'that of its creation');
});

test('tags-regex: a tag that matches starts a run, and a push does not', async (context) => {
  const { repository } = context;
  const workspace = await context.follow('web', { 'queue-all-runs': true }, { 'tags-regex': '^v\\d+$' });
  const after = repository.commit('Release', { 'main.tf': '# release\n' });
  repository.git('tag', '-a', '-m', 'one', 'v1');
  repository.git('tag', 'nightly');
  const [push] = await context.send(workspace, { ref: 'refs/heads/main', after });
  assert.is(push.message, 'the workspace follows tags, by tags-regex');
  const [other] = await context.send(workspace, { ref: 'refs/tags/nightly', after });
  assert.is(other.message, 'the tag nightly does not match tags-regex');
  const [tag] = await context.send(workspace, { ref: 'refs/tags/v1', created: true });
  const ingress = (await context.request(`GET /configuration-versions/${tag['configuration-version']}/ingress-attributes`)).body.data;
  assert.equal([ingress.attributes['commit-sha'], ingress.attributes.tag, ingress.attributes.branch], [after, 'v1', null]);
  assert.match(tag.run, /^run-/);
});

const pullRequest = (repository: IngressTest['repository'], sha: string, more: object = {}) => ({
  action: 'opened',
  pull_request: {
    number: 7,
    title: 'A better page',
    html_url: 'https://github.com/acme/web/pull/7',
    head: { ref: 'feature', sha, repo: { id: 1 } },
    base: { ref: 'main', sha: repository.git('rev-parse', 'main'), repo: { id: 1 } },
    ...more,
  },
});

test('a pull request is planned only; a newer commit of it cancels the plan before', async (context) => {
  const { repository } = context;
  const workspace = await context.follow('web');
  repository.git('checkout', '-q', '-b', 'feature');
  const first = repository.commit('Try it', { 'main.tf': '# first\n' });
  const [opened] = await context.send(workspace, pullRequest(repository, first));
  const run = (await context.request(`GET /runs/${opened.run}`)).body.data;
  assert.equal([run.attributes['plan-only'], run.attributes.message], [true, 'Try it']);
  const version = (await context.request(`GET /configuration-versions/${opened['configuration-version']}?include=ingress_attributes`)).body;
  assert.equal(
    [
      version.data.attributes.speculative,
      version.included[0].attributes['is-pull-request'],
      version.included[0].attributes['pull-request-number'],
      version.included[0].attributes['pull-request-title'],
      version.included[0].attributes.branch,
    ],
    [true, true, 7, 'A better page', 'feature'],
  );
  const current = (await context.request(`GET /workspaces/${workspace.id}`)).body.data.relationships['current-configuration-version'].data
    .id;
  assert.is.not(current, opened['configuration-version']);
  const second = repository.commit('Try more', { 'main.tf': '# second\n' });
  const [updated] = await context.send(workspace, { ...pullRequest(repository, second), action: 'synchronize' });
  assert.is((await context.request(`GET /runs/${opened.run}`)).body.data.attributes.status, 'canceled');
  assert.is.not((await context.request(`GET /runs/${updated.run}`)).body.data.attributes.status, 'canceled');
});

test('pull requests that are not planned: of forks, to another branch, of other files, by choice', async (context) => {
  const { repository } = context;
  const workspace = await context.follow('web', { 'working-directory': 'infra' });
  repository.git('checkout', '-q', '-b', 'feature');
  const sha = repository.commit('Docs', { 'docs/a.md': 'text\n' });
  const outcome = async (more: object) => (await context.send(workspace, pullRequest(repository, sha, more)))[0].message;
  assert.is(await outcome({}), 'no file changed that the triggers of the workspace name');
  assert.is(await outcome({ base: { ref: 'next', repo: { id: 1 } } }), 'the workspace follows the branch main');
  assert.is(await outcome({ head: { ref: 'feature', sha, repo: { id: 2 } } }), 'the pull request comes from a fork');
  await context.request(`PATCH /workspaces/${workspace.id}`, document('workspaces', { 'speculative-enabled': false }));
  assert.is(await outcome({}), 'speculative-enabled of the workspace is false');
});

test('a file that git leaves out of releases belongs to the configuration, a link out of it does not', async (context) => {
  const { repository } = context;
  repository.commit('Attributes', { '.gitattributes': 'kept.tf export-ignore\n', 'kept.tf': '# kept\n' });
  const workspace = await context.follow('web', { 'queue-all-runs': true });
  const [version] = await versionsOf(context, workspace.id);
  const archive = await context.store.read(async (view) =>
    readArchive(view, (await view.get<StoredConfigurationVersion>('configuration-versions', version.id))!),
  );
  assert.ok(gunzipSync(archive).includes('kept.tf\0'));
  const before = repository.git('rev-parse', 'HEAD');
  symlinkSync('/etc/passwd', `${repository.path}/leak`);
  const after = repository.commit('A link', {});
  const [event] = await context.send(workspace, { ref: 'refs/heads/main', before, after });
  assert.is(event.run, null);
  assert.match(event.message, /leak/);
  const errored = (await context.request(`GET /configuration-versions/${event['configuration-version']}`)).body.data.attributes;
  assert.equal([errored.status, errored.error], ['errored', event.message]);
});

test('events of repositories are reported, the latest first, with what cannot be read', async (context) => {
  const workspace = await context.follow('web');
  await context.follow('gone', {}, { identifier: 'acme/gone' });
  await context.send(workspace, { ref: 'refs/heads/main', after: 'a'.repeat(40) });
  const events = await eventsOf(context);
  assert.equal(
    events.map(({ attributes }) => [attributes.level, attributes.message.replace(/[0-9a-f]{12}|cv-\w+/g, '…')]),
    [
      ['error', 'the repository acme/web cannot be read: fatal: Needed a single revision'],
      ['error', 'the repository acme/gone is not in the folder of repositories of this service'],
      ['info', 'The commit … of acme/web is the configuration version … of the workspace "web", run: none.'],
    ],
  );
  assert.is(events[0].relationships['oauth-token'].data.id, context.connection);
  assert.is((await eventsOf(context, '?filter[levels]=info')).length, 1);
  assert.is((await eventsOf(context, '?filter[from]=2030-01-01T00:00:00Z')).length, 0);
  const check = async (identifier: string) =>
    (await context.request(`GET /organizations/acme/vcs/repo?identifier=${encodeURIComponent(identifier)}`)).body.data.attributes.exists;
  assert.equal([await check('acme/web'), await check('acme/gone'), await check('../acme/web')], [true, false, false]);
});

test("a webhook is its workspace's secret: another address is 404, and an invalid payload 400", async (context) => {
  const workspace = await context.follow('web');
  const url = workspace.attributes['vcs-repo']['webhook-url'];
  const wrong = { attributes: { 'vcs-repo': { 'webhook-url': `${url.slice(0, -1)}0` } } };
  assert.is((await context.send(wrong, { ref: 'refs/heads/main' })).status, 404);
  assert.is((await context.send(workspace, {}, { 'x-github-event': 'push' })).status, 400);
  assert.is((await context.send(workspace, { pull_request: { number: 1 } })).status, 400);
});

test.run();
