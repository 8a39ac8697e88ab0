import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatError } from '../src/format-error.ts';
import { writeTextFile } from '../src/write-text-file.ts';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('files that the machine refuses');
const wordsFor = (work: () => void): string => {
  try {
    work();
  } catch (error) {
    return formatError(error).words;
  }
  return 'no error';
};

test('a folder that cannot be made is named, with the reason; it is no defect of Slipway', () => {
  const folder = temporaryFolder({ file: '' });
  assert.is(
    wordsFor(() => mkdirSync(join(folder, 'file/app'))),
    `${folder}/file/app cannot be accessed: not a directory (ENOTDIR).`,
  );
});
if (process.platform === 'linux')
  test('a full device is said to be full, with what to do', () => {
    assert.is(
      wordsFor(() => writeFileSync('/dev/full', 'text')),
      `A file cannot be written: no space left on device (ENOSPC). Free some space there; temporary files are in ${tmpdir()}.`,
    );
  });
if (process.platform === 'linux')
  test('the file is named, too, for which a full device has no room', () => {
    assert.is(
      wordsFor(() => writeTextFile('/dev/full', 'text')),
      `/dev/full cannot be accessed: no space left on device (ENOSPC). Free some space there; temporary files are in ${tmpdir()}.`,
    );
  });
test('other errors are defects', () => {
  assert.match(
    wordsFor(() => {
      throw new TypeError('E: no function, call');
    }),
    /^E: no function, call\nThis is a bug in Slipway; please report it\./,
  );
});
test('init below a file says so', async () => {
  const folder = temporaryFolder({ 'main.tf': '' });
  assert.equal(await runSlipway(['init', 'main.tf/app', '--hcl'], { folder }), {
    code: 1,
    stdout: '',
    stderr: `slipway: ${folder}/main.tf/app cannot be accessed: not a directory (ENOTDIR).\n`,
  });
});

test.run();
