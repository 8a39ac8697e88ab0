import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pullRequestPayload, pushPayload, commitSha } from './payloads.ts';
import { type TestResponse, startEventTest, type EventTest } from './support.ts';

const settings = suite<{ here: EventTest }>('advanced settings and events');
settings.before.each(async (context) => {
  context.here = await startEventTest();
});
settings.after.each(async ({ here }) => {
  await here.close();
});
const why = ({ body }: TestResponse): string => body.ignored[0]?.message ?? 'started';

settings(
  'build_prs_only: the default branch, tags, overrides, and branches with an open pull request',
  async ({ here: { sendGithub: github, createTriggers: triggered, updateSettings: set } }) => {
    const { slug } = await triggered('web', 'all-pushes');
    await set(slug, { build_prs_only: true, pr_only_branch_overrides: ['release'] });
    const branch = async (name: string) => why(await github('push', pushPayload(`refs/heads/${name}`)));
    const refusal = 'No pipeline was started: only branches with an open pull request are built (build_prs_only).';
    assert.equal(
      [await branch('main'), await branch('release'), why(await github('push', pushPayload('refs/tags/v1'))), await branch('door')],
      ['started', 'started', 'started', refusal],
    );
    assert.is(why(await github('pull_request', pullRequestPayload('opened'))), 'started', 'it makes up for the push that was not built');
    assert.is(await branch('door'), 'started');
    await github('pull_request', pullRequestPayload('closed'));
    assert.is(await branch('door'), refusal);
  },
);

settings(
  'build_fork_prs: pull requests of forks are built where it is on',
  async ({ here: { sendGithub: github, createTriggers: triggered, updateSettings: set, pipelines } }) => {
    const { slug } = await triggered('web', 'only-open-prs');
    assert.is(
      why(await github('pull_request', pullRequestPayload('opened', { fork: true }))),
      'No pipeline was started: pull requests of forks are not built (build_fork_prs).',
    );
    await set(slug, { build_fork_prs: true });
    assert.is(why(await github('pull_request', pullRequestPayload('opened', { fork: true }))), 'started');
    assert.equal(
      (await pipelines()).map(({ vcs }: any) => [vcs.branch, vcs.revision]),
      [['pull/7', commitSha('3')]],
    );
  },
);

settings(
  'forks_receive_secret_env_vars: a context lets no job of a fork in unless it is on',
  async ({ here: { sendGithub: github, createTriggers: triggered, updateSettings: set, pipelines, statuses, wait, store, context } }) => {
    const { id, slug } = await triggered('web', 'only-open-prs');
    await context('prod');
    const text =
      'version: 2.1\njobs:\n  test: { docker: [{ image: node }], steps: [checkout] }\nworkflows:\n' +
      '  all: { jobs: [test: { context: prod }] }\n';
    await store.write(async (tx) => {
      await tx.update((await tx.get('ci-configurations', `text-${id}`))!, { body: { text } });
    });
    await set(slug, { build_fork_prs: true });
    const ended = async () => {
      await wait(1000);
      return statuses((await pipelines()).at(-1).id);
    };
    await github('pull_request', pullRequestPayload('opened', { fork: true }));
    assert.equal(await ended(), { all: ['unauthorized', { test: 'unauthorized' }] });
    await set(slug, { forks_receive_secret_env_vars: true });
    await github('pull_request', pullRequestPayload('opened', { fork: true }));
    assert.equal(await ended(), { all: ['success', { test: 'success' }] });
  },
);

settings(
  'autocancel_builds: an earlier commit of the branch is canceled, the default branch goes on',
  async ({ here: { sendGithub: github, createTriggers: triggered, updateSettings: set, pipelines, statuses, wait } }) => {
    const { slug } = await triggered('web', 'all-pushes', 'all-pushes');
    await set(slug, { autocancel_builds: true });
    const at = (branch: string, digit: string) =>
      github('push', pushPayload(`refs/heads/${branch}`, { after: commitSha(digit), head_commit: { id: commitSha(digit), message: 'x' } }));
    await at('door', '2');
    await at('main', '2');
    await wait(200);
    await at('door', '3');
    await at('main', '3');
    await wait(1000);
    const seen = await Promise.all(
      (await pipelines()).map(async ({ id, vcs }: any) => [vcs.branch, vcs.revision[0], (await statuses(id)).all[0]]),
    );
    assert.equal(seen, [
      ['door', '2', 'canceled'],
      ['door', '2', 'canceled'],
      ['main', '2', 'success'],
      ['main', '2', 'success'],
      ['door', '3', 'success'],
      ['door', '3', 'success'],
      ['main', '3', 'success'],
      ['main', '3', 'success'],
    ]);
  },
);

settings(
  'autocancel_builds: what somebody asked for goes on',
  async ({ here: { ci, sendGithub: github, createTriggers: triggered, updateSettings: set, pipelines, statuses, wait } }) => {
    const { slug, definition } = await triggered('web', 'all-pushes');
    await set(slug, { autocancel_builds: true });
    await ci(`POST /project/${slug}/pipeline/run`, { definition_id: definition, checkout: { branch: 'door' } });
    await wait(200);
    await github('push', pushPayload('refs/heads/door', { after: commitSha('3'), head_commit: { id: commitSha('3'), message: 'x' } }));
    await wait(1000);
    assert.equal(
      await Promise.all(
        (await pipelines()).map(async ({ id, trigger, vcs }: any) => [trigger.type, vcs.branch, (await statuses(id)).all[0]]),
      ),
      [
        ['api', 'door', 'success'],
        ['webhook', 'door', 'success'],
      ],
    );
  },
);

settings(
  'autocancel_builds: pipelines of one event, whose commit nobody knows, leave each other alone',
  async ({ here: { sendEvent: event, createTriggers: triggered, updateSettings: set, pipelines, statuses, wait } }) => {
    const { slug } = await triggered('web', 'all-pushes', 'all-pushes');
    await set(slug, { autocancel_builds: true });
    await event({ event: 'branch-updated', repository: '41', branch: 'door' });
    await wait(1000);
    assert.equal(await Promise.all((await pipelines()).map(async ({ id }: any) => (await statuses(id)).all?.[0])), ['success', 'success']);
  },
);

settings(
  'setup_workflows: off refuses a setup configuration',
  async ({ here: { sendGithub: github, createTriggers: triggered, updateSettings: set, pipelines, wait, store } }) => {
    const { id, slug } = await triggered('web', 'all-pushes');
    const text =
      'version: 2.1\nsetup: true\njobs:\n  test: { docker: [{ image: node }], steps: [checkout] }\nworkflows:\n  all: { jobs: [test] }\n';
    await store.write(async (tx) => {
      await tx.update((await tx.get('ci-configurations', `text-${id}`))!, { body: { text } });
    });
    const state = async () => {
      await github('push', pushPayload('refs/heads/main'));
      await wait(200);
      return (await pipelines()).at(-1).state;
    };
    assert.is(await state(), 'errored');
    await set(slug, { setup_workflows: true });
    assert.is(await state(), 'setup');
  },
);

settings.run();
