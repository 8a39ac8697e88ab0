/** When the outputs of a checkout are of its state, so that nothing has to be built. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isBuilt, recordBuild } from '../../build/built-from.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('built from');
const outputs = [
  'dist/slipway.cjs',
  'dist/mesh-config.cjs',
  'dist/provider/provider.cjs',
  'dist/provider.zip',
  'dist/mirror',
  'schema-tools/dist/slipway-lint.cjs',
  'constructs/dist/cdktf/index.js',
  'constructs/dist/cdktn/index.js',
];
const createProject = (): string => {
  const project = temporaryFolder();
  for (const file of ['src/a.ts', 'package.json', ...outputs]) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), '');
  }
  return project;
};
const nothing = async (): Promise<void> => {};

test('a checkout that was never built is not', () => {
  assert.is(isBuilt(createProject()), false);
});
test('after a build it is, until a file that the build reads changes', async () => {
  const project = createProject();
  await recordBuild(project, nothing);
  assert.is(isBuilt(project), true);
  writeFileSync(join(project, 'README.md'), 'not read by a build');
  assert.is(isBuilt(project), true);
  writeFileSync(join(project, 'src/a.ts'), 'export {};');
  assert.is(isBuilt(project), false);
});
test('what changes while it is built makes the build stale', async () => {
  const project = createProject();
  await recordBuild(project, async () => writeFileSync(join(project, 'src/b.ts'), ''));
  assert.is(isBuilt(project), false);
});
test('each output has to be there', async () => {
  for (const output of outputs) {
    const project = createProject();
    await recordBuild(project, nothing);
    rmSync(join(project, output));
    assert.is(isBuilt(project), false, output);
  }
});
test('a build that fails leaves the checkout not built', async () => {
  const project = createProject();
  await recordBuild(project, nothing);
  const failing = recordBuild(project, async () => {
    throw new Error('a file cannot be written');
  });
  assert.is(await failing.catch((error: Error) => error.message), 'a file cannot be written');
  assert.is(isBuilt(project), false);
});
test.run();
