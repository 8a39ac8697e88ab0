import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { TestBundle } from './runner/bundle.ts';
import { isReached, runsPrograms } from './runner/changed.ts';
import { temporaryFolder } from './temporary-folder.ts';

const test = suite('tests that a change reaches');
const project = temporaryFolder();
const sources: Readonly<Record<string, string>> = {
  'test/plan/plan.test.ts': "import { plan } from '../../src/plan/plan-resource.ts';",
  'test/cli/serve.test.ts': "const program = 'bin/slipway.cjs';",
  'test/hosted/page.test.ts': "const page = 'docs/hosted.md';",
  'test/house/layers.test.ts': '',
  'src/plan/plan-resource.ts': '',
};
for (const [file, text] of Object.entries(sources)) {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

const output = (inputs: readonly string[], ...chunks: readonly string[]) => ({
  inputs: Object.fromEntries(inputs.map((input) => [input, { bytesInOutput: 1 }])),
  bytes: 1,
  exports: [],
  imports: chunks.map((path) => ({ path, kind: 'import-statement' as const })),
});
const bundle: TestBundle = {
  script: (file) => `/anywhere/dist/tests/${file.replaceAll('/', '~').replace(/\.ts$/, '.js')}`,
  metafile: {
    inputs: {},
    outputs: {
      'dist/tests/test~plan~plan.test.js': output(['test/plan/plan.test.ts'], 'dist/tests/plan-1.js'),
      'dist/tests/plan-1.js': output(['src/plan/plan-resource.ts']),
      'dist/tests/test~cli~serve.test.js': output(['test/cli/serve.test.ts']),
      'dist/tests/test~hosted~page.test.js': output(['test/hosted/page.test.ts']),
      'dist/tests/test~house~layers.test.js': output(['test/house/layers.test.ts']),
    },
  },
};
const reachedBy = (...changed: string[]): readonly string[] =>
  ['test/plan/plan.test.ts', 'test/cli/serve.test.ts', 'test/hosted/page.test.ts', 'test/house/layers.test.ts'].filter((file) =>
    isReached(file, changed, bundle, project),
  );

test('a test is reached by its own change', () => {
  assert.equal(reachedBy('test/plan/plan.test.ts'), ['test/plan/plan.test.ts', 'test/house/layers.test.ts']);
});
test('a source reaches tests that import it, through whatever chunk, and tests that start programs', () => {
  assert.equal(reachedBy('src/plan/plan-resource.ts'), ['test/plan/plan.test.ts', 'test/cli/serve.test.ts', 'test/house/layers.test.ts']);
});
test('a source that a test does not import reaches it only by a program', () => {
  assert.equal(reachedBy('src/apply/call-endpoint.ts'), ['test/cli/serve.test.ts', 'test/house/layers.test.ts']);
});
test('a page reaches tests that name it', () => {
  assert.equal(reachedBy('docs/hosted.md'), ['test/hosted/page.test.ts', 'test/house/layers.test.ts']);
});
test('tests of the whole checkout are reached by everything', () => {
  assert.equal(reachedBy('LICENSE'), ['test/house/layers.test.ts']);
});
test('programs are built for tests that start them, and for tests of the whole checkout', () => {
  const files = ['test/plan/plan.test.ts', 'test/cli/serve.test.ts', 'test/hosted/page.test.ts', 'test/house/layers.test.ts'];
  assert.equal(
    files.filter((file) => runsPrograms(file, bundle, project)),
    ['test/cli/serve.test.ts', 'test/house/layers.test.ts'],
  );
});
test.run();
