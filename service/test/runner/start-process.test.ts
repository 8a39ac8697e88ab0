/** What a process is given beside its words. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startProcess } from '../../src/runner/start-process.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('processes of a runner');

test('inputs are open at the descriptors from 4 on, and a file that is gone is empty', async () => {
  const folder = temporaryFolder({ first: 'of the first\n', third: 'of the third\n' });
  const inputs = ['first', 'second', 'third'].map((name) => join(folder, name));
  let output = '';
  const argv = ['/bin/sh', '-c', 'cat <&4; cat <&5; cat <&6; echo over'];
  const { exit } = startProcess({ argv, folder, environment: { PATH: process.env['PATH']! }, inputs }, async (chunk) => {
    output += chunk.toString();
  });
  assert.equal(await exit, { code: 0, signal: null });
  assert.is(output, 'of the first\nof the third\nover\n');
});

test.run();
