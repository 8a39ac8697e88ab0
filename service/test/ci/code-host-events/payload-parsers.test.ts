import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { commentPayload, pullRequestPayload, commitSha } from './payloads.ts';
import { sign, startEventTest, type EventTest } from './support.ts';

const shapes = suite<{ here: EventTest }>('shapes of CI events');
shapes.before.each(async (context) => {
  context.here = await startEventTest();
});
shapes.after.each(async ({ here }) => {
  await here.close();
});
const started = async ({ pipelines }: EventTest): Promise<unknown> =>
  (await pipelines()).map(({ vcs: { branch, tag, revision } }: any) => [branch ?? tag, revision?.[0] ?? null]);

shapes("our own: git's words for a push, or a word for what happened", async ({ here }) => {
  const { sendEvent: event, createTriggers: triggered } = here;
  await triggered('web', 'all-pushes', 'only-merged-prs', 'only-branch-delete');
  assert.is(
    (
      await event({
        event: 'push',
        repository: '41',
        ref: 'refs/heads/door',
        before: commitSha('0'),
        after: commitSha('2'),
        message: 'Fix',
      })
    ).status,
    201,
  );
  assert.is((await event({ event: 'push', repository: 'acme/41', ref: 'refs/tags/v1', after: commitSha('3') })).status, 201, 'by its name');
  assert.is(
    (await event({ event: 'push', repository: '41', ref: 'refs/heads/door', before: commitSha('2'), after: commitSha('0') })).status,
    201,
    'gone',
  );
  assert.is((await event({ event: 'branch-updated', repository: '41', branch: 'door' })).status, 201);
  assert.is(
    (
      await event({
        event: 'pr-merged',
        repository: '41',
        revision: commitSha('6'),
        pull_request: { number: 7, branch: 'door', base: 'main' },
      })
    ).status,
    201,
  );
  assert.is(
    (await event({ event: 'pr-opened', repository: '41', pull_request: { number: 8, branch: 'window', base: 'main' } })).status,
    200,
  );
  assert.equal(await started(here), [
    ['door', '2'],
    ['v1', '3'],
    ['main', null],
    ['door', null],
    ['main', '6'],
  ]);
});

shapes('our own, with an id of its delivery', async ({ here }) => {
  const push = { event: 'branch-updated', repository: '41', branch: 'door', delivery: 'door-1' };
  await here.createTriggers('web', 'all-pushes');
  assert.equal([(await here.sendEvent(push)).status, (await here.sendEvent(push)).status, (await here.pipelines()).length], [201, 200, 1]);
});

shapes('our own: what does not fit', async ({ here: { sendEvent: event, send, org } }) => {
  const why = async (body: object) => {
    const {
      status,
      body: { message },
    } = await event(body);
    return [status, message];
  };
  assert.equal(await why({ event: 'push', repository: '41' }), [400, 'ref: is required with the event push']);
  assert.equal(await why({ event: 'tag-created', repository: '41', branch: 'v1' }), [400, 'tag: is required with the event tag-created']);
  assert.equal(await why({ event: 'pr-opened', repository: '41' }), [400, 'pull_request: is required with an event of a pull request']);
  assert.equal(await why({ event: 'branch-updated', repository: '41', branch: 'a', tag: 'b' }), [
    400,
    'expected one of branch, tag and ref',
  ]);
  assert.equal(await why({ event: 'pr-opened', repository: '41', pull_request: { number: 7, base: 'main' } }), [
    400,
    'pull_request.branch: is required: expected the name of a branch or tag, 1 to 255 characters without spaces',
  ]);
  assert.equal((await send(`/api/v2/organizations/${org}/code-host-events`, '{}')).status, 401);
  assert.equal((await send(`/api/v2/organizations/${org}/code-host-events`, '{}', { 'ci-token': 'stranger-token' })).status, 404);
});

