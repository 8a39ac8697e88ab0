/** What `npm ci` and `npm start` build: nothing, where all is built. Programs are started from the links that npm removes. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { linkPrograms } from '../../build/link-programs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('prepare');
const root = join(import.meta.dirname, '../..');
const outputs = [
  'dist/slipway.cjs',
  'dist/mesh-config.cjs',
  'dist/provider/provider.cjs',
  'dist/provider.zip',
  'dist/mirror/slipway.zip',
  'schema-tools/dist/slipway-lint.cjs',
  'constructs/dist/cdktf/index.js',
  'constructs/dist/cdktn/index.js',
];
/** A checkout whose build writes empty outputs. */
const createCheckout = (): string => {
  const checkout = temporaryFolder({
    'package.json': '{ "type": "module" }',
    'build.ts': `import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { recordBuild } from './build/built-from.ts';
await recordBuild(process.cwd(), async () => {
  for (const file of ${JSON.stringify(outputs)}) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
});
console.log('built');
`,
  });
  mkdirSync(join(checkout, 'build'));
  for (const file of ['prepare.ts', 'built-from.ts', 'inputs.ts', 'link-programs.ts'])
    cpSync(join(root, 'build', file), join(checkout, 'build', file));
  mkdirSync(join(checkout, 'node_modules/.bin'), { recursive: true });
  return checkout;
};
const prepare = (checkout: string): string => {
  const tsx = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', tsx, 'build/prepare.ts'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  assert.is(status, 0, stdout + stderr);
  return stdout;
};
const linkOf = (checkout: string, name: string): string => readlinkSync(join(checkout, 'node_modules/.bin', name));

test('a checkout is built once, and again when a file that the build reads has changed, or an output is missing', () => {
  const checkout = createCheckout();
  assert.is(prepare(checkout), 'built\n');
  assert.is(prepare(checkout), 'built already: nothing that a build reads has changed\n');
  assert.is(linkOf(checkout, 'slipway'), '../../cli/bin/slipway.cjs');
  writeFileSync(join(checkout, 'package.json'), '{ "type": "module", "version": "0.2.0" }');
  assert.is(prepare(checkout), 'built\n');
  rmSync(join(checkout, 'dist/provider.zip'));
  assert.is(prepare(checkout), 'built\n');
});
test('the programs are linked where npm looks for them, also where a link leads elsewhere', () => {
  const checkout = createCheckout();
  symlinkSync('../elsewhere.cjs', join(checkout, 'node_modules/.bin/mesh-config'));
  linkPrograms(checkout);
  assert.equal(
    ['slipway', 'mesh-config', 'slipway-lint'].map((name) => linkOf(checkout, name)),
    ['../../cli/bin/slipway.cjs', '../../cli/bin/mesh-config.cjs', '../../schema-tools/bin/slipway-lint.mjs'],
  );
});
test.run();
