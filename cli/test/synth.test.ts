import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway synth');
const app = (name: string) => resolve(import.meta.dirname, 'fixtures', name);

test('it writes the configuration of every stack and tells warnings apart from its answer', async () => {
  const output = temporaryFolder();
  const { code, stdout, stderr } = await runSlipway(['synth', '--output', output], { folder: app('app') });
  assert.is(code, 0);
  assert.is(stderr, 'warn: base/shared: shared is old-fashioned\n');
  assert.match(stdout, /^base  \S+\/stacks\/base\nlater  \S+\/stacks\/later\n$/);
  const { resource } = JSON.parse(readFileSync(join(output, 'stacks/base/cdk.tf.json'), 'utf8')) as {
    resource: Record<string, Record<string, Record<string, unknown>>>;
  };
  assert.is(resource.slipway_variable_set?.shared?.name, 'shared');
});
test('an app that throws gives its message and its place', async () => {
  assert.equal(await runSlipway(['synth', '--output', temporaryFolder()], { folder: app('app-throws') }), {
    code: 1,
    stdout: '',
    stderr: 'slipway: The app stopped with an error:\n\n  TypeError: no names were given\n\n  at main.ts:8:34\n',
  });
});
test('an app whose constructs are not valid gives their words', async () => {
  assert.equal(await runSlipway(['synth', '--output', temporaryFolder()], { folder: app('app-invalid') }), {
    code: 1,
    stdout: '',
    stderr: `slipway: The app stopped with an error:

  Validation failed with the following errors:
    [base] there is nothing in it

  If you wish to ignore these validations, pass 'skipValidation: true' to your App configuration.

  at main.ts:6:5
`,
  });
});
test('an app that cannot be parsed gives its message and its place', async () => {
  const folder = temporaryFolder({ 'package.json': '{ "type": "module" }', 'main.ts': 'const a: number = 1;\nconst = 2;\n' });
  assert.equal(await runSlipway(['synth', '--app', `node --import ${import.meta.resolve('tsx')} main.ts`], { folder }), {
    code: 1,
    stdout: '',
    stderr: `slipway: The app stopped with an error:

  TransformError: Transform failed with 1 error:
  ${folder}/main.ts:2:6: ERROR: Expected identifier but found "="

  at main.ts:2:6
`,
  });
});
test('an error without a place says how to find it', async () => {
  const folder = temporaryFolder({ 'main.mjs': 'const a = 1;\nconst = 2;\n' });
  assert.equal(await runSlipway(['synth', '--app', 'node main.mjs'], { folder }), {
    code: 1,
    stdout: '',
    stderr:
      "slipway: The app stopped with an error:\n\n  SyntaxError: Unexpected token '='\n\n" +
      '  It contains no source position; `node main.mjs` run by itself may show one.\n',
  });
});
test('an app that ends badly without an error is reported with its exit code', async () => {
  assert.equal(await runSlipway(['synth', '--app', 'echo hm; exit 4'], { folder: temporaryFolder() }), {
    code: 1,
    stdout: '',
    stderr: 'hm\nslipway: The app `echo hm; exit 4` ended with 4; see its output above.\n',
  });
});
test('an app that synthesizes nothing is reported', async () => {
  const folder = temporaryFolder();
  assert.equal(await runSlipway(['synth', '--app', 'true'], { folder }), {
    code: 1,
    stdout: '',
    stderr: `slipway: ${folder}/cdktf.out/manifest.json is not there: the app has synthesized nothing. Does it call app.synth()?\n`,
  });
});
test('without an app it says where one is named', async () => {
  const folder = temporaryFolder();
  assert.equal(await runSlipway(['synth'], { folder }), {
    code: 1,
    stdout: '',
    stderr:
      `slipway: There is neither a cdktf.json nor HCL in ${folder}. ` +
      "`slipway init` writes an app there; or pass --app 'npx tsx main.ts'.\n",
  });
});
test('a cdktf.json that is not JSON is named', async () => {
  const folder = temporaryFolder({ 'cdktf.json': '{ "app": ' });
  const { code, stderr } = await runSlipway(['synth'], { folder });
  assert.is(code, 1);
  assert.match(stderr, `slipway: ${folder}/cdktf.json is not JSON: `);
});
test('an app in a missing program is reported', async () => {
  const { code, stderr } = await runSlipway(['synth', '--app', 'no-such-program'], { folder: temporaryFolder() });
  assert.is(code, 1);
  assert.match(stderr, 'slipway: The app `no-such-program` ended with 127; see its output above.\n');
});
test.run();