shapes('a Bitbucket data center: pushes of several refs, pull requests', async ({ here }) => {
  const { send, ci, org, store } = here;
  const { id } = await here.createTriggers('web');
  const definition = (await ci(`GET /projects/${id}/pipeline-definitions`)).body.items[0].id;
  // Triggers of this kind are made where the host is connected, not by requests.
  await store.write((tx) =>
    tx.insert({
      id: 'aaaaaaaa-0000-4000-8000-000000000001',
      kind: 'ci-triggers',
      scope: id,
      key: 'dc',
      name: '',
      body: {
        definition,
        provider: 'codehost_dc',
        repository: { externalId: '41', fullName: 'ACME/web' },
        webhook: null,
        eventName: null,
        eventPreset: null,
        checkoutRef: null,
        configRef: null,
        disabled: false,
        createdAt: '2026-05-01T12:00:00.000Z',
      },
    }),
  );
  const { secret } = (await ci(`POST /organizations/${org}/code-host-secret`)).body;
  const post = (key: string, payload: object) => {
    const body = JSON.stringify(payload);
    return send('/hooks/code-host/acme', body, { 'x-event-key': key, 'x-hub-signature': sign(secret, body) });
  };
  const ref = (type: string, name: string) => ({ id: `refs/${type === 'TAG' ? 'tags' : 'heads'}/${name}`, displayId: name, type });
  const change = (type: string, kind: string, name: string, to: string) => ({
    ref: ref(kind, name),
    fromHash: commitSha('1'),
    toHash: commitSha(to),
    type,
  });
  const repository = { id: 41, slug: 'web' };
  const answer = await post('repo:refs_changed', {
    actor: { name: 'olivia' },
    repository,
    changes: [change('ADD', 'BRANCH', 'door', '2'), change('ADD', 'TAG', 'v1', '3'), change('DELETE', 'BRANCH', 'old', '0')],
  });
  assert.equal(
    [answer.status, answer.body.pipelines.length, answer.body.ignored.map((one: any) => one.message)],
    [201, 2, ['No pipeline was started: all-pushes does not take branch-deleted.']],
  );
  assert.equal(await started(here), [
    ['door', '2'],
    ['v1', '3'],
  ]);
  const opened = await post('pr:opened', {
    actor: { name: 'olivia' },
    pullRequest: {
      id: 7,
      title: 'A door',
      state: 'OPEN',
      fromRef: { displayId: 'door', latestCommit: commitSha('2'), repository },
      toRef: { displayId: 'main', latestCommit: commitSha('1'), repository },
    },
  });
  assert.equal(opened.body.ignored[0].message, 'No pipeline was started: all-pushes does not take pr-opened.');
  assert.equal((await post('diagnostics:ping', { test: true })).body, { pipelines: [], ignored: [] });
  assert.equal(
    (await post('repo:modified', {})).body.ignored[0].message,
    'No pipeline was started: the event "repo:modified" starts none.',
  );
});

shapes("a comment is about the pull request that was received before; an unknown one is taken for a fork's", async ({ here }) => {
  const { sendGithub: github, createTriggers: triggered } = here;
  await triggered('web', 'pr-comment-equals-run-ci');
  assert.equal(
    (await github('issue_comment', commentPayload('run ci'))).body.ignored[0].message,
    'No pipeline was started: pull requests of forks are not built (build_fork_prs).',
  );
  await github('pull_request', pullRequestPayload('opened'));
  assert.is((await github('issue_comment', commentPayload('run ci'))).status, 201);
  assert.equal(await started(here), [['door', '3']]);
});

shapes('a repository on this machine tells by its post-receive hook', async ({ here }) => {
  const { org, listening, store, createTriggers: triggered, wait, ci } = here;
  const [bare, work] = [temporaryFolder(), temporaryFolder()];
  const git = (...words: string[]): string =>
    execFileSync('git', ['-C', work, '-c', 'user.name=o', '-c', 'user.email=o@acme.example', '-c', 'commit.gpgsign=false', ...words], {
      stdio: 'pipe',
      encoding: 'utf8',
    });
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare]);
  git('init', '-q', '-b', 'main');
  mkdirSync(join(work, '.ci'));
  writeFileSync(
    join(work, '.ci/config.yml'),
    'version: 2.1\njobs:\n  own: { docker: [{ image: node }], steps: [checkout] }\nworkflows:\n  all: { jobs: [own] }\n',
  );
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  // As docs/ci-service.md has it.
  writeFileSync(
    join(bare, 'hooks/post-receive'),
    `#!/bin/sh
while read before after ref; do
  curl --silent --show-error --header "Ci-Token: $SLIPWAY_TOKEN" --data "{\\"event\\": \\"push\\", \
\\"repository\\": \\"acme/web\\", \\"ref\\": \\"$ref\\", \\"before\\": \\"$before\\", \
\\"after\\": \\"$after\\"}" "$SLIPWAY_EVENTS" >/dev/null
done
`,
  );
  chmodSync(join(bare, 'hooks/post-receive'), 0o755);
  await store.write((tx) =>
    tx.insert({
      id: 'repository',
      kind: 'ci-repositories',
      scope: org,
      key: '41',
      name: 'acme/web',
      body: { fullName: 'acme/web', defaultBranch: 'main', openSource: false, path: bare },
    }),
  );
  await triggered('web', 'all-pushes');
  await promisify(execFile)('git', ['-C', work, 'push', '-q', bare, 'main'], {
    env: {
      ...process.env,
      SLIPWAY_TOKEN: 'owner-token',
      SLIPWAY_EVENTS: `${listening.address}/api/v2/organizations/${org}/code-host-events`,
    },
  });
  const [{ id, vcs }] = await here.pipelines();
  assert.equal(vcs, {
    provider_name: 'Native',
    branch: 'main',
    tag: null,
    review_id: null,
    revision: git('rev-parse', 'HEAD').trim(),
    commit: { subject: 'first', body: '' },
  });
  await wait(100);
  assert.match((await ci(`GET /pipeline/${id}/config`)).body.source, 'own:');
});

shapes.run();
