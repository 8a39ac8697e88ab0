/** A marked folder opens only with at least what it had when it was last seen (docs/decisions/0148). */
// watchdog: 300 s
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { torture } from '@slipway/test-support/scale';
import { copyFolder, fileDamages, type FolderImage, judgeCopy, takeImages } from './folder-images.ts';

const test = suite<{ images: readonly FolderImage[] }>('a damaged folder');
test.before(async (context) => {
  context.images = await takeImages();
});

test('that is whole opens with everything, however its process ended', async ({ images }) => {
  for (const { words, folder, acknowledged } of images)
    assert.is(await judgeCopy(words, copyFolder(folder), acknowledged), 'opened', words);
});

/** Files that no start depends on. */
const notes = new Set(['slipway.closed', 'slipway.pid', 'slipway.lock']);
const matrixImages = new Set(['a kill with everything in the log', 'a clean end', 'a kill in the log after that']);
const largeDamages = new Set([
  'missing',
  'cut to half',
  'cut by a page',
  'flipped at half',
  'flipped at three quarters',
  'one byte of the last quarter',
]);

/** The other images have the same files in other states, and large ones take long to copy. */
const isLeftToTorture = (words: string, name: string, damage: string): boolean =>
  !matrixImages.has(words) ||
  (notes.has(name) && damage !== 'missing' && damage !== 'empty') ||
  (words.endsWith('after that') && !largeDamages.has(damage));

test('with one file missing, empty, cut or changed is refused in a sentence, or nothing is missing', async ({ images }) => {
  const refused = new Set<string>();
  for (const { words, folder, acknowledged } of images)
    for (const name of readdirSync(folder))
      for (const [damage, change] of fileDamages) {
        if (!torture && isLeftToTorture(words, name, damage)) continue;
        const copy = copyFolder(folder);
        change(join(copy, name));
        const what = `${words}: ${name} ${damage}`;
        if ((await judgeCopy(what, copy, acknowledged)) === 'refused') refused.add(what);
        rmSync(copy, { recursive: true });
      }
  for (const what of [
    'a kill with everything in the log: slipway.db-wal missing',
    'a kill with everything in the log: slipway.db-wal empty',
    'a kill with everything in the log: slipway.db-wal cut by a page',
    'a kill with everything in the log: slipway.db-wal flipped at half',
    'a kill with everything in the log: slipway.db-wal flipped at the end',
    'a kill with everything in the log: slipway.db missing',
    'a kill with everything in the log: slipway.key empty',
    'a kill in the log after that: slipway.db-wal missing',
    'a clean end: slipway.db missing',
    'a clean end: slipway.db cut to half',
    'a clean end: slipway.db flipped at half',
    'a clean end: slipway.db one byte of the last quarter',
    'a kill in the log after that: slipway.db flipped at half',
    'a clean end: slipway.key missing',
  ])
    assert.ok(refused.has(what), what);
});

test.run();
