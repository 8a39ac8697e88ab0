import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type RotationLimits, openRotatingFile } from '../../src/log/rotating-file.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('mesh-config log rotation');
const startTime = Date.UTC(2026, 10, 21, 1, 29, 6, 66);
const hour = 3_600_000;
const openTestFile = (rotation: Partial<RotationLimits>, files: Readonly<Record<string, string>> = {}, name = 'mesh.log') => {
  const folder = temporaryFolder(files);
  let now = startTime;
  const file = openRotatingFile(join(folder, name), { maxBytes: 10, maxAgeDays: 0, maxBackups: 0, ...rotation }, () => new Date(now));
  return {
    ...file,
    folder,
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    names: () => readdirSync(folder).sort(),
    text: (of: string) => readFileSync(join(folder, of), 'utf8'),
  };
};

test('a write beyond the size starts a new file; the name of the backup has its time', () => {
  const log = openTestFile({});
  for (const text of ['12345', '67890', 'x']) log.write(text);
  assert.equal(log.names(), ['mesh-2026-11-21T01-29-06.066.log', 'mesh.log']);
  assert.equal([log.text('mesh-2026-11-21T01-29-06.066.log'), log.text('mesh.log')], ['1234567890', 'x']);
});
test('the size counts bytes, not characters', () => {
  const log = openTestFile({});
  for (const text of ['üüüüü', 'x']) log.write(text);
  assert.is(log.names().length, 2);
});
test('a line larger than the size gets its own file', () => {
  const log = openTestFile({});
  log.write('a line of many letters');
  assert.equal(log.names(), ['mesh.log']);
  log.wait(1);
  log.write('x');
  assert.equal(log.names(), ['mesh-2026-11-21T01-29-06.067.log', 'mesh.log']);
});
test('the size includes what the file had before', () => {
  const log = openTestFile({}, { 'mesh.log': '123456789' });
  log.write('ab');
  assert.is(log.text('mesh-2026-11-21T01-29-06.066.log'), '123456789');
});
test('without a size there are no backups', () => {
  const log = openTestFile({ maxBytes: 0 });
  for (let index = 0; index < 100; index += 1) log.write('123456789\n');
  assert.equal(log.names(), ['mesh.log']);
});
test('two rotations within a millisecond keep both backups', () => {
  const log = openTestFile({ maxBytes: 1 });
  for (const text of ['a', 'b', 'c', 'd']) log.write(text);
  assert.equal(log.names().map(log.text), ['a', 'b', 'c', 'd']);
});
test('the newest backups are kept', () => {
  const log = openTestFile({ maxBytes: 1, maxBackups: 2 });
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    log.write(text);
    log.wait(hour);
  }
  assert.equal(log.names(), ['mesh-2026-11-21T04-29-06.066.log', 'mesh-2026-11-21T05-29-06.066.log', 'mesh.log']);
});
test('backups beyond the maximum age are deleted', () => {
  const log = openTestFile({ maxBytes: 1, maxAgeDays: 1 });
  for (const wait of [12 * hour, 12 * hour, hour, 0]) {
    log.write('x');
    log.wait(wait);
  }
  // The age counts from the rotation: the first line is older than a day, but its backup is half a day younger.
  log.wait(13 * hour);
  log.write('x');
  assert.equal(log.names(), [
    'mesh-2026-11-22T01-29-06.066.log',
    'mesh-2026-11-22T02-29-06.066.log',
    'mesh-2026-11-22T15-29-06.066.log',
    'mesh.log',
  ]);
});
test('other files are kept', () => {
  const others = {
    'mesh-notes.log': '',
    'mesh-2020-01-01T00-00-00.000.txt': '',
    'other-2020-01-01T00-00-00.000.log': '',
    'mesh-2020-01-01.log': '',
  };
  const log = openTestFile({ maxBytes: 1, maxBackups: 1, maxAgeDays: 1 }, { ...others, 'mesh-2020-01-01T00-00-00.000.log': '' });
  for (const text of ['a', 'b']) log.write(text);
  assert.equal(log.names(), [...Object.keys(others), 'mesh-2026-11-21T01-29-06.066.log', 'mesh.log'].sort());
});
test('backups of a name without an extension have none either', () => {
  const log = openTestFile({ maxBytes: 1 }, {}, 'log');
  for (const text of ['a', 'b']) log.write(text);
  assert.equal(log.names(), ['log', 'log-2026-11-21T01-29-06.066']);
});
test('a deleted file is created again; a write without its folder fails until the folder exists', () => {
  const log = openTestFile({ maxBytes: 1 });
  log.write('a');
  rmSync(join(log.folder, 'mesh.log'));
  log.write('b');
  assert.equal([log.names(), log.text('mesh.log')], [['mesh.log'], 'b']);
  rmSync(log.folder, { recursive: true });
  assert.throws(() => {
    log.write('c');
  }, /ENOENT/);
  mkdirSync(log.folder);
  log.write('d');
  assert.equal([log.names(), log.text('mesh.log')], [['mesh.log'], 'd']);
});
test('no line is lost or split, with any sizes', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ minLength: 1, maxLength: 15 }).map((text) => `${text.replaceAll('\n', ' ')}\n`),
        { maxLength: 20 },
      ),
      fc.integer({ min: 1, max: 30 }),
      (lines, maxBytes) => {
        const log = openTestFile({ maxBytes });
        for (const line of lines) {
          log.write(line);
          log.wait(1);
        }
        log.close();
        const last = log.names().filter((name) => name !== 'mesh.log');
        assert.is([...last, 'mesh.log'].map(log.text).join(''), lines.join(''));
        assert.ok(last.every((name) => Buffer.byteLength(log.text(name)) <= maxBytes || log.text(name).trimEnd().split('\n').length === 1));
      },
    ),
    { numRuns: runs(60) },
  );
});
test.run();
