/** Variables and limits of runs that the engine executes, and who executes them. */
// watchdog: 180 s
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { schedule } from '../../support/scale.ts';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { findCgroupBases } from '../../../service/src/runner/work-cgroups.ts';
import { countSleeping, withOwnSleeps } from '../../../service/test/runner/sleeping-processes.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';

const suiteOf = suite<{ here: EngineRunsTest; mirror: string }>('variables and limits of runs that the engine executes');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
if (engine.found) {
  suiteOf.before(async (context) => {
    context.mirror = temporaryFolder();
    context.here = await startEngineRuns({ providerMirror: context.mirror, runCpuSeconds: 77, runMemoryMegabytes: 8192 });
  });
  suiteOf.after(async (context) => {
    await context.here.close();
  });
}

/** A variable set with these values, each for a variable of its own; the values name the set. */
const createSet = async (here: EngineRunsTest, name: string, keys: readonly string[], attributes: object, relationships: object) => {
  const data = keys.map((key) => ({ type: 'vars', attributes: { key, value: name, category: 'terraform' } }));
  const { status, body } = await here.request('POST /organizations/acme/varsets', {
    data: { type: 'varsets', attributes: { name, ...attributes }, relationships: { vars: { data }, ...relationships } },
  });
  if (status >= 300) throw new Error(JSON.stringify(body));
};

test('variables of sets, the workspace and the run, by precedence', async ({ here }) => {
  const workspace = await here.createWorkspace('precedence');
  const project = (await here.request(`GET /workspaces/${workspace}`)).body.data.relationships.project.data.id;
  const [ofWorkspace, ofProject] = [
    { workspaces: { data: [{ type: 'workspaces', id: workspace }] } },
    { projects: { data: [{ type: 'projects', id: project }] } },
  ];
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const inOneGlobalSet = names.filter((name) => name !== 'h');
  await createSet(here, 'global', inOneGlobalSet, { global: true }, {});
  await createSet(here, 'project', names.slice(1), {}, ofProject);
  await createSet(here, 'z-set', names.slice(2), {}, ofWorkspace);
  await createSet(here, 'set', names.slice(2), {}, ofWorkspace);
  for (const key of names.slice(3)) await here.setVariable(workspace, { key, value: 'workspace', category: 'terraform' });
  await createSet(here, 'priority-set', names.slice(5, 6), { priority: true }, ofWorkspace);
  await createSet(here, 'priority-project', names.slice(6, 7), { priority: true }, ofProject);
  await createSet(here, 'priority-set-too', names.slice(6, 8), { priority: true }, ofWorkspace);
  await createSet(here, 'priority-global', names.slice(7, 8), { priority: true, global: true }, {});
  const variables = names.map((name) => `variable "${name}" {}\noutput "${name}" { value = var.${name} }\n`).join('');
  await here.upload(workspace, { 'main.tf': variables, 'terraform.tfvars': 'i = "file"\n', 'x.auto.tfvars': 'a = "file"\n' });
  const run = await here.start(workspace, {
    'plan-only': true,
    variables: names.slice(4, 8).map((key) => ({ key, value: '"run"' })),
  });
  await here.until(run, 'planned_and_finished');
  const plan = (await here.request(`GET /runs/${run}/plan`)).body.data.id;
  const { outputs } = (await here.request(`GET /plans/${plan}/json-output`)).body.planned_values;
  assert.equal(Object.fromEntries(names.map((name) => [name, outputs[name].value])), {
    a: 'global',
    b: 'project',
    c: 'set',
    d: 'workspace',
    e: 'run',
    f: 'priority-set',
    g: 'priority-project',
    h: 'priority-global',
    i: 'workspace',
  });
});

test('a configuration version whose content is missing holds its run up; a mirror is the only source of providers', async ({
  here,
  mirror,
}) => {
  const workspace = await here.createWorkspace('early');
  const { body } = await here.request(`POST /workspaces/${workspace}/configuration-versions`, {
    data: { type: 'configuration-versions', attributes: { 'auto-queue-runs': false } },
  });
  const run = await here.start(workspace, { 'plan-only': true }, body.data.id);
  const waiting = (await here.request(`GET /runs/${run}`)).body.data.attributes;
  assert.equal([waiting.status, waiting.actions['is-cancelable']], ['fetching', true]);
  const source = 'terraform {\n  required_providers {\n    x = { source = "providers.example/acme/x" }\n  }\n}\n';
  const archive = await here.pack({ 'main.tf': source });
  assert.is((await fetch(body.data.attributes['upload-url'], { method: 'PUT', body: archive })).status, 200);
  await here.until(run, 'errored');
  const log = (await here.log(run, 'plan')).replaceAll(/\s+/g, ' ');
  assert.match(log, 'providers.example/acme/x');
  assert.match(log, `- ${mirror}`);
});

