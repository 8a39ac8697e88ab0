// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  runInWorker,
  compileInWorker,
  decideInWorker,
  TaskAbandoned,
  compilePoliciesInWorker,
  readInputInWorker,
  readJobInWorker,
} from '../../../src/ci/threads/index.ts';
import { type ThreadPool, type ThreadPoolLimits, createThreadPool } from '@slipway/schema-tools/threads';
import { runPatiently } from './run-patiently.ts';

const test = suite<{ folder: string }>('CI work in threads');
test.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'slipway-threads-'));
});
test.after(({ folder }) => {
  rmSync(folder, { recursive: true });
});

const usual: ThreadPoolLimits = { threads: 1, milliseconds: 20_000, memory: 64, waiting: 4, idle: 60_000, smallCharacters: 100 };
/** A worker that runs this code for each job. */
const pooled = async (
  folder: string,
  code: string,
  limits: Partial<ThreadPoolLimits>,
  work: (pool: ThreadPool) => Promise<void>,
): Promise<void> => {
  const file = join(folder, `${code.length}-${Math.abs(code.charCodeAt(0))}.mjs`);
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';\nimport { threadId } from 'node:worker_threads';\n` +
      `parentPort.on('message', (job) => { ${code} });\n`,
  );
  const pool = createThreadPool(pathToFileURL(file), { ...usual, ...limits });
  try {
    await work(pool);
  } finally {
    await pool.close();
  }
};
const settled = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (made) => made,
    (error: unknown) => (error instanceof TaskAbandoned ? [error.message, error.reason] : (error as Error).message),
  );

/** So many jobs, each with steps. */
const jobs = (count: number): string =>
  `version: 2.1\njobs:\n  build: { docker: [{ image: a }], parameters: { x: { type: integer } }, \
steps: [{ run: "echo << parameters.x >>" }] }\nworkflows:\n  all:\n    jobs:\n\
${Array.from({ length: count }, (_, index) => `      - build: { name: b${index}, x: ${index} }\n`).join('')}`;

test('a configuration of 10,000 jobs is compiled and planned while the event loop continues', async () => {
  let beats = 0;
  const timer = setInterval(() => {
    beats += 1;
  }, 5);
  const made = await compileInWorker({ text: jobs(10_000), target: { branch: 'main' } }, runPatiently);
  clearInterval(timer);
  if (!('yaml' in made)) throw new Error(JSON.stringify(made));
  assert.equal([made.workflows.length, made.workflows[0]!.name, made.workflows[0]!.jobs.length], [1, 'all', 10_000]);
  assert.equal(made.workflows[0]!.jobs[9999], {
    name: 'b9999',
    type: 'build',
    contexts: [],
    dependencies: [],
    requires: [],
    executor: { type: 'docker', resourceClass: 'medium' },
    parallelism: 1,
  });
  assert.ok(beats > 20, `${beats} beats`);
  assert.equal(await readJobInWorker(made.yaml, 'b9999'), { docker: [{ image: 'a' }], steps: [{ run: { command: 'echo 9999' } }] });
  assert.equal(await readJobInWorker(made.yaml, 'constructor'), {});
});

test('a matrix becomes its jobs; faults have their place', async () => {
  const matrix = (count: number) => `version: 2.1\njobs: { build: { docker: [{ image: a }], parameters: { x: { type: integer }, \
y: { type: integer } }, steps: [{ run: "<< parameters.x >>" }] } }
workflows: { all: { jobs: [{ build: { matrix: { parameters: { x: \
[${Array.from({ length: count }, (_, index) => index).join(',')}], \
y: [${Array.from({ length: count }, (_, index) => index).join(',')}] } } } }] } }`;
  const large = await compileInWorker({ text: matrix(32), target: { branch: 'main' } });
  assert.is('yaml' in large && large.workflows[0]!.jobs.length, 1024);
  const broken = await compileInWorker({ text: `${jobs(2000)}      - missing\n` });
  assert.equal('faults' in broken && broken.faults.map(({ line, path }) => [line, path]), [[2007, '/workflows/all/jobs/2000']]);
});

