import { spawnSync } from 'node:child_process';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchAccessList } from '../../src/mcp/watched-access-list.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope, waitUntil } from './start-mcp-source.ts';

const test = suite('mesh-config access list: what its change is reported as');
test('how many it allows or denies is said in words', async () => {
  const file = join(temporaryFolder({ 'list.yaml': 'allowed: [a, b]\n' }), 'list.yaml');
  const log = createRecordingScope();
  const { component } = await watchAccessList(file, log);
  await component.start();
  for (const [text, told] of [
    ['allowed: [a]\n', 'allows one identity'],
    ['allowed: []\n', 'allows nobody'],
    ['allowed: [a, b, c]\nisblacklist: true\n', 'denies 3 identities'],
    [undefined, 'denies nobody'],
  ] as const) {
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
    await waitUntil(() => log.lines.length > 0);
    assert.equal(log.lines.splice(0), [`info the access list ${file} ${told} from now on`]);
  }
  await component.stop();
});
test('a pipe and a file of 100 MB are reported and do not block; the previous list stays in force', async () => {
  const folder = temporaryFolder(),
    file = join(folder, 'list.yaml');
  const kinds: readonly (readonly [string, () => void])[] = [
    [
      'it is no regular file',
      () => {
        spawnSync('mkfifo', [file]);
      },
    ],
    [
      'it has 104857600 bytes; 1048576 are read',
      () => {
        writeFileSync(file, '');
        truncateSync(file, 104_857_600);
      },
    ],
  ];
  for (const [reason, make] of kinds) {
    writeFileSync(file, 'allowed: [a]\n');
    const log = createRecordingScope();
    const { component, current } = await watchAccessList(file, log);
    rmSync(file);
    make();
    await component.start();
    await component.stop();
    assert.equal(log.lines, [`error the access list ${file} cannot be read, and the one before holds: ${reason}`]);
    assert.equal(current(), { ids: new Set(['a']), isDenyList: false });
    rmSync(file);
  }
});
test.run();
