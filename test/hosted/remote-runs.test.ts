import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { startRemoteEngine, type RemoteEngine } from './support/remote-engine.ts';
// watchdog: 240 s

/** The engine with a `cloud` block, through TLS, in workspaces of remote execution: its runs follow scripts. */
const remote = engine.found ? await startRemoteEngine() : undefined;
const suiteOf = suite<RemoteEngine>('the engine with runs of the service');
const test = remote ? suiteOf : skipWithReason(suiteOf, engine.found ? 'no openssl here' : engine.reason);
if (remote) {
  suiteOf.before((context) => {
    Object.assign(context, remote);
  });
  suiteOf.after(() => remote.close());
}

const initialize = async ({ createFolder, run }: RemoteEngine, workspace: string, more?: string): Promise<string> => {
  const folder = createFolder(workspace, more);
  const { code, text } = await run(folder, 'init', '-no-color');
  assert.is(code, 0, text);
  return folder;
};
const readRuns = async ({ request }: RemoteEngine, workspace: string) =>
  (await request('GET', `/organizations/acme/runs?filter[workspace_names]=${workspace}`)).data.map(({ attributes }: any) => attributes);

test('plan: the changes that the run found, and nothing is applied', async (context) => {
  const folder = await initialize(context, 'planned', 'variable "region" {}\nresource "terraform_data" "web" {}\n');
  const { code, text } = await context.run(
    folder,
    'plan',
    '-no-color',
    '-var',
    'region=eu',
    '-target=terraform_data.web',
    '-refresh=false',
  );
  assert.is(code, 0, text);
  assert.match(text, /terraform_data\.web will be created/);
  assert.match(text, /Plan: 1 to add, 0 to change, 0 to destroy\./);
  const [run] = await readRuns(context, 'planned');
  assert.equal(
    [run.status, run['plan-only'], run.refresh, run['target-addrs'], run.variables, run.source],
    ['planned_and_finished', true, false, ['terraform_data.web'], [{ key: 'region', value: '"eu"' }], 'terraform+cloud'],
  );
});

test('a plan that fails ends the command with the words of its log', async (context) => {
  const folder = await initialize(context, 'failing');
  await context.request('POST', '/_local/run-outcome', { outcome: 'plan-errored' });
  const { code, text } = await context.run(folder, 'plan', '-no-color');
  assert.is(code, 1, text);
  assert.match(text, /Error: The plan failed, as its script says\./);
});

const stateOf = (value: string) => ({
  version: 4,
  terraform_version: '1.11.4',
  serial: 1,
  lineage: '11111111-2222-4333-8444-555555555555',
  outputs: { words: { value, type: 'string' } },
  resources: [],
});

test('apply -auto-approve: the log of the apply, and the state that the run left', async (context) => {
  const folder = await initialize(context, 'applied');
  await context.request('POST', '/_local/run-outcome', { plan: { additions: 3 }, apply: { state: stateOf('hello') } });
  const { code, text } = await context.run(folder, 'apply', '-auto-approve', '-no-color');
  assert.is(code, 0, text);
  assert.match(text, /Plan: 3 to add, 0 to change, 0 to destroy\./);
  assert.match(text, /Apply complete! Resources: 3 added, 0 changed, 0 destroyed\./);
  assert.match((await context.run(folder, 'output', '-raw', 'words')).text, /hello/);
  const [run] = (await context.request('GET', '/organizations/acme/runs?filter[workspace_names]=applied&include=apply')).included;
  const [version] = run.relationships['state-versions'].data;
  const read = (await context.request('GET', `/state-versions/${version.id}`)).data;
  assert.equal([read.attributes.serial, read.attributes.status], [1, 'finalized']);
});

test('an apply that fails half way keeps its state and ends the command', async () => {
  // The engine reads the run once more after the log of its plan: of a run that has failed by then it shows no apply.
  const slow = (await startRemoteEngine({ runStatusMilliseconds: 1000 }))!;
  try {
    const folder = await initialize(slow, 'half');
    await slow.request('POST', '/_local/run-outcome', { outcome: 'apply-errored', apply: { state: stateOf('half') } });
    const { code, text } = await slow.run(folder, 'apply', '-auto-approve', '-no-color');
    assert.is(code, 1, text);
    assert.match(text, /Error: The apply failed, as its script says\./, text);
    assert.match((await slow.run(folder, 'output', '-raw', 'words')).text, /half/);
  } finally {
    await slow.close();
  }
});

test('destroy: what the workspace manages', async (context) => {
  const folder = await initialize(context, 'destroyed');
  const { id } = (await context.request('GET', '/organizations/acme/workspaces/destroyed')).data;
  await context.request('PATCH', `/_local/workspaces/${id}`, { resourceCount: 2 });
  const { code, text } = await context.run(folder, 'destroy', '-auto-approve', '-no-color');
  assert.is(code, 0, text);
  assert.match(text, /Destroy complete! Resources: 2 destroyed\./);
  assert.is((await context.request('GET', `/workspaces/${id}`)).data.attributes['resource-count'], 0);
});

test('a plan without changes needs no confirmation', async (context) => {
  const folder = await initialize(context, 'settled');
  await context.request('POST', '/_local/run-outcome', { outcome: 'no-changes' });
  const { code, text } = await context.run(folder, 'apply', '-no-color', '-input=false');
  assert.is(code, 0, text);
  assert.match(text, /No changes\. Your infrastructure matches the configuration\./);
});

test('plan -out, show, show -json, apply of the saved plan, and no second time', async (context) => {
  const folder = await initialize(context, 'saved');
  const planned = await context.run(folder, 'plan', '-no-color', '-out=plan.out');
  assert.is(planned.code, 0, planned.text);
  const shown = await context.run(folder, 'show', '-no-color', 'plan.out');
  assert.match(shown.text, /terraform_data\.example\[0\] will be created/);
  assert.match(shown.text, /Run status: planned and saved \(confirmable\)/);
  const json = await context.run(folder, 'show', '-json', 'plan.out');
  const changes = JSON.parse(json.text).resource_changes;
  assert.equal(
    changes.map((one: any) => one.change.actions),
    [['create']],
  );
  const applied = await context.run(folder, 'apply', '-no-color', 'plan.out');
  assert.is(applied.code, 0, applied.text);
  assert.match(applied.text, /Apply complete! Resources: 1 added, 0 changed, 0 destroyed\./);
  const again = await context.run(folder, 'apply', '-no-color', 'plan.out');
  assert.is(again.code, 1, again.text);
});

test('policies, costs, tasks and warnings of a run are shown', async (context) => {
  const folder = await initialize(context, 'governed');
  await context.request('POST', '/_local/run-outcome', {
    cost: { resources: 3, matched: 2, unmatched: 1, prior: '7.5', proposed: '20.0', delta: '12.5' },
    policyChecks: [{ status: 'passed', output: 'Sentinel Result: true\n' }],
    taskStages: [{ stage: 'post_plan', results: [{ name: 'scan', message: 'all fine' }] }],
    events: [{ action: 'changed_policy_enforcements', description: 'the enforcement of one policy has changed' }],
  });
  const { code, text } = await context.run(folder, 'apply', '-auto-approve', '-no-color');
  assert.is(code, 0, text);
  for (const words of [/\$20\.0\/mo \+\$12\.5/, /Sentinel Result: true/, /scan/, /the enforcement of one policy has changed/])
    assert.match(text, words);
});

suiteOf.run();