test('a configuration that was given up: too long a time is distinguished, too much memory is a fault of the text', async () => {
  const long = `#${'x'.repeat(40_000)}`;
  const lost = (why: TaskAbandoned['reason']) => compileInWorker({ text: long }, () => Promise.reject(new TaskAbandoned('it is so', why)));
  assert.equal(await lost('time'), { late: 'expected a configuration that can be compiled here: it is so' });
  assert.equal(await lost('memory'), {
    faults: [{ path: '', line: 1, column: 1, message: 'expected a configuration that can be compiled here: it is so' }],
  });
  assert.equal(await settled(lost('crowd')), ['it is so', 'crowd']);
});

test('policies are compiled and evaluated, few or many alike', async () => {
  const policy = (name: string, rules: number) =>
    `package org\npolicy_name["${name}"]\nenable_rule["r0"]\n` +
    `${Array.from({ length: rules }, (_, index) => `r${index} = "why ${index}" { input.version < 2 }\n`).join('')}`;
  for (const rules of [3, 2000]) {
    const files = { 'a.rego': policy('a', rules) };
    const made = await compilePoliciesInWorker(files);
    assert.equal('policies' in made && made.policies.map(({ name, file }) => [name, file]), [['a', 'a.rego']]);
    assert.equal(await compilePoliciesInWorker({ 'a.rego': `${files['a.rego']}x := ` }), {
      refused: `a.rego:${rules + 4}:6: expected a value, found the end of the file`,
    });
    const ask = (text: string) => decideInWorker({ bundle: `bundle-${rules}`, files, text, metadata: {}, now: 0n });
    assert.equal(await ask('version: 1'), {
      decision: { status: 'SOFT_FAIL', enabled_rules: ['r0'], hard_failures: [], soft_failures: [{ rule: 'r0', reason: 'why 0' }] },
    });
    assert.equal(await ask('version: 2'), { decision: { status: 'PASS', enabled_rules: ['r0'], hard_failures: [], soft_failures: [] } });
    assert.equal(await ask('a: [1'), {
      misread: 'is not valid YAML: line 1, column 6: flow sequence in block collection must be sufficiently indented and end with a ]',
    });
  }
});

test('policies take at most so many steps', async () => {
  const loop = (least: number) =>
    `package org\npolicy_name["a"]\nenable_rule["r"]\n` +
    `r := "x" { count([1 | some x in numbers.range(1, 400); some y in numbers.range(1, ${least}); x + y > 0]) > 0 }\n`;
  const ask = (most: number) =>
    decideInWorker({ bundle: `loop-${most}`, files: { 'a.rego': loop(most) }, text: 'version: 1', metadata: {}, now: 0n });
  assert.equal(await ask(40), {
    decision: { status: 'SOFT_FAIL', enabled_rules: ['r'], hard_failures: [], soft_failures: [{ rule: 'r', reason: 'x' }] },
  });
  const { decision } = (await ask(4000)) as { decision: { status: string; reason: string } };
  assert.equal(
    [decision.status, decision.reason.replace(/:\d+:\d+:/, ':')],
    ['ERROR', 'a.rego: the evaluation takes more than 300000 steps'],
  );
});

test('a configuration for policies is read, with what it compiles to and never with what it says it compiles to', async () => {
  assert.equal(await readInputInWorker({ text: 'a: 1' }), { input: { a: 1 } });
  assert.equal(await readInputInWorker({ text: 'a: 1\n_compiled_: { jobs: {} }' }), { input: { a: 1 } });
  assert.equal(await readInputInWorker({ text: 'a: 1\n_compiled_: 7', compiled: 'jobs: { b: {} }' }), {
    input: { a: 1, _compiled_: { jobs: { b: {} } } },
  });
  assert.equal(await readInputInWorker({ text: `a: 1\n#${'x'.repeat(40_000)}` }), { input: { a: 1 } });
  assert.equal(await readInputInWorker({ text: `#${'x'.repeat(40_000)}\na: [1` }), {
    misread: 'is not valid YAML: line 2, column 6: flow sequence in block collection must be sufficiently indented and end with a ]',
  });
});

test('an error of ours in a thread is an error, not a fault of the text', async () => {
  assert.match(
    await runInWorker('decision', { bundle: null, files: {}, text: 7 as never, metadata: {}, now: 0n }, 0).then(
      () => 'made',
      (error: Error) => error.message,
    ),
    /TypeError/,
  );
  assert.equal(await runInWorker('input', { text: 'a: 1' }, 0), { input: { a: 1 } }, 'and the thread goes on');
});

