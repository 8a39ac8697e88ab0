// watchdog: 60 s
import { spawnSync } from 'node:child_process';
import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMeshFileSource } from '../../src/mesh-file/mesh-file-source.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';

const test = suite('mesh-config mesh file that is not a file');

test('a pipe, a socket, an endless device, a folder, a circle of links and 100 MB are reported, and hold nothing up', async () => {
  const folder = temporaryFolder(),
    path = join(folder, 'mesh'),
    log = createRecordingScope();
  const server = createServer();
  const kinds: readonly (readonly [string, () => unknown])[] = [
    ['it is no regular file', () => spawnSync('mkfifo', [path])],
    [
      'ENXIO',
      () =>
        new Promise<void>((done) => {
          server.listen(path, done);
        }),
    ],
    [
      'it is no regular file',
      () => {
        symlinkSync('/dev/zero', path);
      },
    ],
    [
      'EISDIR',
      () => {
        symlinkSync('.', path);
      },
    ],
    [
      'ELOOP',
      () => {
        symlinkSync('mesh', path);
      },
    ],
    [
      'it has 104857600 bytes; 1048576 are read',
      () => {
        writeFileSync(path, '');
        truncateSync(path, 104_857_600);
      },
    ],
  ];
  try {
    for (const [reason, make] of kinds) {
      writeFileSync(path, 'trustDomain: one\n');
      const mesh = createMeshFileSource({ path, scope: log, emit: () => {} });
      await mesh.reload();
      rmSync(path);
      await make();
      await mesh.reload();
      assert.equal(log.lines.splice(0), [`error the mesh file ${path} cannot be read: ${reason}; its previous content stays in use`]);
      assert.is(mesh.trustDomain(), 'one');
      rmSync(path);
      await new Promise((done) => {
        server.close(done);
      });
    }
  } finally {
    server.close();
  }
});
test.run();
