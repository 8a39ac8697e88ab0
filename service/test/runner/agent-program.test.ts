import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AgentIo, TestTimings } from '../../src/ci/runner/agent/agent-io.ts';
import { createProcessIo } from '../../src/ci/runner/agent/process-io.ts';
import { runAgent } from '../../src/ci/runner/agent/run-agent.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('the program circleci of jobs');

interface Given {
  readonly input?: string;
  readonly timings?: TestTimings;
  readonly variables?: Readonly<Record<string, string>>;
  readonly sizes?: Readonly<Record<string, number>>;
}
/** What a command writes, and how it ends. */
const run = async (line: string, { input = '', timings, variables = {}, sizes = {} }: Given = {}) => {
  let [output, errors] = ['', ''];
  const ran: (readonly [string, string])[] = [];
  const io: AgentIo = {
    environment: variables,
    folder: '/',
    readInput: () => Promise.resolve(input),
    readFile: (path) => Promise.resolve(`of ${path}\n`),
    sizeOf: (path) => (path in sizes ? Promise.resolve(sizes[path]!) : Promise.reject(new Error(path))),
    listMatches: (pattern) => Promise.resolve([`b/${pattern}`, 'a']),
    readTimings: () => Promise.resolve(timings),
    halt: () => Promise.resolve(),
    runCommand: (command, text) => {
      ran.push([command, text]);
      return Promise.resolve(7);
    },
    write: (text) => {
      output += text;
    },
    writeError: (text) => {
      errors += text;
    },
  };
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
  return { code: await runAgent(words, io), output, errors, ran };
};
const names = 'e\nd\nc\nb\na\n';
/** What each parallel run takes. */
const splitOf = async (options: string, total: number, given: Given): Promise<readonly string[]> =>
  Promise.all(
    Array.from({ length: total }, async (_, index) =>
      (
        await run(`tests split ${options}`, { ...given, variables: { CIRCLE_NODE_INDEX: String(index), CIRCLE_NODE_TOTAL: String(total) } })
      ).output
        .trim()
        .replaceAll('\n', ' '),
    ),
  );

test('names are split by name, in turn', async () => {
  assert.equal(await splitOf('', 2, { input: names }), ['a c e', 'b d']);
  assert.equal(await splitOf('--split-by=name', 3, { input: names }), ['a d', 'b e', 'c']);
  assert.equal(await splitOf('', 2, { input: '\n  \na\r\n' }), ['a', '']);
  assert.is((await run('tests split', { input: names, variables: { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2' } })).output, 'b\nd\n');
  assert.is((await run('tests split --index 0 --total 5 --show-counts', { input: names })).errors, '1 of 5 tests, as run 1 of 5\n');
  assert.is((await run('tests split names.txt')).output, 'of names.txt\n');
});
test('names are split by the size of their files, the largest first', async () => {
  const sizes = { a: 100, b: 60, c: 30, d: 20, e: 10 };
  assert.equal(await splitOf('--split-by=filesize', 2, { input: names, sizes }), ['a e', 'b c d']);
  const missing = await run('tests split --split-by filesize', { input: 'gone' });
  assert.equal([missing.code, missing.errors], [1, 'circleci: there is no file gone, whose size is asked for\n']);
});
test('names are split by the times of an earlier run', async () => {
  const timings = { filename: { a: 9, b: 5, c: 4, d: 1 }, classname: { e: 1 }, testname: {} };
  // A name without a time has the average of the others, 4.75, or that of --time-default.
  assert.equal(await splitOf('--split-by=timings', 2, { input: names, timings }), ['a c', 'b d e']);
  assert.equal(await splitOf('--split-by=timings --time-default=1m', 2, { input: names, timings }), ['e', 'a b c d']);
  assert.equal(await splitOf('--split-by=timings --timings-type=classname', 2, { input: './e\nx', timings }), ['./e', 'x']);
  const without = await run('tests split --split-by=timings', { input: names });
  assert.equal(
    [without.output, without.errors],
    ['a\nb\nc\nd\ne\n', 'No earlier run of this job has stored times of these tests; they are split by name.\n'],
  );
});
test('a command runs with the names of its parallel run as input, and none without a name', async () => {
  const split = await run('tests run --command "xargs test" --index 1 --total 2 --verbose', { input: names });
  assert.equal([split.code, split.ran, split.errors], [7, [['xargs test', 'b\nd\n']], 'xargs test, with 2 tests\n']);
  const none = await run('tests run --command=x --index=1 --total=2', { input: 'a' });
  assert.equal([none.code, none.ran], [0, []]);
});
for (const [template, expected] of [
  ['$A-${A}-$$A-${B}', 'x-x-$A-'],
  ['${B-none} ${B:-none} ${E-none} ${E:-none} ${A:-none}', 'none none  none x'],
  ['${A+yes}${B+yes}${E:+yes}${E+set} ${B:=${A}y}', 'yesset xy'],
  ['cost: 5$ ${ A } $1 ${A', 'cost: 5$ ${ A } $1 ${A'],
] as const)
  test(`env subst ${template}`, async () => {
    const variables = { A: 'x', E: '' };
    assert.is((await run('env subst', { input: template, variables })).output, expected);
  });
test('env subst takes a text, too', async () => {
  assert.is((await run('env subst "hello $A"', { variables: { A: 'x' } })).output, 'hello x\n');
});
for (const [line, message] of [
  ['tests', 'tests is not available in jobs'],
  ['orb publish', 'orb publish is not available in jobs'],
  ['tests glob', 'tests glob needs a pattern'],
  ['tests split a b', 'tests split takes one file'],
  ['tests split --split-by=luck', '--split-by is one of name, filesize, timings, not luck'],
  ['tests split --split-by=timings --time-default=soon', '--time-default is not a duration, such as 10s: soon'],
  ['tests split --total', '--total needs a value'],
  ['tests split --total=0', '--index is less than --total, not 0 of 0'],
  ['tests split --index=x', '--index is not a number: x'],
  ['tests split --nope', 'unknown option --nope'],
  ['tests split -n', 'unknown option -n'],
  ['tests run', 'tests run needs --command'],
] as const)
  test(`${line} is refused`, async () => {
    const timings = { filename: { a: 1 }, classname: {}, testname: {} };
    const { code, output, errors } = await run(line, { input: 'a', timings });
    assert.equal([code, output, errors.split('\n')[0]], [2, '', `circleci: ${message}`]);
  });
test('help prints what is there', async () => {
  const { code, output } = await run('--help');
  assert.is(code, 0);
  for (const name of ['tests glob', 'tests split', 'tests run', 'step halt', 'env subst']) assert.ok(output.includes(`circleci ${name}`));
});
test('tests glob: patterns of files, sorted, each once', async () => {
  const folder = temporaryFolder({ 'a/x.js': '', 'a/b/y.js': '', 'a/b/.z.js': '', 'c.ts': '', 'd.js': '' });
  const before = process.cwd();
  process.chdir(folder);
  try {
    const io = createProcessIo(folder);
    for (const [pattern, expected] of [
      ['**/*.js', ['a/b/.z.js', 'a/b/y.js', 'a/x.js', 'd.js']],
      ['./a/*.js', ['a/x.js']],
      ['{c,d}.*', ['c.ts', 'd.js']],
      ['c.ts', ['c.ts']],
      ['gone/**', []],
    ] as const)
      assert.equal([...(await io.listMatches(pattern))].sort(), expected, pattern);
  } finally {
    process.chdir(before);
  }
  assert.is((await run('tests glob p q')).output, 'a\nb/p\nb/q\n');
});
test.run();