test('a job that takes too long ends its worker and is given up; the next one has a new one', ({ folder }) =>
  pooled(folder, 'if (job === "loop") for (;;) {} else parentPort.postMessage({ done: job });', { milliseconds: 1000 }, async (pool) => {
    const [first, second] = [settled(pool.run('loop')), settled(pool.run('next'))];
    assert.equal(await first, ['it takes longer than 1 s', 'time']);
    assert.is(await second, 'next');
  }));

test('a job that needs too much memory is given up', ({ folder }) =>
  pooled(
    folder,
    'if (job === "eat") { const all = []; for (;;) all.push(new Array(100000).fill({})); ' +
      '} else parentPort.postMessage({ done: job }); /*2*/',
    { memory: 32 },
    async (pool) => {
      assert.equal(await settled(pool.run('eat')), ['it needs more than 32 MB', 'memory']);
      assert.is(await settled(pool.run('next')), 'next');
    },
  ));

test('more compilations than the limit are refused at once', ({ folder }) =>
  pooled(folder, 'setTimeout(() => parentPort.postMessage({ done: threadId && job }), 50); /*three*/', { waiting: 2 }, async (pool) => {
    const all = [1, 2, 3, 4].map((job) => settled(pool.run(job)));
    assert.equal(await Promise.all(all), [1, 2, 3, ['too many wait already; send it again later', 'crowd']]);
  }));

test('a task waits for a worker at most so long', ({ folder }) =>
  pooled(
    folder,
    'setTimeout(() => parentPort.postMessage({ done: threadId && job }), 500); /*patience*/',
    { longestWait: 20 },
    async (pool) => {
      const all = [1, 2].map((job) => settled(pool.run(job)));
      assert.equal(await Promise.all(all), [1, ['too many wait already; send it again later', 'crowd']]);
    },
  ));

test('large tasks never take the last worker: a small one does not wait for them', ({ folder }) =>
  pooled(
    folder,
    'if (job === "large") for (;;) {} else parentPort.postMessage({ done: job }); /*lanes*/',
    { threads: 2, milliseconds: 3000 },
    async (pool) => {
      const large = [1, 2, 3].map(() => settled(pool.run('large', 101)));
      const start = Date.now();
      assert.equal(await Promise.all(['a', 'b', 'c'].map((one) => pool.run(one, 100))), ['a', 'b', 'c']);
      assert.ok(Date.now() - start < 2500, 'before the first large one is abandoned');
      assert.equal(await large[0], ['it takes longer than 3 s', 'time']);
    },
  ));

test('a worker that ends by itself is an error of ours, and what waits is done by another', ({ folder }) =>
  pooled(folder, 'if (job === "exit") process.exit(3); else parentPort.postMessage({ done: job }); /*four!*/', {}, async (pool) => {
    const [first, second] = [settled(pool.run('exit')), settled(pool.run('next'))];
    assert.is(await first, 'a worker thread ended (3) before its task was done');
    assert.is(await second, 'next');
  }));

test('a caller that waits when the pool is closed gets an error', async ({ folder }) => {
  let left: Promise<unknown> | undefined;
  await pooled(folder, 'if (job === "loop") for (;;) {} /*five*/', {}, async (pool) => {
    left = Promise.all([settled(pool.run('loop')), settled(pool.run('loop'))]);
  });
  assert.equal(await left, [
    ['the service ends', 'crowd'],
    ['the service ends', 'crowd'],
  ]);
});

test('the worker that is built does the same jobs', async () => {
  const pool = createThreadPool(new URL('../../../../dist/ci-worker.cjs', import.meta.url), usual);
  assert.equal(await pool.run({ name: 'input', input: { text: 'a: [1]' } }), { input: { a: [1] } });
  assert.equal(await pool.run({ name: 'policies', input: { 'a.rego': 'package other' } }), {
    refused: 'a.rego:1:1: a policy begins with `policy_name["…"]`, and this file has no rules',
  });
  const { workflows } = (await pool.run({ name: 'configuration', input: { text: jobs(1), target: { branch: 'main' } } })) as any;
  assert.equal(
    workflows[0].jobs.map(({ name }: any) => name),
    ['b0'],
  );
  await pool.close();
});

test.run();
