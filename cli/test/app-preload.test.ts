import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway synth: what an app of cdktf loads');

const root = resolve(import.meta.dirname.replace(/[\\/]dist[\\/]tests.*/, '/test/cli'), '../..');
/** Synthesizes an app, which writes the names of the packages that it loaded into `loaded`. */
const synthesize = async (lines: string) => {
  const folder = temporaryFolder({
    'cdktf.json': '{ "language": "typescript", "app": "node app.cjs" }',
    'app.cjs': `
      const { App, AssetType, TerraformAsset, TerraformStack } = require('cdktf');
      const app = new App();
      const stack = new TerraformStack(app, 'base');
      ${lines}
      app.synth();
      const names = Object.keys(require.cache).map((file) => /.*node_modules.([^@][^\\\\/]*)/.exec(file)?.[1]);
      require('node:fs').writeFileSync('loaded', [...new Set(names)].join(' '));`,
    'files/a.txt': 'content of a',
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { code, stderr } = await runSlipway(['synth'], { folder });
  assert.equal([code, stderr], [0, '']);
  return { folder, loaded: readFileSync(join(folder, 'loaded'), 'utf8').split(' ') };
};

test('the packages for archives and versions are not loaded without a use', async () => {
  const { loaded } = await synthesize('');
  assert.ok(loaded.includes('cdktf'), loaded.join(' '));
  assert.equal(
    loaded.filter((name) => /archiver|zip-stream|lodash|semver/.test(name)),
    [],
  );
});

test('an archive is packed as before', async () => {
  const { folder } = await synthesize(
    `new TerraformAsset(stack, 'files', { path: __dirname + '/files', type: AssetType.ARCHIVE, assetHash: 'one' });`,
  );
  const packed = readFileSync(join(folder, 'cdktf.out/stacks/base/assets/files/one/archive.zip'));
  assert.is(packed.toString('latin1', 0, 4), 'PK\u0003\u0004');
  assert.ok(packed.includes('a.txt'));
});

test('a version is validated as before', async () => {
  const { loaded } = await synthesize(`const { ValidateBinaryVersion } = require('cdktf/lib/validations/validate-binary-version');
    const validate = (wanted) => new ValidateBinaryVersion('node', wanted, 'node --version', 'install it').validate().length;
    if (validate('>=20') !== 0 || validate('<1') !== 1) throw new Error('another verdict');`);
  assert.ok(loaded.includes('semver'), loaded.join(' '));
});

test('the app itself gets the package as it is', async () => {
  const { loaded } = await synthesize(`const archiver = require(require.resolve('archiver', { paths: [require.resolve('cdktf')] }));
    if (archiver.name !== 'vending') throw new Error('it is another function: ' + archiver.name);`);
  assert.ok(loaded.includes('archiver'), loaded.join(' '));
});

test.run();
