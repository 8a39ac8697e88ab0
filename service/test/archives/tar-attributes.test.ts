/** Records of PAX headers, and archives that other programs write with them. */
import { spawnSync } from 'node:child_process';
import { fc } from '@slipway/test-support/seed';
import { runs } from '@slipway/test-support/scale';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readPaxRecords, readTarAttributes } from '../../src/workspaces/configuration-versions/tar-attributes.ts';
import { validateArchive } from '../../src/workspaces/configuration-versions/validate-archive.ts';
import { packTar } from './tar.ts';

const test = suite('attributes of archives');

test('a record has as many bytes as it says, whatever is in it', () => {
  assert.equal(
    [...readPaxRecords(Buffer.from('12 path=a\nb\n13 comment==\n8 path=\n13 path=ä/b\n'))],
    [
      ['path', 'a\nb'],
      ['comment', '='],
      ['path', ''],
      ['path', 'ä/b'],
    ],
  );
});
test('the last record of a key counts, and one without a value leaves the name of the header', () => {
  const read = (text: string) => readTarAttributes({}, 'x', Buffer.from(text));
  assert.equal(read('10 path=a\n10 path=b\n12 size=512\n'), { path: 'b', size: 512, given: 'x' });
  assert.equal(read('8 path=\n'), { given: 'x' });
});
test('law: bytes are records, or are refused', () => {
  const piece = fc.constantFrom('1', '2', '9', '0', ' ', '=', '\n', 'path', 'ä', '\0', '10 path=a\n', '12 size=512\n');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const data = Buffer.from(pieces.join(''));
      try {
        const written = [...readPaxRecords(data)].map(([key, value]) => ` ${key}=${value}\n`);
        const digits = data.length - written.reduce((sum, record) => sum + Buffer.byteLength(record), 0);
        assert.ok(digits >= written.length, 'a record has a length');
      } catch (error) {
        if (!Array.isArray((error as { errors?: unknown }).errors)) throw error;
      }
    }),
    { numRuns: runs(1000) },
  );
});
const hasGnuTar = String(spawnSync('tar', ['--version']).stdout).includes('GNU tar');
const real = hasGnuTar ? test : skipWithReason(test, 'tar is not that of GNU');
real('what programs write for long names, links and umlauts is read: in the formats of GNU and of POSIX', async () => {
  const long = `${'folder/'.repeat(30)}${'ü'.repeat(60)}.tf`;
  const folder = temporaryFolder({ [long]: '# a', 'main.tf': '# b' });
  const link = `${'l'.repeat(120)}.tf`;
  assert.is(spawnSync('ln', ['-s', long, link], { cwd: folder }).status, 0);
  for (const format of ['gnu', 'posix']) {
    const { status, stdout, stderr } = spawnSync('tar', ['-cz', `--format=${format}`, '-f', '-', 'folder', 'main.tf', link], {
      cwd: folder,
    });
    assert.is(status, 0, String(stderr));
    const found: string[] = [];
    await validateArchive(stdout, {
      takeFile: (path, content) => found.push(`${path}: ${content.toString()}`),
      takeLink: (path, target) => found.push(`${path} -> ${target}`),
    });
    assert.equal(found, [`${long}: # a`, 'main.tf: # b', `${link} -> ${long}`], format);
  }
});
test('64 KiB of records are read at once, and more are refused', async () => {
  const pax = (content: string) => validateArchive(packTar({ name: 'pax', type: 'x', content }, { name: 'a' }));
  await pax('8 a=123\n'.repeat(8192));
  const refused = await pax('8 a=123\n'.repeat(8193)).catch((error) => error.errors[0].detail);
  assert.is(refused, 'the archive has a name of more than 64 KiB');
});

test.run();
