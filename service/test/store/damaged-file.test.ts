import { cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { checkDirectory } from '../../src/store/sqlite/check-directory.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const damaged = suite<{ folder: string; file: string }>('a damaged data file');
const records = 300;

damaged.before(async (context) => {
  context.folder = join(temporaryFolder(), 'data');
  context.file = join(context.folder, 'slipway.db');
  const store = openSqlite({ directory: context.folder });
  for (let at = 0; at < records; at++)
    await store.write((tx) =>
      tx.insert({
        id: `p-${at}`,
        kind: at % 2 ? 'ssh-keys' : 'projects',
        scope: '',
        key: `${at}`,
        name: '',
        body: { value: 'x'.repeat(500) },
      }),
    );
  await store.close();
});

/** A copy with other bytes. */
const damage = (folder: string, change: (file: string) => void): string => {
  const copy = join(temporaryFolder(), 'data');
  cpSync(folder, copy, { recursive: true });
  change(join(copy, 'slipway.db'));
  return copy;
};
const message = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return `${(error as Error).constructor.name}: ${(error as Error).message}`;
  }
  return 'taken';
};
const sentence =
  /^StoreUnavailable: .*(slipway\.db is damaged|: the data file is damaged or not a data file).*restore a backup with `slipway restore`/;

damaged('cut at any length is refused with the way back, at start and by a check, and stays as it is', ({ folder, file }) => {
  const { size } = statSync(file);
  for (let part = 1; part < 16; part++)
    for (const length of [Math.floor((size * part) / 16), Math.floor((size * part) / 16 / 4096) * 4096]) {
      if (length === 0) continue;
      const copy = damage(folder, (path) => truncateSync(path, length));
      const before = readFileSync(join(copy, 'slipway.db'));
      assert.match(
        message(() => checkDirectory(copy)),
        sentence,
        `${length} of ${size}`,
      );
      assert.match(
        message(() => openSqlite({ directory: copy })),
        sentence,
        `${length} of ${size}`,
      );
      assert.ok(readFileSync(join(copy, 'slipway.db')).equals(before), `${length} of ${size}`);
    }
});
damaged('with a changed byte in the header of a page is refused', ({ folder, file }) => {
  for (let page = 2; page * 4096 < statSync(file).size; page += 5) {
    const copy = damage(folder, (path) => {
      const bytes = readFileSync(path);
      bytes[(page - 1) * 4096]! ^= 0x40;
      writeFileSync(path, bytes);
    });
    assert.match(
      message(() => openSqlite({ directory: copy })),
      sentence,
      `page ${page}`,
    );
  }
});
damaged('with a changed byte in a sealed value or in JSON is found by a check', ({ folder }) => {
  for (const [text, words] of [
    ['"sealed":"', /^StoreUnavailable: the data directory .*: a secret of ssh-keys p-\d+ does not open: it was changed/],
    ['{"value":"xxx', /^StoreUnavailable: the data directory .*: 1 records hold no JSON any more: /],
  ] as const) {
    const copy = damage(folder, (path) => {
      const bytes = readFileSync(path);
      const at = bytes.lastIndexOf(text);
      if (text.startsWith('{')) bytes[at] = 0x5b;
      else bytes[at + 40]! ^= 1;
      writeFileSync(path, bytes);
    });
    for (const open of [() => openSqlite({ directory: copy }), () => checkDirectory(copy)])
      assert.match(
        message(open),
        /^StoreUnavailable: the data file .*slipway\.db is damaged \(page \d+ is not what was written to it\): move /,
      );
    // As a store of an earlier release is, of which nobody knows what was written.
    rmSync(join(copy, 'slipway.sums'));
    assert.match(
      message(() => checkDirectory(copy)),
      words,
    );
  }
});
damaged('that is empty or missing does not become a new store', ({ folder }) => {
  for (const [word, change] of [
    ['empty', (path: string) => truncateSync(path, 0)],
    ['missing', (path: string) => rmSync(path)],
  ] as const) {
    const copy = damage(folder, change);
    for (const open of [() => openSqlite({ directory: copy }), () => checkDirectory(copy)])
      assert.is(
        message(open),
        `StoreUnavailable: the data file ${join(copy, 'slipway.db')} is ${word}, but a store was here: move ${copy} away and restore ` +
          'a backup with `slipway restore` (docs/team-service.md), or start with a new folder',
      );
    assert.is(existsSync(join(copy, 'slipway.db')), word === 'empty');
  }
});
damaged('is not what a sound one is', async ({ folder }) => {
  assert.equal(checkDirectory(folder), { schema: 12, records, secrets: records / 2 });
  await openSqlite({ directory: folder }).close();
});

damaged.run();
