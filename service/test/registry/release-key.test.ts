import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deriveReleaseKey } from '../../src/workspaces/provider-registry/release-key.ts';
import { readKeyId } from '../../src/workspaces/provider-registry/openpgp-key.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('the key that signs the checksums of the own provider');
const seed = Buffer.alloc(32, 7);

test('one seed is one key: processes and starts of one service agree', () => {
  const [one, other] = [deriveReleaseKey(seed), deriveReleaseKey(seed)];
  assert.is(one.keyId, '66500E0CBFE76676');
  assert.is(readKeyId(one.asciiArmor), '66500E0CBFE76676');
  assert.is(one.asciiArmor, other.asciiArmor);
  assert.is(one.sign(Buffer.from('sums')).toString('hex'), other.sign(Buffer.from('sums')).toString('hex'));
});

test('another seed is another key', () => {
  assert.is.not(deriveReleaseKey(Buffer.alloc(32, 8)).keyId, deriveReleaseKey(seed).keyId);
});

const hasGpg = !spawnSync('gpg', ['--version']).error;
(hasGpg ? test : skipWithReason(test, 'gpg is not on the PATH'))(
  'gpg takes the key and verifies its signature, of these bytes only',
  () => {
    const key = deriveReleaseKey(seed);
    const folder = temporaryFolder({ 'key.asc': key.asciiArmor, sums: 'checksums\n', other: 'checksumz\n' });
    writeFileSync(join(folder, 'sums.sig'), key.sign(Buffer.from('checksums\n')));
    const gpg = (...args: readonly string[]) =>
      spawnSync('gpg', ['--batch', '--homedir', folder, ...args], { cwd: folder, encoding: 'utf8' });
    const taken = gpg('--import', 'key.asc');
    assert.is(taken.status, 0, taken.stderr);
    const verified = gpg('--verify', 'sums.sig', 'sums');
    assert.is(verified.status, 0, verified.stderr);
    assert.match(verified.stderr, 'Good signature from "Slipway service"');
    assert.match(gpg('--verify', 'sums.sig', 'other').stderr, 'BAD signature');
  },
);

test.run();
