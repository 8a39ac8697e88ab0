import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { initApp } from '../src/init/init-app.ts';
import { packageArchives } from '@slipway/test-support/package-archives';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway init');
const packages = packageArchives();
const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no error';
};

test('writes an app for cdktf, and names the next commands', () => {
  const folder = join(temporaryFolder({}), 'My Platform');
  assert.match(
    initApp(folder, { install: false, packages }),
    /\n {2}npm install\n {2}npx slipway serve .*\n {2}npx slipway login .*\n {2}npx slipway deploy$/,
  );
  assert.match(readFileSync(join(folder, 'main.ts'), 'utf8'), "from '@slipway/constructs';\nimport { App, TerraformStack } from 'cdktf';");
  assert.equal(JSON.parse(readFileSync(join(folder, 'cdktf.json'), 'utf8')), { language: 'typescript', app: 'node --import tsx main.ts' });
  const { name, type, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.equal([name, type, dependencies.cdktf], ['my-platform', 'module', '0.21.0']);
  assert.ok(existsSync(join(folder, '.gitignore')));
});
test('writes an app for cdktn, also of an example', () => {
  const folder = temporaryFolder({});
  const nextSteps = initApp(folder, { install: false, packages, cdktn: true, template: 'platform' });
  assert.match(
    nextSteps,
    '  npx slipway serve --seed seed.yaml # in a terminal of its own: a service to try it on; it prints a token\n' +
      '  npx slipway login                  # paste the token; or give the address of your own service\n' +
      '  npx slipway deploy --var database_password=…',
  );
  const main = readFileSync(join(folder, 'main.ts'), 'utf8');
  assert.match(main, "'@slipway/constructs/cdktn'");
  assert.not.match(main, "'cdktf'");
  assert.ok(existsSync(join(folder, 'policies')));
  assert.is(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies.cdktn, '0.24.0');
});
test('writes HCL, which needs no packages', () => {
  const folder = temporaryFolder({});
  initApp(folder, { install: true, hcl: true });
  assert.match(readFileSync(join(folder, 'main.tf'), 'utf8'), 'source  = "terraform.local/slipway/slipway"\n      version = "0.1.0"');
  assert.not.ok(existsSync(join(folder, 'package.json')));
});
test('adds to a package.json what it lacks, and keeps the rest', () => {
  const folder = temporaryFolder({ 'package.json': '{"name":"shop","scripts":{"a":"b"},"devDependencies":{"tsx":"4.0.0"}}' });
  initApp(folder, { install: false, packages });
  const { name, scripts, dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.equal([name, scripts, devDependencies, dependencies.tsx], ['shop', { a: 'b' }, { tsx: '4.0.0' }, undefined]);
});
test('overwrites nothing, and writes nothing then', () => {
  const folder = temporaryFolder({ 'main.ts': 'mine' });
  assert.is(
    messageOf(() => initApp(folder, { install: false, packages })),
    `${folder} already has main.ts: choose another folder, or remove it.`,
  );
  assert.not.ok(existsSync(join(folder, 'package.json')));
  assert.is(readFileSync(join(folder, 'main.ts'), 'utf8'), 'mine');
});
test('an app whose packages npm cannot install is written, and reported as a failure', () => {
  const folder = temporaryFolder({ '.npmrc': 'registry=http://127.0.0.1:1/\nfetch-retries=0\n' });
  assert.is(
    messageOf(() => initApp(folder, { install: true, packages })),
    `The app is written to ${folder}, but npm could not install its packages; see its output above. Run \`npm install\` there.`,
  );
  assert.ok(existsSync(join(folder, 'main.ts')));
});
test('names the templates there are', () => {
  assert.is(
    messageOf(() => initApp(temporaryFolder({}), { install: false, packages, template: 'plattform' })),
    "There is no template 'plattform'. There are: platform",
  );
});

test.run();
