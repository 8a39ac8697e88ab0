// watchdog: 60 s
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findFoldersLeadingTo } from '../../src/files/leading-folders.ts';
import { type WatchedFiles, watchFiles } from '../../src/files/watch-files.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { waitUntil } from '../mcp/start-mcp-source.ts';

interface Context {
  folder: string;
  path: string;
  seen: string[];
  watched: WatchedFiles;
}
const test = suite<Context>('mesh-config watched files');

const contentOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  }
};
/** Longer than any test, so that changes are only seen through notifications of the system. */
const never = 1_000_000;
const watching = (context: Context, path: string, patience = never): void => {
  context.watched = watchFiles(
    [path],
    async () => {
      const now = contentOf(path);
      if (context.seen.at(-1) !== now) context.seen.push(now);
    },
    patience,
  );
  context.watched.start();
};
test.before.each((context) => {
  context.folder = temporaryFolder();
  context.path = join(context.folder, 'certificate');
  context.seen = [];
});
test.after.each(({ watched }) => {
  watched.stop();
});

test('a file that is written, replaced by another name, taken away and made again is seen each time', async (context) => {
  const { path, seen, folder } = context;
  writeFileSync(path, 'one');
  watching(context, path);
  const steps: readonly (readonly [string, () => void])[] = [
    [
      'two',
      () => {
        writeFileSync(path, 'two');
      },
    ],
    [
      'three',
      () => {
        writeFileSync(join(folder, 'new'), 'three');
        renameSync(join(folder, 'new'), path);
      },
    ],
    [
      'four',
      () => {
        writeFileSync(path, 'four');
      },
    ],
    [
      'ENOENT',
      () => {
        rmSync(path);
      },
    ],
    [
      'five',
      () => {
        writeFileSync(path, 'five');
      },
    ],
  ];
  for (const [content, step] of steps) {
    step();
    await waitUntil(() => seen.at(-1) === content);
  }
});
test('a mounted volume is followed through all its links, swap after swap', async (context) => {
  const { path, seen, folder } = context;
  for (const version of ['..1', '..2', '..3']) {
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, 'certificate'), version);
  }
  symlinkSync('..1', join(folder, '..data'));
  symlinkSync('..data/certificate', path);
  watching(context, path);
  for (const version of ['..2', '..3']) {
    symlinkSync(version, join(folder, '..tmp'));
    renameSync(join(folder, '..tmp'), join(folder, '..data'));
    await waitUntil(() => seen.at(-1) === version);
  }
  writeFileSync(join(folder, '..3', 'certificate'), 'in place');
  await waitUntil(() => seen.at(-1) === 'in place');
});
test('a folder that is not there yet, nor the one above it, is seen when it comes, goes and comes again', async (context) => {
  const { seen, folder } = context;
  const within = join(folder, 'mounts', 'tls'),
    path = join(within, 'certificate');
  watching(context, path);
  for (const content of ['one', 'two']) {
    mkdirSync(within, { recursive: true });
    writeFileSync(path, content);
    await waitUntil(() => seen.at(-1) === content);
    rmSync(join(folder, 'mounts'), { recursive: true });
    await waitUntil(() => seen.at(-1) === 'ENOENT');
  }
});
test('a folder that is replaced by another of its name is watched as before', async (context) => {
  const { seen, folder } = context;
  const path = join(folder, 'tls', 'certificate');
  for (const name of ['tls', 'next']) mkdirSync(join(folder, name));
  writeFileSync(path, 'one');
  writeFileSync(join(folder, 'next', 'certificate'), 'two');
  watching(context, path);
  renameSync(join(folder, 'tls', 'certificate'), join(folder, 'old'));
  await waitUntil(() => seen.at(-1) === 'ENOENT');
  rmSync(join(folder, 'tls'), { recursive: true });
  renameSync(join(folder, 'next'), join(folder, 'tls'));
  writeFileSync(path, 'three');
  // The parent folder is not watched: the last event of the old folder leads to the new one.
  await waitUntil(() => seen.at(-1) === 'three');
  writeFileSync(path, 'four');
  await waitUntil(() => seen.at(-1) === 'four');
});
test('where nothing tells of changes the regular look finds them', async (context) => {
  const { folder, path, seen } = context;
  // Two names of one inode: a write through the other name has an event in the other folder only.
  mkdirSync(join(folder, 'other'));
  writeFileSync(path, 'one');
  linkSync(path, join(folder, 'other', 'name'));
  watching(context, path, 10);
  await waitUntil(() => seen.at(-1) === 'one');
  writeFileSync(join(folder, 'other', 'name'), 'two');
  await waitUntil(() => seen.at(-1) === 'two');
});
test('changes in a folder that is never at rest are reported nevertheless', async (context) => {
  const { path, seen, folder } = context;
  watching(context, path);
  let count = 0;
  const busy = setInterval(() => {
    writeFileSync(join(folder, 'busy'), String((count += 1)));
  }, 5);
  try {
    writeFileSync(path, 'one');
    await waitUntil(() => seen.length > 0);
  } finally {
    clearInterval(busy);
  }
  assert.equal(seen, ['one']);
});
test('one call ends before the next begins', async ({ folder }) => {
  let [running, most, calls] = [0, 0, 0];
  const slow = watchFiles(
    [join(folder, 'a')],
    async () => {
      most = Math.max(most, (running += 1));
      await new Promise((done) => {
        setTimeout(done, 20);
      });
      running -= 1;
      calls += 1;
    },
    5,
  );
  slow.start();
  await waitUntil(() => calls > 3);
  slow.stop();
  assert.is(most, 1);
});
test('folders that lead to a file: its own, that of each link, and the nearest above one that is not there', ({ folder }) => {
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'link'));
  symlinkSync('../link/b', join(folder, 'real', 'a'));
  assert.equal(findFoldersLeadingTo(join(folder, 'link', 'a')), [folder, join(folder, 'real')]);
  assert.equal(findFoldersLeadingTo(join(folder, 'none', 'below', 'a')), [folder]);
  symlinkSync('y', join(folder, 'x'));
  symlinkSync('x', join(folder, 'y'));
  assert.equal(findFoldersLeadingTo(join(folder, 'x')), [folder]);
});
test.run();
