import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { currentNode, currentRelease } from '@slipway/test-support/current-node';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

/** The tests of the store run in a folder without libsql, where a newer Node takes its own SQLite. */
const suiteOf = suite(`the store on the SQLite of Node ${currentRelease}`);
const node = currentNode();
const test = node.path ? suiteOf : skipWithReason(suiteOf, node.reason);

const folder = temporaryFolder({});
const runBundled = (program: string, path: string): { readonly stdout: string; readonly stderr: string } => {
  const outfile = join(folder, path.replaceAll('/', '-').replace(/\.ts$/, '.mjs'));
  buildSync({
    entryPoints: [join(import.meta.dirname, path)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['libsql'],
    banner: { js: "import { createRequire as testRequire } from 'node:module';\nconst require = testRequire(import.meta" + '.url);' },
  });
  return spawnSync(program, [outfile], { cwd: folder, encoding: 'utf8', timeout: 60_000 });
};

for (const [path, total] of [
  ['sqlite.test.ts', 192],
  ['damaged-file.test.ts', 5],
] as const)
  test(`${path} passes as with libsql`, () => {
    const { stdout, stderr } = runBundled(node.path!, path);
    assert.match(stdout, new RegExp(`Total: +${total}\\n +Passed: +${total}\\n`), stdout + stderr);
    assert.is(stderr, '');
  });

suiteOf.run();
