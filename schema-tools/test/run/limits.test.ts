// watchdog: 180 s
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lintPool } from '../../src/lint/run/lint-pool.ts';
import { runLint, runLintInShell, deprecatedFieldSchema } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway-lint: limits');
const worker = new URL('../../dist/slipway-lint-worker.cjs', import.meta.url);
const found = (stdout: string) =>
  (JSON.parse(stdout) as { file: string; rule: string; message: string }[]).map(({ file, rule, message }) => [file, rule, message]);

test('a pattern that runs away stops one file, not the others', async () => {
  const files = {
    's.json': JSON.stringify({ properties: { text: { pattern: '^(a+)+$' }, old: { deprecated: true } } }),
    'a.json': '{"old":1}',
    'b.json': JSON.stringify({ text: `${'a'.repeat(60)}!` }),
    'c.json': '{"old":1}',
  };
  const { code, stdout } = await runLint(files, [
    '--schema',
    's.json',
    '--timeout',
    '2s',
    '--jobs',
    '1',
    '--format',
    'json',
    'a.json',
    'b.json',
    'c.json',
  ]);
  assert.is(code, 2);
  assert.equal(found(stdout), [
    ['a.json', 'deprecated', '`old` is deprecated.'],
    [
      'b.json',
      'file',
      'This file was given up after 2 s; set a longer time with --timeout. A pattern of its schema may take exponential time ' +
        'on one of its texts.',
    ],
    ['c.json', 'deprecated', '`old` is deprecated.'],
  ]);
});
test('an alias bomb is stopped', async () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...[...'bcdefghij'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[index]}`).join(',')}]`),
  ].join('\n');
  const { code, stdout } = await runLint({ 's.json': deprecatedFieldSchema, 'a.yaml': bomb }, [
    '--schema',
    's.json',
    '--timeout',
    '5s',
    '--format',
    'json',
    'a.yaml',
  ]);
  assert.ok(code === 1 || code === 2);
  assert.is((JSON.parse(stdout) as object[]).length, 1);
});
test('10,000 levels are judged', async () => {
  const recursive = JSON.stringify({
    allOf: [{ anyOf: [{ properties: { a: { $ref: '#' }, old: { deprecated: true } } }] }],
    items: { $ref: '#' },
    unevaluatedProperties: false,
  });
  const { code, stdout } = await runLint({ 's.json': recursive, 'a.json': `${'{"a":'.repeat(10_000)}{"old":1}${'}'.repeat(10_000)}` }, [
    '--schema',
    's.json',
    '--timeout',
    '120s',
    '--format',
    'json',
    'a.json',
  ]);
  assert.is(code, 0);
  assert.equal(found(stdout), [['a.json', 'deprecated', '`old` is deprecated.']]);
});
test('more levels than the stack holds are reported', async () => {
  const { code, stdout } = await runLint(
    { 's.json': '{"items":{"$ref":"#"}}', 'a.json': `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}` },
    ['--schema', 's.json', '--timeout', '120s', '--format', 'json', 'a.json'],
  );
  assert.is(code, 2);
  assert.is((JSON.parse(stdout) as { rule: string }[]).map(({ rule }) => rule).join(), 'file');
});
test('100 MB are judged', async () => {
  const folder = temporaryFolder({ 's.json': deprecatedFieldSchema });
  const open = openSync(join(folder, 'a.json'), 'w');
  const part = `${`${JSON.stringify({ name: 'x'.repeat(900), list: [1, 2, 3], more: { a: true, b: null } })},`.repeat(1050)}\n`;
  writeSync(open, '{"items":[');
  for (let written = 0; written < 100e6; written += part.length) writeSync(open, part);
  writeSync(open, '0],\n"old":1}');
  closeSync(open);
  const { code, stdout } = await runLint(folder, ['--schema', 's.json', '--format', 'json', 'a.json']);
  assert.is(code, 0);
  assert.equal(found(stdout), [['a.json', 'deprecated', 'Write `new`.']]);
});
test("memory that does not suffice is reported as the file's finding, and the others continue", async () => {
  const folder = temporaryFolder({
    's.json': deprecatedFieldSchema,
    'a.json': `[${'{"a":[1,2,3]},'.repeat(1_500_000)}0]`,
    'b.json': '{"old":1}',
  });
  const workers = lintPool(worker, { timeout: 60_000, memory: 64, jobs: 1 });
  const [a, b] = await Promise.all(
    ['a.json', 'b.json'].map((name) =>
      workers.lint({ file: join(folder, name), find: { schema: join(folder, 's.json') }, judge: { file: name } }),
    ),
  );
  await workers.close();
  assert.equal(
    a!.findings.map(({ rule, message }) => [rule, message]),
    [['file', 'There is not enough memory for this file and its schema.']],
  );
  assert.equal(
    b!.findings.map(({ rule, message }) => [rule, message]),
    [['deprecated', 'Write `new`.']],
  );
});
test('a worker that ends by itself is reported, and the next file has a new one', async () => {
  const folder = temporaryFolder({
    'worker.mjs': `
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ jobs: [{ judge: { file } }] }) => {
      if (file === 'exits') process.exit(7);
      if (file === 'throws') setTimeout(() => { throw new Error('Thrown.'); });
      const done = { findings: [], isIncomplete: false, hasSchema: true, choices: [], files: [] };
      if (file === 'good') parentPort.postMessage({ answers: [{ done }] });
    });
    parentPort.postMessage({ ready: true });`,
  });
  const workers = lintPool(pathToFileURL(join(folder, 'worker.mjs')), { timeout: 60_000, jobs: 1 });
  const done = await Promise.all(['exits', 'throws', 'good'].map((name) => workers.lint({ file: name, find: {}, judge: { file: name } })));
  await workers.close();
  assert.equal(
    done.map(({ findings }) => findings.map(({ message }) => message)),
    [
      ['The worker that linted this file ended with exit code 7. This is a bug in the linter; please report it.'],
      ['Thrown. This is a bug in the linter; please report it.'],
      [],
    ],
  );
});
test('of the files that a worker has at once, the one is given up that it is at', async () => {
  const folder = temporaryFolder({
    'worker.mjs': `
    import { parentPort } from 'node:worker_threads';
    const done = { findings: [], isIncomplete: false, hasSchema: true, choices: [], files: [] };
    parentPort.on('message', ({ jobs, current }) => {
      for (const [index, { judge: { file } }] of jobs.entries()) {
        Atomics.store(current, 1, BigInt(Date.now()));
        Atomics.store(current, 0, BigInt(index));
        if (file === 'exits') process.exit(7);
        if (file === 'hangs') for (;;);
      }
      parentPort.postMessage({ answers: jobs.map(() => ({ done })) });
    });
    parentPort.postMessage({ ready: true });`,
  });
  const workers = lintPool(pathToFileURL(join(folder, 'worker.mjs')), { timeout: 300, jobs: 1 });
  const names = Array.from({ length: 40 }, (_, index) => (index === 5 ? 'hangs' : index === 9 ? 'exits' : String(index)));
  const done = await Promise.all(names.map((name) => workers.lint({ file: name, find: {}, judge: { file: name } })));
  await workers.close();
  assert.equal(
    done.flatMap(({ findings }) => findings.map(({ file, message }) => [file, message.slice(0, 34)])),
    [
      ['hangs', 'This file was given up after 0.3 s'],
      ['exits', 'The worker that linted this file e'],
    ],
  );
  assert.is(done.length, 40);
});
test('findings stand in the order of the files, whichever is done first', async () => {
  const slow = JSON.stringify({ list: Array.from({ length: 200_000 }, (_, index) => index), old: 1 });
  const names = Array.from({ length: 60 }, (_, index) => `${String(index).padStart(2, '0')}.json`);
  const files = Object.fromEntries(names.map((name, index) => [name, index % 7 === 0 ? slow : '{"old":1}']));
  const { stdout } = await runLint({ ...files, 's.schema.yaml': deprecatedFieldSchema }, [
    '--schema',
    's.schema.yaml',
    '--jobs',
    '3',
    '--format',
    'json',
    '*.json',
  ]);
  assert.equal(
    found(stdout).map(([file]) => file),
    names,
  );
});
test('few open files are enough for many files', () => {
  const files = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`in/${index}.json`, '{"old":1}']));
  const { code, stdout } = runLintInShell(
    temporaryFolder({ ...files, 's.json': deprecatedFieldSchema }),
    'ulimit -n 64; slipway-lint --jobs 2 --schema s.json --format json in',
  );
  assert.equal([code, found(stdout).length], [0, 80]);
});
test.run();
