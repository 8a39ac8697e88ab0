import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway agent --job-file');

test('a file that is not JSON is named with its line, and not quoted: it holds a token', async () => {
  const folder = temporaryFolder({ 'job.json': '{\n  "token": hunter2\n}' });
  const { code, stderr } = await runSlipway(['agent', '--job-file', 'job.json'], { folder });
  assert.equal([code, stderr], [2, 'slipway: --job-file job.json is not JSON: line 2, column 12.\n']);
});

test.run();
