import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { removeLockEntry } from '../../src/engine/lock-file.ts';
import { parseDiagnostics } from '../../src/engine/messages.ts';
import { platformName } from '../../src/engine/platform.ts';
import { countChanges, parseState, resourcesOf } from '../../src/engine/show-json.ts';
import { readStacks } from '../../src/engine/stacks.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { withMessage } from '../support/with-message.ts';

const test = suite('what an engine leaves and says');

test('our entry goes out of the lock file, the others stay', () => {
  const folder = temporaryFolder({
    '.terraform.lock.hcl': `# This file is maintained automatically.

provider "example.com/a/b" {
  version = "1.0.0"
  hashes = [
    "h1:abc=",
  ]
}

provider "terraform.local/slipway/slipway" {
  version     = "0.1.0"
  constraints = "0.1.0"
  hashes = [
    "h1:def=",
  ]
}
`,
  });
  removeLockEntry(folder);
  assert.is(
    readFileSync(join(folder, '.terraform.lock.hcl'), 'utf8'),
    `# This file is maintained automatically.

provider "example.com/a/b" {
  version = "1.0.0"
  hashes = [
    "h1:abc=",
  ]
}

`,
  );
});
test('a folder without a lock file is left alone', () => {
  assert.is(removeLockEntry(temporaryFolder()), undefined);
});
test('diagnostics are found among messages and other lines', () => {
  assert.equal(
    parseDiagnostics(
      '{"@level":"info","@message":"hello","type":"version"}\nnot json\n{broken\n' +
        '{"@level":"warn","@message":"Warning: old","type":"diagnostic",' +
        '"diagnostic":{"severity":"warning","summary":"old","detail":"Use new."}}\n',
    ),
    [{ severity: 'warning', summary: 'old', detail: 'Use new.' }],
  );
});
test('a replacement is counted once', () => {
  const change = (...actions: ('create' | 'update' | 'delete' | 'no-op')[]) => ({
    address: 'a.b',
    type: 'a',
    mode: 'managed' as const,
    change: { actions, before: null, after: null },
  });
  assert.equal(
    countChanges({
      resource_changes: [
        change('create'),
        change('delete', 'create'),
        change('create', 'delete'),
        change('update'),
        change('delete'),
        change('no-op'),
      ],
    }),
    { create: 1, update: 1, replace: 2, destroy: 1 },
  );
});
test('resources of modules are found', () => {
  const one = (address: string) => ({ address, mode: 'managed', type: 't', name: 'n', values: {} });
  const state = parseState(
    JSON.stringify({
      values: {
        root_module: {
          resources: [one('a')],
          child_modules: [{ resources: [one('m.b')], child_modules: [{ resources: [one('m.n.c')] }] }],
        },
      },
    }),
  );
  assert.equal(
    resourcesOf(state).map(({ address }) => address),
    ['a', 'm.b', 'm.n.c'],
  );
});
test('an empty state has no resources', () => {
  assert.equal(resourcesOf(parseState('{"format_version":"1.0"}')), []);
});
test('stacks come after those they depend on', () => {
  const stack = (name: string, ...dependencies: string[]) => ({ name, workingDirectory: `stacks/${name}`, dependencies });
  const folder = temporaryFolder({
    'manifest.json': JSON.stringify({ stacks: { a: stack('a', 'c'), b: stack('b'), c: stack('c', 'b') } }),
  });
  assert.equal(readStacks(folder), [
    { name: 'b', folder: join(folder, 'stacks/b'), dependsOn: [] },
    { name: 'c', folder: join(folder, 'stacks/c'), dependsOn: ['b'] },
    { name: 'a', folder: join(folder, 'stacks/a'), dependsOn: ['c'] },
  ]);
});
test('a folder without a synthesis says what may be missing', () => {
  const folder = temporaryFolder();
  assert.throws(
    () => readStacks(folder),
    withMessage(`${folder}/manifest.json is not there: the app has synthesized nothing. Does it call app.synth()?`),
  );
});
test("machines have the engine's names", () => {
  assert.is(platformName('linux', 'x64'), 'linux_amd64');
  assert.is(platformName('darwin', 'arm64'), 'darwin_arm64');
  assert.is(platformName('win32', 'ia32'), 'windows_386');
});
test.run();
