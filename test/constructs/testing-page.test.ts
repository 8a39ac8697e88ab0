// watchdog: 180 s
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildConstructs } from '../../constructs/build.ts';
import { readText, root } from '../support/repository-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('docs/testing-constructs.md');
const page = readText('docs/testing-constructs.md');
const blocks = new Map(Array.from(page.matchAll(/^```ts ([\w.-]+)\n([^]*?)^```$/gm), ([, file, text]) => [file!, text!] as const));

/** As much of Vitest as the page uses, with the contract of `expect.extend`: a matcher gets what is received, and answers a result. */
const runner = `import { test } from 'node:test';
export { test };
const matchers = {};
const bound = (received, isNegated) => Object.fromEntries(Object.entries(matchers).map(([name, matcher]) => [name, (...expected) => {
  const { pass, message } = matcher.call({ isNot: isNegated }, received, ...expected);
  if (pass === isNegated) throw new Error(message());
}]));
export const expect = Object.assign((received) => ({ ...bound(received, false), not: bound(received, true) }), {
  extend: (more) => Object.assign(matchers, more),
});
`;

const project = (engine: 'cdktf' | 'cdktn'): string => {
  const folder = temporaryFolder({ 'package.json': '{ "type": "module" }' });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['cdktf', 'cdktn', 'constructs', 'tsx', '@slipway', '@types', 'typescript'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  mkdirSync(join(folder, 'node_modules', 'vitest'));
  writeFileSync(join(folder, 'node_modules', 'vitest', 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  writeFileSync(join(folder, 'node_modules', 'vitest', 'index.js'), runner);
  for (const [file, text] of blocks)
    writeFileSync(
      join(folder, file),
      engine === 'cdktf'
        ? text
        : text.replaceAll("'cdktf'", "'cdktn'").replace(/'@slipway\/constructs(\/testing)?'/g, "'@slipway/constructs/cdktn$1'"),
    );
  return folder;
};

test.before(async () => void (await buildConstructs({ withTypes: true })));

test('has these blocks', () => {
  assert.equal([...blocks.keys()], ['platform.ts', 'platform.test.ts', 'expect.test.ts', 'aspects.test.ts', 'stacks.test.ts']);
  assert.is(page.match(/^```ts/gm)?.length, 5);
});
for (const engine of ['cdktf', 'cdktn'] as const)
  test(`each block runs in an app of ${engine}`, () => {
    const folder = project(engine);
    const files = [...blocks.keys()].filter((file) => file.endsWith('.test.ts'));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--test', '--test-reporter=tap', ...files], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, CDKTF_OUTDIR: join(folder, 'out'), NODE_TEST_CONTEXT: undefined },
    });
    assert.is(status, 0, stdout + stderr);
    assert.match(stdout, '# pass 7');
  });
test('each block compiles', () => {
  const folder = project('cdktf');
  writeFileSync(
    join(folder, 'types.d.ts'),
    `declare module 'vitest' {
  import type { SlipwayMatchers } from '@slipway/constructs/testing';
  interface Matchers<T> extends SlipwayMatchers<T> {}
  export const test: (name: string, body: () => void) => void;
  export const expect: { extend(matchers: object): void; (received: unknown): Matchers<void> & { readonly not: Matchers<void> } };
}
`,
  );
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        module: 'NodeNext',
        moduleResolution: 'NodeNext',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        allowImportingTsExtensions: true,
        types: ['node'],
      },
      include: ['*.ts'],
    }),
  );
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.is(status, 0, stdout);
});
test('where only the other engine is installed, the import says what to write', () => {
  const imported = (installed: readonly string[], entry: string): string => {
    const folder = temporaryFolder({ 'package.json': '{ "type": "module" }' });
    const packaged = join(folder, 'node_modules', '@slipway', 'constructs');
    mkdirSync(packaged, { recursive: true });
    for (const name of installed) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    symlinkSync(join(root, 'constructs', 'dist'), join(packaged, 'dist'));
    writeFileSync(join(packaged, 'package.json'), readFileSync(join(root, 'constructs', 'package.json')));
    const { stderr, stdout } = spawnSync(
      process.execPath,
      ['--preserve-symlinks', '-e', `import('${entry}').then(() => console.log('loaded'), (error) => console.log(error.message))`],
      { cwd: folder, encoding: 'utf8' },
    );
    return stdout.trim() || stderr;
  };
  for (const path of ['', '/testing', '/gen/workspace']) {
    assert.is(
      imported(['cdktn', 'constructs'], `@slipway/constructs${path}`),
      "@slipway/constructs is for cdktf, which is not installed, while cdktn is: import from '@slipway/constructs/cdktn'.",
    );
    assert.is(
      imported(['cdktf', 'constructs'], `@slipway/constructs/cdktn${path}`),
      "@slipway/constructs/cdktn is for cdktn, which is not installed, while cdktf is: import from '@slipway/constructs'.",
    );
  }
  assert.is(
    imported(['constructs'], '@slipway/constructs'),
    '@slipway/constructs is for cdktf, which is not installed: npm install cdktf constructs.',
  );
});
test.run();