test('each process has its limits; a run that ignores its cancellation is ended by force, with all that it started', async ({ here }) => {
  const workspace = await here.createWorkspace('stubborn', { 'auto-apply': true });
  const command = `trap '' INT TERM; echo limits $(ulimit -t) $(ulimit -v); sleep 8751`;
  await here.upload(workspace, {
    'main.tf': `resource "terraform_data" "a" {\n  ${withOwnSleeps(`provisioner "local-exec" { command = "${command}" }`)}\n}\n`,
  });
  const run = await here.start(workspace);
  await here.until(run, 'applying');
  while (countSleeping('sleep 8751') === 0) await delay(60);
  // The address space of a process is not limited where the memory of all is.
  const expected = (await findCgroupBases(false)).memory === undefined ? 'limits 77 8388608' : 'limits 77 unlimited';
  while (!(await here.log(run, 'apply')).includes(expected)) await delay(60);
  assert.is((await here.request(`POST /runs/${run}/actions/cancel`, {})).status, 202);
  await here.moveClock(60_000);
  assert.is((await here.request(`GET /runs/${run}`)).body.data.attributes.actions['is-force-cancelable'], true);
  assert.is((await here.request(`POST /runs/${run}/actions/force-cancel`, {})).status, 202);
  await here.until(run, 'force_canceled');
  while (countSleeping('sleep 8751') > 0) await delay(60);
  assert.is((await here.request(`GET /workspaces/${workspace}`)).body.data.attributes.locked, false);
});

test('a log of 5 MB with a line of 100 KB is whole, whatever pieces it is read in', async ({ here }) => {
  const workspace = await here.createWorkspace('loud', { 'auto-apply': true, 'structured-run-output-enabled': false });
  await here.upload(workspace, {
    // The engine itself drops lines of a provisioner from 64 KB on; a value it prints whole.
    'main.tf':
      'resource "terraform_data" "a" {\n  provisioner "local-exec" { command = "sh ./loud.sh" }\n}\n' +
      `output "line" { value = join("", [for number in range(1000) : "${'#'.repeat(100)}"]) }\n`,
    'loud.sh': `yes $(head -c 999 /dev/zero | tr '\\0' @) | head -n 5000\n`,
  });
  const run = await here.start(workspace);
  await here.until(run, 'applied');
  const address = (await here.request(`GET /runs/${run}/apply`)).body.data.attributes['log-read-url'];
  let text = '';
  for (;;) {
    const piece = await (await fetch(`${address}?limit=65536&offset=${text.length}`)).text();
    if (piece === '') break;
    text += piece;
  }
  assert.equal([text.split('#').length - 1, text.split('@').length - 1], [100_000, 5000 * 999]);
  assert.equal([text[0], text.at(-1)], ['\u0002', '\u0003']);
  assert.match(text, 'Apply complete! Resources: 1 added');
});

test('more secrets than can be masked: the run is errored, says so, and its workspace is free', async ({ here }) => {
  const workspace = await here.createWorkspace('secretive');
  for (let number = 0; number < 16; number++)
    await here.setVariable(workspace, { key: `s${number}`, value: `${number}é`.repeat(65_000), category: 'env', sensitive: true });
  await here.upload(workspace, { 'main.tf': '' });
  const run = await here.start(workspace);
  await here.until(run, 'errored');
  assert.match(await here.log(run, 'plan'), 'Too many values have to be masked in the log of this run.');
  assert.is((await here.request(`GET /workspaces/${workspace}`)).body.data.attributes.locked, false);
});

test('a run that takes too long is interrupted, and says so', async () => {
  const short = await startEngineRuns({ jobMilliseconds: 3000 });
  const workspace = await short.createWorkspace('long', { 'auto-apply': true });
  const wait = withOwnSleeps('provisioner "local-exec" { command = "exec sleep 8752" }');
  await short.upload(workspace, { 'main.tf': `resource "terraform_data" "a" {\n  ${wait}\n}\n` });
  const run = await short.start(workspace);
  await short.until(run, 'errored');
  assert.match(await short.log(run, 'apply'), 'The run took longer than 3 s.');
  assert.is(countSleeping('sleep 8752'), 0);
  await short.close();
});

test('runs of many workspaces on two slots: each is executed once', async ({ here }) => {
  const names = Array.from({ length: schedule(8, 20) }, (_, number) => `many-${number}`);
  const workspaces = await Promise.all(names.map((name) => here.createWorkspace(name)));
  for (const workspace of workspaces) await here.upload(workspace, { 'main.tf': 'output "o" { value = terraform.workspace }\n' });
  const runs = await Promise.all(workspaces.map((workspace) => here.start(workspace, { 'plan-only': true })));
  const statuses = new Set<string>();
  const watched = new Set(runs);
  while (watched.size > 0) {
    const { data } = (await here.request('GET /organizations/acme/runs?page[size]=100')).body;
    const executing = data.filter(({ attributes }: any) => ['planning', 'applying'].includes(attributes.status));
    assert.ok(executing.length <= 2, `${executing.length} runs are executed`);
    for (const { id, attributes } of data) {
      if (!runs.includes(id) || !['planned_and_finished', 'errored', 'canceled'].includes(attributes.status)) continue;
      statuses.add(attributes.status);
      watched.delete(id);
    }
    await delay(150);
  }
  assert.equal([...statuses], ['planned_and_finished']);
  for (const run of runs) assert.is((await here.log(run, 'plan')).split('Initializing plugins').length, 2, 'the plan was made once');
});

suiteOf('where runs are scripted, the engine executes none', async () => {
  const scripted = await startEngineRuns({}, { settings: { runs: 'scripted' } });
  const workspace = await scripted.createWorkspace('scripted');
  const run = await scripted.start(workspace);
  await scripted.until(run, 'planned');
  assert.is((await scripted.request(`GET /workspaces/${workspace}`)).body.data.attributes.locked, false);
  await scripted.close();
});

suiteOf.run();
