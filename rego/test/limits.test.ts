import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateText, errorOf, compileErrorOf, evaluateExpression } from './support.ts';

const test = suite('rego: hostile policies end');
const steps = 'the evaluation takes more than 1000000 steps';
const size = 'a value grows beyond the size of 5000000';
/** A chain of rules, each made of the one before. */
const chain = (length: number, first: string, next: (before: string) => string) =>
  `${Array.from({ length }, (_, index) => `a${index} := ${index ? next(`a${index - 1}`) : first}`).join('\n')}\np := a${length - 1}`;
const long = (length: number, text: (index: number) => string, glue = '\n') => Array.from({ length }, (_, index) => text(index)).join(glue);

test('loops within loops', () => {
  assert.is(
    errorOf(() => evaluateExpression('[1 | some x in numbers.range(1, 1000); some y in numbers.range(1, 1000); x + y < 0]')),
    `limit a.rego:2:79: ${steps}`,
  );
});
test('functions that call twice what calls twice', () => {
  assert.is(
    errorOf(() =>
      evaluateText(
        `${long(60, (index) => (index ? `f${index}(x) := f${index - 1}([x, 0]) + f${index - 1}([x, 1])` : 'f0(_) := 1'))}\np := f59(1)`,
      ),
    ).replace(/:\d+:\d+/, ''),
    `limit a.rego: ${steps}`,
  );
});
test('values that double', () => {
  for (const [first, next] of [
    ['"0123456789"', (a: string) => `concat("", [${a}, ${a}])`],
    ['[1]', (a: string) => `[${a}, ${a}]`],
    ['{1}', (a: string) => `{[1, ${a}], [2, ${a}]}`],
    ['{"a": 1}', (a: string) => `{"x": ${a}, "y": ${a}}`],
    ['12345678901234567', (a: string) => `${a} * ${a}`],
  ] as const) {
    assert.is(errorOf(() => evaluateText(chain(60, first, next))).replace(/:\d+:\d+/, ''), `limit a.rego: ${size}`, first);
  }
});
test('functions that would write without end', () => {
  const s = 'a'.repeat(50_000);
  for (const written of [
    'numbers.range(1, 1000000000000)',
    'sprintf("%1000000000d", [1])',
    'replace(input, "a", input)',
    'concat(input, split(input, ""))',
    'regex.replace(input, "a", input)',
    'strings.replace_n({"a": input}, input)',
  ]) {
    assert.is(
      errorOf(() => evaluateExpression(written, { input: s })),
      `limit a.rego:2:1: ${size}`,
      written,
    );
  }
  assert.is(evaluateExpression('bits.lsh(1, 4000000000)'), undefined);
  assert.is(evaluateExpression('sprintf("%.1000000000f", [1.5])'), undefined);
});
test('patterns that would search or unroll without end', () => {
  assert.is(evaluateText('p if regex.match(`(a+)+$`, input)', { input: `${'a'.repeat(50_000)}b` }), undefined);
  assert.is(
    errorOf(() => evaluateExpression('regex.match(`((a{1000}){1000}){1000}`, "a")')),
    `limit a.rego:2:1: ${size}`,
  );
  assert.is(
    errorOf(() =>
      evaluateExpression('glob.match(concat("", ["*a" | some _ in numbers.range(1, 20000)]), [], input)', { input: 'a'.repeat(50_000) }),
    ).replace(/:\d+:\d+/, ''),
    `limit a.rego: ${steps}`,
  );
});
test('YAML that multiplies itself', () => {
  const aliases = (index: number): string => Array.from({ length: 9 }, () => `*${'abcdefghij'[index]}`).join(',');
  const lines = [...'bcdefghij'].map((name, index) => `${name}: &${name} [${aliases(index)}]`);
  const bomb = `a: &a [${'x,'.repeat(9)}x]\n${lines.join('\n')}`;
  assert.is(evaluateExpression('yaml.unmarshal(input)', { input: bomb }), undefined);
});
test('documents that nest too deep', () => {
  assert.is(evaluateExpression('yaml.unmarshal(input)', { input: '['.repeat(3000) + ']'.repeat(3000) }), undefined);
  assert.is(evaluateExpression('json.unmarshal(input)', { input: `${'['.repeat(3000)}1234567890123456${']'.repeat(3000)}` }), undefined);
  assert.is(evaluateExpression('json.unmarshal(input)', { input: '['.repeat(100_000) }), undefined);
  assert.is(evaluateExpression('json.unmarshal(input)', { input: '['.repeat(3000) + ']'.repeat(3000) }), undefined);
});
test('texts that are nested too deeply or are too long', () => {
  const deep = 'nested deeper than 150 levels';
  assert.is(compileErrorOf(`p := ${'['.repeat(100_000)}`).replace(/2:\d+/, '2'), `limit a.rego:2: ${deep}`);
  assert.is(compileErrorOf(`p := ${'('.repeat(100_000)}`).replace(/2:\d+/, '2'), `limit a.rego:2: ${deep}`);
  assert.is(compileErrorOf(`p := ${'{"a": '.repeat(100_000)}`).replace(/2:\d+/, '2'), `limit a.rego:2: ${deep}`);
  assert.is(compileErrorOf(`p := ${'[x | x := '.repeat(100_000)}`).replace(/2:\d+/, '2'), `limit a.rego:2: ${deep}`);
  assert.is(compileErrorOf(`p := ${'f('.repeat(100_000)}`).replace(/2:\d+/, '2'), `limit a.rego:2: ${deep}`);
  assert.is(compileErrorOf(`p := ${long(100_000, () => '1', ' + ')}`), 'limit a.rego:2:812: more than 200 operators in a row');
  assert.is(
    compileErrorOf(`p := 1 if false\n${long(20_000, () => 'else := 2 if false')}`),
    'limit a.rego:203:1: more than 200 times `else`',
  );
});
test('bodies and chains of rules that are too deep to evaluate', () => {
  assert.match(
    errorOf(() => evaluateText(`p if {\n${long(20_000, () => 'input == 1')}\n}`, { input: 1 })),
    /^limit a\.rego:\d+:1: the evaluation nests (too deep|deeper than 400 levels)$/,
  );
  assert.match(
    errorOf(() => evaluateText(chain(20_000, '1', (a) => `${a} + 1`))),
    /^limit a\.rego:\d+:1: the evaluation nests (too deep|deeper than 400 levels)$/,
  );
});
test('a long body whose order must be found is put in order all the same', () => {
  assert.is(evaluateText(`p := x0 { ${long(150, (index) => `x${index} = x${index + 1}`, '; ')}; x150 = 7 }`), 7);
  assert.match(
    errorOf(() => evaluateText(`p { ${long(3000, (index) => `x${index} = x${index + 1}`, '; ')}; x3000 = 7 }`)),
    /^limit /,
  );
});
test('the caller sets the limits', () => {
  assert.is(
    errorOf(() => evaluateExpression('[x | some x in [1, 2, 3]]', { limits: { steps: 3 } })),
    'limit a.rego:2:11: the evaluation takes more than 3 steps',
  );
  assert.is(
    errorOf(() => evaluateExpression('[x | x := [y | y := 1]]', { limits: { depth: 2 } })),
    'limit a.rego:2:21: the evaluation nests deeper than 2 levels',
  );
  assert.is(
    errorOf(() => evaluateExpression('[1, 2, 3, input]', { input: 4, limits: { size: 4 } })),
    'limit a.rego:2:1: a value grows beyond the size of 4',
  );
});
test.run();
