/** What `npm run bench -- compare` makes of samples, and what it leaves behind. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { judgeRatio } from '../../bench/parts/pairs/judge-ratios.ts';
import { inTurn } from '../../bench/parts/pairs/sides.ts';

const test = suite('comparing with a commit');

/** Two equal sides that take 100 in each of eight rounds, up to `more` apart, and this one. */
const judge = (own: number, more: number) => {
  const again = [100, 100 + more, 100, 100 - more, 100 + more, 100, 100 - more, 100];
  return judgeRatio({ what: 'reads', commit: Array(8).fill(100), again, own: Array(8).fill(own) }, 0.05);
};
test('without noise, slower is more than the threshold', () => {
  assert.equal(judge(105, 0), { what: 'reads', commit: 100, own: 105, ratio: 1.05, noise: 0, verdict: 'equal' });
  assert.equal(judge(106, 0), { what: 'reads', commit: 100, own: 106, ratio: 1.06, noise: 0, verdict: 'slower' });
  assert.equal(judge(94, 0).verdict, 'faster');
});
test('what two equal sides differ by is added to the threshold', () => {
  assert.equal([judge(110, 8).noise.toFixed(2), judge(110, 8).verdict], ['0.08', 'equal']);
  assert.is(judge(115, 8).verdict, 'slower');
});
test('a single bad round decides nothing', () => {
  const commit = Array(8).fill(100);
  const own = [100, 100, 400, 100, 100, 100, 100, 100];
  assert.is(judgeRatio({ what: 'reads', commit, again: [...commit.slice(1), 300], own }, 0.05).verdict, 'equal');
});
test('each side begins in its turn', () => {
  assert.equal(
    [0, 1, 2, 3].map((round) => inTurn(['a', 'b', 'c'], round).join('')),
    ['abc', 'bca', 'cab', 'abc'],
  );
});

const git = (folder: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@t.example', ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};
/** A repository with a package that links to a part of itself, as workspaces do. */
const createRepository = (): string => {
  const folder = temporaryFolder({ 'package-lock.json': '{}', '.gitignore': 'node_modules\n', 'part/index.js': 'first\n' });
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', 'first');
  spawnSync('mkdir', ['-p', join(folder, 'node_modules/@slipway')]);
  spawnSync('ln', ['-s', '../../part', join(folder, 'node_modules/@slipway/part')]);
  return folder;
};
/** Checks HEAD out, and prints the folder and what its package has; then waits for a signal, ends by an error, or ends. */
const startCheckout = (repository: string, commit: string, ending: 'wait' | 'throw' | 'end') => {
  const checkout = join(import.meta.dirname, '../../bench/parts/pairs/commit-checkout.ts');
  const program = `import { readFileSync } from 'node:fs';
    const { checkOutCommit } = await import(${JSON.stringify(checkout)});
    const folder = await checkOutCommit(process.argv[1], process.argv[2]);
    console.log(JSON.stringify([folder, readFileSync(folder + '/node_modules/@slipway/part/index.js', 'utf8')]));
    if (process.argv[3] === 'throw') throw new Error('planned');
    if (process.argv[3] === 'wait') setInterval(() => {}, 1000);`;
  const temporary = temporaryFolder();
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', program, repository, commit, ending];
  const child = spawn(process.execPath, args, { env: { ...process.env, TMPDIR: temporary }, stdio: ['ignore', 'pipe', 'pipe'] });
  return { child, temporary };
};
const collect = (stream: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    stream.on('data', (piece: Buffer) => (text += piece));
    stream.on('end', () => resolve(text));
  });

for (const [ending, signal, code] of [
  ['end', undefined, 0],
  ['throw', undefined, 1],
  ['wait', 'SIGINT', 130],
  ['wait', 'SIGTERM', 143],
  ['wait', 'SIGKILL', null],
] as const)
  test(`nothing is left of a checkout after ${signal ?? ending}`, async () => {
    const repository = createRepository();
    const { child, temporary } = startCheckout(repository, 'HEAD', ending);
    const [printed, closed] = [collect(child.stdout), new Promise((resolve) => child.once('close', resolve))];
    if (signal) child.stdout.once('data', () => child.kill(signal));
    assert.is(await closed, code);
    const [folder, text] = JSON.parse(await printed) as [string, string];
    assert.is(text, 'first\n');
    // Another process removes it.
    while (existsSync(folder) || git(repository, 'worktree', 'list').trim().includes('\n')) await sleep(50);
    // The loader of TypeScript keeps files of its own.
    assert.equal(
      readdirSync(temporary).filter((name) => name.startsWith('slipway-')),
      [],
    );
    assert.is(git(repository, 'worktree', 'list', '--porcelain').match(/^worktree /gm)!.length, 1);
  });

test('packages of the checkout lead to its own sources', async () => {
  const repository = createRepository();
  git(repository, 'rm', '-q', '--cached', 'part/index.js');
  spawnSync('sh', ['-c', `echo second > ${join(repository, 'part/index.js')}`]);
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'second');
  const { child } = startCheckout(repository, 'HEAD~1', 'end');
  assert.is((JSON.parse(await collect(child.stdout)) as [string, string])[1], 'first\n');
});
test('a commit that is unknown is named', async () => {
  const { child } = startCheckout(createRepository(), 'nonsense', 'end');
  assert.match(await collect(child.stderr), 'nonsense is no commit of this repository');
});
test('without a commit, or with one that is unknown, the command ends with 2 and one sentence', () => {
  const compare = (...args: readonly string[]) => {
    const main = join(import.meta.dirname, '../../bench/main.ts');
    const { status, stderr } = spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), main, 'compare', ...args], {
      encoding: 'utf8',
    });
    return [status, stderr];
  };
  assert.equal(compare('nonsense'), [2, 'bench compare: nonsense is no commit of this repository\n']);
  assert.equal(compare(), [2, 'bench compare: name one commit: npm run bench -- compare COMMIT [--threshold PERCENT] [--rounds N]\n']);
  assert.equal(compare('HEAD', '--threshold', 'x'), [2, 'bench compare: --threshold is a number of percent, not x\n']);
  assert.equal(compare('HEAD', '--rounds', '0'), [2, 'bench compare: --rounds is a number of rounds, not 0\n']);
});
test.run();
