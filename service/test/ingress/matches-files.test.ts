import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { matchesFiles } from '../../src/workspaces/ingress/matches-files.ts';

const test = suite('the files that start a run');

const cases: readonly (readonly [object, readonly string[] | null, boolean])[] = [
  [{}, ['docs/a.md'], true],
  [{}, [], true],
  [{ 'working-directory': 'infra' }, ['docs/a.md'], false],
  [{ 'working-directory': 'infra' }, ['infra/main.tf'], true],
  [{ 'working-directory': '/infra/' }, ['infra/main.tf'], true],
  [{ 'working-directory': 'infra' }, ['infra-old/main.tf'], false],
  [{ 'working-directory': 'infra' }, null, true],
  [{ 'working-directory': 'infra', 'file-triggers-enabled': false }, ['docs/a.md'], true],
  [{ 'working-directory': 'infra', 'trigger-prefixes': ['/modules/'] }, ['modules/net/main.tf'], true],
  [{ 'working-directory': 'infra', 'trigger-prefixes': ['/modules/'] }, ['infra/main.tf'], true],
  [{ 'trigger-prefixes': ['modules/'] }, ['infra/main.tf'], false],
  [{ 'trigger-prefixes': ['./modules/'] }, ['modules/main.tf'], true],
  [{ 'trigger-patterns': ['*.tf'] }, ['main.tf'], true],
  [{ 'trigger-patterns': ['*.tf'] }, ['infra/main.tf'], false],
  [{ 'trigger-patterns': ['/**/*.tf'] }, ['main.tf'], true],
  [{ 'trigger-patterns': ['/**/*.tf'] }, ['a/b/c/main.tf'], true],
  [{ 'trigger-patterns': ['/**/network/**/*'] }, ['a/network/b/c.tf'], true],
  [{ 'trigger-patterns': ['/**/network/**/*'] }, ['a/networks/b/c.tf'], false],
  [{ 'trigger-patterns': ['infra/**'] }, ['infra/a/b.tf'], true],
  [{ 'trigger-patterns': ['infra/?.tf'] }, ['infra/a.tf'], true],
  [{ 'trigger-patterns': ['infra/?.tf'] }, ['infra/ab.tf'], false],
  [{ 'trigger-patterns': ['a.b'] }, ['aXb'], false],
  [{ 'trigger-patterns': ['a(b)+[c]'] }, ['a(b)+[c]'], true],
  [{ 'trigger-patterns': ['docs/*'], 'working-directory': 'infra' }, ['infra/main.tf'], false],
];
for (const [attributes, files, expected] of cases)
  test(`${JSON.stringify(attributes)}: ${JSON.stringify(files)} ${expected ? 'starts one' : 'starts none'}`, () => {
    assert.is(matchesFiles(attributes as Parameters<typeof matchesFiles>[0], files), expected);
  });

test('a pattern that would take ages by backtracking is answered at once', () => {
  const pattern = `${'**a'.repeat(30)}b`;
  assert.is(matchesFiles({ 'trigger-patterns': [pattern] }, ['a'.repeat(2000)]), false);
});

test.run();
