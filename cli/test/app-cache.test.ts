import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway synth: compiled code of the app');

/** What the app finds as NODE_COMPILE_CACHE. */
const findCache = async (environment: Record<string, string | undefined>): Promise<string> => {
  const folder = temporaryFolder({
    'cdktf.json': '{ "language": "typescript", "app": "node app.cjs" }',
    'app.cjs': `require('node:fs').writeFileSync('found', String(process.env.NODE_COMPILE_CACHE));`,
  });
  await runSlipway(['synth'], { folder, environment: { NODE_COMPILE_CACHE: undefined, ...environment } });
  return readFileSync(join(folder, 'found'), 'utf8');
};

test('is kept in the cache of the user, unless the environment says otherwise', async () => {
  const cache = temporaryFolder();
  assert.is(await findCache({ SLIPWAY_CODE_CACHE: cache }), join(cache, 'apps'));
  assert.is(await findCache({ SLIPWAY_CODE_CACHE: cache, NODE_COMPILE_CACHE: '/mine' }), '/mine');
  assert.is(await findCache({ SLIPWAY_CODE_CACHE: 'off' }), 'undefined');
});

test('is not kept where others may write, or where there can be no folder', async () => {
  const cache = temporaryFolder({ 'apps/x': '', file: '' });
  chmodSync(join(cache, 'apps'), 0o777);
  assert.is(await findCache({ SLIPWAY_CODE_CACHE: cache }), 'undefined');
  assert.is(await findCache({ SLIPWAY_CODE_CACHE: join(cache, 'file') }), 'undefined');
});

test.run();
