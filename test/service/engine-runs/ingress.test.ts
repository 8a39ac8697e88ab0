import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { createRepository, type TestRepository } from '../../../service/test/ingress/support.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';

const suiteOf = suite<{ here: EngineRunsTest; repository: TestRepository }>('the engine runs what was pushed');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
if (engine.found) {
  suiteOf.before(async (context) => {
    context.repository = createRepository();
    context.here = await startEngineRuns({}, { settings: { repositoriesFolder: context.repository.folder } });
  });
  suiteOf.after(async ({ here }) => {
    await here.close();
  });
}

/** The hook of the page, which reports pushes to this address. */
const installHook = ({ folder }: TestRepository, webhook: string): void => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/runs.md'), 'utf8');
  const script = /```sh\n(#!\/bin\/sh\nwhile[^`]+)```/.exec(page)![1]!;
  writeFileSync(join(folder, 'acme/web.git/hooks/post-receive'), script, { mode: 0o755 });
  writeFileSync(join(folder, 'acme/web.git/webhooks'), `${webhook}\n`);
};
/** Pushes while the service can answer the hook; to a new branch, if one is named. The hash of the commit. */
const pushFile = async ({ path }: TestRepository, message: string, name: string, text: string, branch?: string): Promise<string> => {
  const run = promisify(execFile);
  const git = async (words: readonly string[]) => run('git', words);
  const author = ['-c', 'user.name=Jo', '-c', 'user.email=jo@acme.example', '-c', 'commit.gpgsign=false'];
  if (branch !== undefined) await git(['-C', path, 'checkout', '-q', '-b', branch]);
  writeFileSync(join(path, name), text);
  await git(['-C', path, 'add', '-A']);
  await git(['-C', path, ...author, 'commit', '-q', '-m', message]);
  await git(['-C', path, 'push', '-q', '--mirror', 'origin']);
  return (await git(['-C', path, 'rev-parse', 'HEAD'])).stdout.trim();
};
const webhookOf = async ({ request }: EngineRunsTest, workspace: string): Promise<string> =>
  (await request(`GET /workspaces/${workspace}`)).body.data.attributes['vcs-repo']['webhook-url'];

test('a push to the folder of a workspace is planned and applied there; a pull request is planned', async ({ here, repository }) => {
  repository.commit('Begin', { 'infra/web/main.tf': 'output "version" {\n  value = module.name.text\n}\n' });
  const client = await here.request('POST /organizations/acme/oauth-clients', {
    data: {
      type: 'oauth-clients',
      attributes: { 'service-provider': 'github', 'http-url': 'https://github.com', 'api-url': 'https://api.github.com' },
    },
  });
  const token = client.body.data.relationships['oauth-tokens'].data[0].id;
  const workspace = await here.createWorkspace('web', {
    'working-directory': 'infra/web',
    'queue-all-runs': false,
    'auto-apply': true,
    'vcs-repo': { identifier: 'acme/web', 'oauth-token-id': token },
  });
  repository.commit('Add the module', {
    'infra/web/module.tf': 'module "name" {\n  source = "../../modules/name"\n}\n',
    'modules/name/main.tf': 'output "text" {\n  value = "pushed"\n}\n',
  });
  const first = await here.start(workspace);
  const run = await here.until(first, 'applied', 'errored');
  assert.equal([run.status, run.message], ['applied', '']);
  const outputs = await here.request(`GET /workspaces/${workspace}/current-state-version-outputs`);
  assert.equal(
    outputs.body.data.map(({ attributes }: any) => [attributes.name, attributes.value]),
    [['version', 'pushed']],
  );
  installHook(repository, here.address + new URL(await webhookOf(here, workspace)).pathname);
  await pushFile(repository, 'Change it', 'infra/web/more.tf', 'output "more" {\n  value = 1\n}\n');
  const [latest] = (await here.request(`GET /workspaces/${workspace}/runs`)).body.data;
  const pushed = await here.until(latest.id, 'applied', 'errored');
  assert.equal([pushed.status, pushed.message], ['applied', 'Change it']);

  const sha = await pushFile(repository, 'Try it', 'infra/web/tried.tf', 'output "tried" {\n  value = 2\n}\n', 'feature');
  const head = { ref: 'feature', sha, repo: { id: 1 } };
  const pullRequest = {
    number: 7,
    title: 'A try',
    html_url: 'https://github.com/acme/web/pull/7',
    head,
    base: { ref: 'main', repo: { id: 1 } },
  };
  const response = await fetch(here.address + new URL(await webhookOf(here, workspace)).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'opened', pull_request: pullRequest }),
  });
  const [event] = ((await response.json()) as any).events;
  const planned = await here.until(event.run, 'planned_and_finished', 'errored');
  assert.equal([planned.status, planned.message, planned['plan-only']], ['planned_and_finished', 'Try it', true]);
  const plan = (await here.request(`GET /runs/${event.run}/plan`)).body.data.id;
  const { output_changes: changes } = (await here.request(`GET /plans/${plan}/json-output`)).body;
  assert.equal([changes.tried.actions, changes.more.actions], [['create'], ['no-op']]);
  const kept = (await here.request(`GET /workspaces/${workspace}/current-state-version-outputs`)).body.data;
  assert.equal(kept.map(({ attributes }: any) => attributes.name).sort(), ['more', 'version'], 'nothing is applied');
});

suiteOf.run();
