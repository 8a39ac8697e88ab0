/** A plan and what shows it are one process: their outputs, their ends, and what is between them. The engine is a script. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createEngineProcesses, EngineFailed } from '../../src/workspaces/runs/engine/engine-process.ts';
import { listFolders } from '../../src/workspaces/runs/engine/run-environment.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('a plan and what shows it');

/** An engine that does this for `plan` and for `show`, in a folder of a run. `$output`: the folder of the plan. */
const prepare = (plan: string, show: string) => {
  const root = temporaryFolder();
  const folders = listFolders(root, '');
  for (const folder of [folders.source, folders.home, folders.temporary, folders.output]) mkdirSync(folder);
  const engine = join(root, 'engine');
  const begin = `#!/bin/sh\necho "$*" >>'${root}/calls'\noutput='${folders.output}'\n`;
  writeFileSync(engine, `${begin}case $1 in plan) ${plan} ;; show) ${show} ;; esac\n`);
  chmodSync(engine, 0o755);
  const place = { cgroups: { folders: [], limited: undefined }, sandbox: undefined };
  const limits = { cpuSeconds: null, memoryMegabytes: null };
  const processes = createEngineProcesses(engine, folders, { PATH: process.env['PATH']!, code: 'of the run' }, place, limits);
  let [output, onFirst] = ['', (): void => undefined];
  const shown = (whenFirst = (): void => undefined) => {
    onFirst = whenFirst;
    return processes.plan(['plan', '-out=it'], 'it', async (chunk) => {
      output += chunk.toString();
      onFirst();
      onFirst = () => undefined;
    });
  };
  return { root, processes, shown, output: () => output };
};

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof EngineFailed ? error.message : String(error)),
  );

test('only the output of the plan is its output, and what is shown is what the second command wrote to standard output', async () => {
  for (const [code, hasChanges] of [
    [0, false],
    [2, true],
  ] as const) {
    const { shown, output } = prepare(`echo planned; echo noted >&2; exit ${code}`, 'echo "{}"; echo traced >&2');
    assert.equal(await shown(), { hasChanges, json: '{}\n' });
    assert.is(output(), 'planned\nnoted\n');
  }
});

test('a plan that fails is not shown', async () => {
  for (const code of [1, 3, 130]) {
    const { shown, output, root } = prepare(`echo failed; exit ${code}`, `touch '$output/../shown'; echo "{}"`);
    assert.is(await shown(), undefined);
    assert.equal([output(), existsSync(join(root, 'shown'))], ['failed\n', false]);
  }
});

test('a plan that cannot be shown says why', async () => {
  assert.is(await failureOf(prepare('exit 2', 'echo "{"; echo "Error: no schema" >&2; exit 1').shown()), 'Error: no schema\n');
  assert.is(await failureOf(prepare('exit 0', 'exit 7').shown()), 'show ended with exit code 7.\n');
  assert.is(await failureOf(prepare('exit 0', 'kill -KILL $$').shown()), 'show ended with exit code 137.\n');
  assert.is(
    await failureOf(prepare('exit 0', 'rm "$output/plan.json"; ln -s /etc/passwd "$output/plan.json"').shown()),
    'What the engine showed was replaced while the run was under way.',
  );
  assert.is(
    await failureOf(prepare('exit 0', 'truncate -s 134217729 "$output/plan.json"').shown()),
    'show wrote more than 134217728 bytes.',
  );
});

test('the environment of both is the one that the run has', async () => {
  const { shown, output } = prepare('env | grep ^code=; exit 0', 'env | grep ^code=');
  assert.equal(await shown(), { hasChanges: false, json: 'code=of the run\n' });
  assert.is(output(), 'code=of the run\n');
});

test('an interrupted plan ends in its own time and is not shown, also where it succeeds nevertheless', async () => {
  const plan = `trap 'echo stored; exit 0' INT; echo ready; while :; do sleep 0.05; done`;
  const { shown, output, processes, root } = prepare(plan, `touch "$output/../shown"; echo "{}"`);
  assert.is(await shown(() => processes.stop('interrupt')), undefined);
  assert.equal([output(), existsSync(join(root, 'shown'))], ['ready\nstored\n', false]);
  assert.is(await shown(), undefined, 'nothing is started from then on');
});

test.run();
