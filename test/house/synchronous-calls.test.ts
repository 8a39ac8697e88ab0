import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { repositoryFiles, root } from '../support/repository-files.ts';

/** Synchronous calls of Node, during which the service answers no request. */
const test = suite('synchronous calls of the service');

/** Files that may contain them, and why no request waits. */
const allowed: { readonly [file: string]: string } = {
  'ci/runner/agent/process-io.ts': 'looks whether a path is there',
  'ci/runner/install-agent.ts': 'looks whether a path is there',
  'ci/runner/steps/caches.ts': 'looks whether a path is there',
  'ci/runner/steps/run.ts': 'looks whether a path is there',
  'control/control-file.ts': 'at start and end, some hundred bytes',
  'runner/background-work.ts': 'looks whether a path is there',
  'runner/isolation/bubblewrap.ts': 'where a few paths lead to, at the start of a process',
  'runner/isolation/docker/list-mounts.ts': 'where a few paths lead to, at the start of a process',
  'runner/isolation/system-files.ts': 'where a few paths lead to, at the start of a process',
  'runner/marked-processes.ts': 'files of the kernel, which are in memory',
  'runner/process-tree.ts': 'files of the kernel, which are in memory',
  'runner/spawn-guarded.ts': 'opens a few small files of the system, at the start of a process',
  'seed/parse-seed.ts': 'at start',
  'store/file-permissions.ts': 'at start',
  'store/new-id.ts': 'some bytes',
  'store/sealing/legacy-seal.ts': '32 bytes, in microseconds',
  'store/sealing/master-key.ts': 'at start and at a rotation, by the command line',
  'store/sqlite/accept-loss.ts': 'at start',
  'store/sqlite/clean-end.ts': 'at start and end, a line',
  'store/sqlite/directory.ts': 'at start and end',
  'store/sqlite/examine-folder.ts': 'at start',
  'store/sqlite/folder-lock.ts': 'at start',
  'store/sqlite/folder-mark.ts': 'a line, to the memory of the system; waits for the disk at start and end',
  'store/sqlite/log-file.ts': 'at start; some bytes of what was just written',
  'store/sqlite/log-position.ts': 'some bytes of what was just written',
  'store/sqlite/page-sums.ts': 'at start',
  'store/sqlite/read-folder.ts': 'at start',
  'store/sqlite/require-libsql.ts': 'reads one small file before the store is opened',
  'store/sqlite/store-files.ts': 'at start and end',
  'store/sqlite/sum-pages.ts': 'at start and end, and after a full disk',
  'store/sqlite/verify-pages.ts': 'at start',
  'store/store-secret.ts': '32 bytes, in microseconds',
};
const synchronousCall = /\b[a-z]\w*Sync\b/;

test('synchronous calls are in these files only', () => {
  const folder = 'service/src/';
  const files = repositoryFiles()
    .filter((file) => file.startsWith(folder) && file.endsWith('.ts'))
    .filter((file) => synchronousCall.test(readFileSync(join(root, file), 'utf8')));
  assert.equal(
    files.map((file) => file.slice(folder.length)),
    Object.keys(allowed),
  );
});

test('synchronous calls are found in each form', () => {
  assert.ok(synchronousCall.test("const pair = generateKeyPairSync('rsa');"));
  assert.not.ok(synchronousCall.test('await generateKeyPair()'));
});

test.run();
