import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileModules, parseModules, query, toJson } from '../src/index.ts';
import { errorOf } from './support.ts';

const test = suite('rego: annotations');
const evaluate = (files: Readonly<Record<string, string>>, path = 'data.t.p'): unknown => {
  const { value } = query({ root: compileModules(parseModules(files, { version: 1 })) }, path, {});
  return value === undefined ? undefined : toJson(value);
};
const annotate = (...lines: readonly string[]): string => ['METADATA', ...lines].map((line) => `# ${line}\n`).join('');

test('a rule sees its own annotations, with their scope', () => {
  const block = annotate('title: a title', 'custom:', '  level: 3', 'unknown: 1');
  const text = `package t\n${block}p := rego.metadata.rule()\nq := rego.metadata.rule()`;
  assert.equal(evaluate({ 'a.rego': text }), { title: 'a title', custom: { level: 3 }, scope: 'rule' });
  assert.equal(evaluate({ 'a.rego': text }, 'data.t.q'), {});
});
test('authors and resources are objects', () => {
  const lines = [
    'authors: [Ann <ann@a.example>, Bo, "<c@a.example>", {name: Di}]',
    'related_resources: [https://a.example, {ref: r, description: d}]',
  ];
  assert.equal(evaluate({ 'a.rego': `package t\n${annotate(...lines)}p := rego.metadata.rule()` }), {
    authors: [{ name: 'Ann', email: 'ann@a.example' }, { name: 'Bo' }, { email: 'c@a.example' }, { name: 'Di' }],
    related_resources: [{ ref: 'https://a.example' }, { ref: 'r', description: 'd' }],
    scope: 'rule',
  });
});
test('the chain leads from the rule outwards: document, package, and packages above', () => {
  const files = {
    'a.rego':
      `${annotate('title: here')}package t.u\n${annotate('scope: document', 'title: all')}p := 1 if false\n` +
      `${annotate('title: own')}p := [x.annotations.title | some x in rego.metadata.chain()] if true\nq := rego.metadata.chain()`,
    'b.rego': `${annotate('scope: subpackages', 'title: above')}package t`,
  };
  assert.equal(evaluate(files, 'data.t.u.p'), ['own', 'all', 'here', 'above']);
  assert.equal(evaluate(files, 'data.t.u.q'), [
    { path: ['t', 'u', 'q'] },
    { path: ['t', 'u'], annotations: { title: 'here', scope: 'package' } },
    { path: ['t'], annotations: { title: 'above', scope: 'subpackages' } },
  ]);
});
test('what an empty line separates from a rule is not about it', () => {
  assert.equal(evaluate({ 'a.rego': `package t\n${annotate('title: a')}\np := rego.metadata.rule()` }), {});
});
for (const [text, error] of [
  [`package t\n${annotate('bogus: [')}p := 1`, 'parse a.rego:2:1: the annotations are not YAML'],
  [`package t\n${annotate('- a')}p := 1`, 'parse a.rego:2:1: expected annotations by name'],
  [
    `package t\n${annotate('scope: all')}p := 1`,
    'parse a.rego:2:1: the scope of annotations is one of rule, document, package, subpackages',
  ],
  [`package t\n${annotate('scope: package')}p := 1`, 'parse a.rego:2:1: annotations of the scope package do not stand before a rule'],
  [`${annotate('scope: rule')}package t`, 'parse a.rego:1:1: annotations of the scope rule do not stand before a package'],
] as const)
  test(error, () => {
    assert.is(
      errorOf(() => parseModules({ 'a.rego': text })),
      error,
    );
  });
test.run();
