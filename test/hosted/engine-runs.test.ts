/** The engine of a person works in a workspace whose runs the service executes. */
// watchdog: 180 s
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { type RemoteEngine, startRemoteEngine } from './support/remote-engine.ts';

const suiteOf = suite('an engine whose runs the service executes, behind TLS');
let here: RemoteEngine = undefined!;
const started = engine.found ? await startRemoteEngine({ jobs: {} }) : undefined;
const reason = engine.found ? 'no openssl, which makes the certificate' : engine.reason;
const test = started ? suiteOf : skipWithReason(suiteOf, reason);
if (started) {
  here = started;
  suiteOf.after(async () => {
    await here.close();
  });
}

const resource = 'resource "terraform_data" "a" {\n  input = terraform.workspace\n}\noutput "o" {\n  value = terraform_data.a.output\n}\n';

/** Runs the engine, answers its question, or interrupts it or calls a function as soon as it has written a text. */
const runWith = async (
  folder: string,
  command: readonly string[],
  { answer, interruptAt, whenAsked }: { readonly answer?: string; readonly interruptAt?: string; whenAsked?(): void },
): Promise<{ readonly code: number | null; readonly text: string }> => {
  const child = spawn(engine.found!.path, command, { cwd: folder, env: here.environment(folder), stdio: 'pipe' });
  let text = '';
  const take = (chunk: Buffer): void => {
    text += chunk.toString();
    if (whenAsked && text.includes('Enter a value:')) {
      whenAsked();
      whenAsked = undefined;
    }
    if (interruptAt !== undefined && text.includes(interruptAt)) {
      interruptAt = undefined;
      child.kill('SIGINT');
    }
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  if (!whenAsked) child.stdin.end(answer === undefined ? '' : `${answer}\n`);
  return { code: await new Promise((done) => child.once('close', done)), text };
};

test('plan, an apply that is confirmed, output, a saved plan that is shown and applied: as a local run shows them', async () => {
  const folder = here.createFolder('web', resource);
  assert.is((await here.run(folder, 'init', '-no-color')).code, 0);
  const plan = await here.run(folder, 'plan', '-no-color');
  assert.is(plan.code, 0);
  assert.match(
    plan.text,
    '  # terraform_data.a will be created\n  + resource "terraform_data" "a" {\n      + id     = (known after apply)\n',
  );
  assert.match(plan.text, 'Plan: 1 to add, 0 to change, 0 to destroy.');
  const apply = await runWith(folder, ['apply', '-no-color'], { answer: 'yes' });
  assert.is(apply.code, 0, apply.text);
  assert.match(apply.text, 'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.');
  assert.is((await here.run(folder, 'output', '-no-color')).text, 'o = "web"\n');
  assert.is((await here.run(folder, 'plan', '-destroy', '-out=saved', '-no-color')).code, 0);
  const shown = await here.run(folder, 'show', '-no-color', 'saved');
  assert.match(shown.text, 'Plan: 0 to add, 0 to change, 1 to destroy.');
  assert.match(shown.text, 'Run status: planned and saved (confirmable)');
  const destroyed = await here.run(folder, 'apply', '-no-color', 'saved');
  assert.match(destroyed.text, 'Resources: 0 added, 0 changed, 1 destroyed.');
});

test('backend "remote" does the same; two people at once wait for one another', async () => {
  const [mine, yours] = [here.createFolder('shared', resource), here.createFolder('shared', resource, 'backend "remote"')];
  for (const folder of [mine, yours]) assert.is((await here.run(folder, 'init', '-no-color')).code, 0);
  const both = await Promise.all([mine, yours].map((folder) => here.run(folder, 'apply', '-auto-approve', '-no-color')));
  assert.equal(
    both.map(({ code }) => code),
    [0, 0],
  );
  const added = both.filter(({ text }) => text.includes('Resources: 1 added, 0 changed, 0 destroyed.'));
  assert.is(added.length, 1, both.map(({ text }) => text).join('\n'));
});

test('Ctrl-C cancels the run: the engine there stops, and the workspace is free', async () => {
  const slow = 'resource "terraform_data" "a" {\n  provisioner "local-exec" {\n    command = "sleep 60"\n  }\n}\n';
  const folder = here.createFolder('slow', slow);
  assert.is((await here.run(folder, 'init', '-no-color')).code, 0);
  const { code, text } = await runWith(folder, ['apply', '-auto-approve', '-no-color'], { interruptAt: 'Provisioning with' });
  assert.is(code, 0, text);
  assert.match(text, 'The remote operation was successfully cancelled.');
  const read = async (): Promise<any> => (await here.request('GET', '/organizations/acme/workspaces/slow')).data;
  while ((await read()).attributes.locked) await delay(50);
  const { id } = (await read()).relationships['current-run'].data;
  assert.is((await here.request('GET', `/runs/${id}`)).data.attributes.status, 'canceled');
});

test('an apply that is refused, or discarded elsewhere while it asks, applies nothing', async () => {
  const folder = here.createFolder('refused', resource);
  assert.is((await here.run(folder, 'init', '-no-color')).code, 0);
  const read = async (): Promise<any> => (await here.request('GET', '/organizations/acme/workspaces/refused')).data;
  const readRun = async (): Promise<any> => (await here.request('GET', `/workspaces/${(await read()).id}/runs`)).data[0];
  const refused = await runWith(folder, ['apply', '-no-color'], { answer: 'no' });
  assert.is(refused.code, 1);
  assert.match(refused.text, 'Apply discarded.');
  assert.is((await readRun()).attributes.status, 'discarded');

  const whenAsked = (): void => void readRun().then(({ id }) => here.request('POST', `/runs/${id}/actions/discard`, {}));
  const elsewhere = await runWith(folder, ['apply', '-no-color'], { whenAsked });
  assert.is(elsewhere.code, 1);
  assert.match(elsewhere.text, /discarded using the UI or API/);
  assert.is((await read()).attributes['resource-count'], 0);
});

suiteOf.run();
