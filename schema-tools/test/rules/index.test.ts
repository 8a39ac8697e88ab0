import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Rule } from '../../src/lint/rule.ts';
import { implicitRules, ruleIds, rules } from '../../src/lint/rules/index.ts';

const test = suite('lint rules');
const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'schema-tools/src/lint/rules');
const files = readdirSync(folder).filter((file) => file !== 'index.ts');
const page = readFileSync(join(root, 'schema-tools/docs/rules.md'), 'utf8');

test('each file of the folder is a rule of its name, and in the index', async () => {
  assert.ok(files.length >= 4);
  for (const file of files) {
    const [only, ...more] = Object.values(
      (await import(`../../../schema-tools/src/lint/rules/${file.replace(/\.ts$/, '')}.ts`)) as Record<string, Rule>,
    );
    assert.equal(more, [], file);
    assert.is(`${only!.id}.ts`, file);
    assert.ok(rules.includes(only!), `${file} is not in the index`);
  }
  assert.is(rules.length, files.length);
});
test('each rule has a test of its name', () => {
  assert.equal(
    files.filter((file) => !existsSync(join(import.meta.dirname, file.replace('.ts', '.test.ts')))),
    [],
  );
});
test('each rule, and what else a finding may be called, stands on the page with its severity and its sentence', () => {
  for (const { id, severity, doc } of [...rules, ...implicitRules]) assert.ok(page.includes(`| \`${id}\` | ${severity} | ${doc} |\n`), id);
  for (const { id } of rules) assert.ok(page.includes(`\n### \`${id}\`\n`), id);
});
test('the page names no other rule', () => {
  const named = [...page.matchAll(/^\| `([a-z-]+)` \| (?:off|info|warning|error) \|/gm)].map(([, id]) => id!);
  assert.equal(named.sort(), [...rules, ...implicitRules].map(({ id }) => id).sort());
});
test('a severity may be set for these', () => {
  assert.equal(ruleIds, ['deprecated', 'invalid', 'unknown-field', 'prose-only', 'template', 'ignored-keyword', 'unused-ignore']);
});
test.run();
