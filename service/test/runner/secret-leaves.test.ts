import { fc } from '@slipway/test-support/seed';
import { runs } from '@slipway/test-support/scale';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMasks } from '../../src/runner/mask/output-mask.ts';
import { listSecretLeaves, type SecretValue } from '../../src/runner/mask/secret-leaves.ts';

const leaves = suite('what is inside of a sensitive value');

const inside = (value: SecretValue): readonly string[] =>
  listSecretLeaves(value)
    .map(({ text }) => text)
    .slice(1);
const expression = (text: string): readonly string[] => inside({ text, isExpression: true });
const through = (value: SecretValue, output: string): string => {
  const one = createMasks([value])();
  return Buffer.concat([one.push(Buffer.from(output)), one.end()]).toString('utf8');
};
const db = '{ password = "hunter2-a", list = ["hunter2-b", "hunter2-c"], port = 7394615, on = true, none = null }';

leaves('an expression has the texts and numbers that it writes out, and no names of members', () => {
  assert.equal(expression(db), ['hunter2-a', 'hunter2-b', 'hunter2-c', '7394615']);
  assert.equal(expression('"alone"'), ['alone']);
  assert.equal(expression('{ "name" : "one", (local.x) = "two"\n  three = -12.50e3, 4444 = 1 }'), ['one', 'two', '12.50e3', '1']);
  assert.equal(expression('true ? "yes!" : "no!!"'), ['yes!', 'no!!']);
  assert.equal(expression('[for n in ["aaaa"] : "b-${n}-${upper("cccc")}"]'), ['aaaa', 'b-', '-', 'cccc']);
  assert.equal(expression('/* "no" */ "yes" # "no"\n'), ['yes']);
  assert.equal(expression('jsonencode({ a = base64encode("bbbb") })'), ['bbbb']);
});
leaves('escapes are decoded; what looks like a template is none where it is escaped, and in JSON', () => {
  assert.equal(expression('"a\\"b\\\\c\\n\\t\\u00f6\\U0001F600$${x}%%{y}"'), ['a"b\\c\n\tö😀${x}%{y}']);
  assert.equal(inside({ text: '{"a": "x\\/y${z}", "n": [1234, true, null]}' }), ['x/y${z}', '1234']);
});
leaves('heredocs are texts, with and without the indentation that they share', () => {
  assert.equal(expression('{\n  key = <<EOT\n  one\n    EOTx\n  EOT\n  b = "c"\n}'), ['  one\n    EOTx\n', 'c']);
  assert.equal(expression('<<-X\n    one\n      two\n  X\n'), ['    one\n      two\n', 'one\n  two\n']);
  assert.equal(expression('<<X\nleft ${"mid"} right\nX\n'), ['left ', 'mid', ' right\n']);
});
leaves('a JSON text in a JSON text has leaves, whoever writes it; a text that only looks like JSON is itself', () => {
  const text = JSON.stringify({ a: JSON.stringify(['deep-secret', 55555]) });
  assert.equal(inside({ text }), ['["deep-secret",55555]', 'deep-secret', '55555']);
  assert.equal(expression(JSON.stringify(text)).slice(1), ['["deep-secret",55555]', 'deep-secret', '55555']);
  assert.equal(listSecretLeaves({ text: '{pass' }), [{ text: '{pass', isStructured: true }]);
  assert.equal(listSecretLeaves({ text: 'plain "text"' }), [{ text: 'plain "text"', isStructured: false }]);
});
leaves('what breaks off is read to its end', () => {
  assert.equal(expression('{ a = "broken'), ['broken']);
  assert.equal(expression('<<EOT\nno end'), ['no end']);
  assert.equal(expression('"${ { "a'), ['a']);
  assert.equal(expression(')]}"x"'), ['x']);
});

leaves('each leaf is masked, and the text around them is not', () => {
  const masked = (output: string) => through({ text: db, isExpression: true }, output);
  assert.is(masked('password = "hunter2-a", list, port 7394615 true null'), 'password = "****", list, port **** true null');
  assert.is(masked(db), '****');
  const lines = '{\n  tags = {\n    name = "hidden-name"\n  }\n}';
  assert.is(through({ text: lines, isExpression: true }, '  + tags = {\n  + name = "hidden-name"\n'), '  + tags = {\n  + ****\n');
});
leaves('numbers are masked as they are printed; none of fewer than four characters, and neither true nor false', () => {
  const number = (text: string, output: string) => through({ text, isExpression: true }, output);
  assert.is(number('1e6', '1000000 1e6 1e+06'), '**** 1e6 ****');
  assert.is(number('7394615', '7.394615e+06 7.394615e+6 7394615.0'), '**** **** ****.0');
  assert.is(number('0.50', '0.50 0.5'), '**** 0.5');
  assert.is(number('12.50e3', '12500'), '****');
  assert.is(number('123', '123'), '123');
  assert.is(number('123456789012345678901234567890', '123456789012345678901234567890 1.2345678901234568e+29'), '**** ****');
  assert.is(through({ text: '2.5e5' }, '250000'), '****', 'a text that is a number');
  for (const text of ['true', 'True', 'false', 'False']) assert.is(through({ text }, `${text}!`), `${text}!`);
});
leaves('a leaf is masked as programs escape it, in JSON within JSON too', () => {
  const leaf = `p"a\\ss'<w>&/ö$\{x}`;
  const go = (text: string) =>
    JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
  for (const spelling of [
    leaf,
    JSON.stringify(leaf).slice(1, -1),
    go(leaf),
    go(go(leaf)),
    go(go(go(leaf))),
    JSON.stringify(JSON.stringify(leaf).slice(1, -1)).slice(1, -1),
    JSON.stringify(leaf).slice(1, -1).replace('ö', '\\u00f6'),
    go(leaf).replace('$', '$$'),
    leaf.replace("'", "'\\''"),
    'p&quot;a\\ss&#39;&lt;w&gt;&amp;/ö${x}',
    encodeURIComponent(leaf),
    Buffer.from(leaf).toString('base64'),
  ])
    assert.is(through({ text: JSON.stringify({ leaf }) }, `(${spelling})`), '(****)', spelling);
  assert.is(through({ text: 'bell\u0007tab\tend' }, 'bell\\atab\\tend'), '****');
});
leaves('each line of a text in a structure is masked: a key in JSON, in a log of JSON lines', () => {
  const key = '-----BEGIN KEY-----\nAAAA"BBBB\nCCCC/DDDD\n-----END KEY-----\n';
  const text = JSON.stringify({ key });
  assert.is(through({ text }, key.replaceAll('\n', '|')), '****|****|****|****|');
  assert.is(through({ text }, JSON.stringify({ message: 'AAAA"BBBB' })), '{"message":"****"}');
});

leaves('a line of JSON stays one: a number or an object that is masked has quotes of its own', () => {
  const lines = (...chunks: readonly string[]): string => {
    const one = createMasks([{ text: db, isExpression: true }, { text: '{"a":"hunter2-d"}' }], true)();
    return Buffer.concat([...chunks.map((chunk) => one.push(Buffer.from(chunk))), one.end()]).toString('utf8');
  };
  const line = '{"n":7394615,"l":[7394615, 7394615],"o":{"a":"hunter2-d"},"t":"n:7394615 \\"7394615","u":17394615}\n';
  const masked = '{"n":"****","l":["****", "****"],"o":"****","t":"n:**** \\"****","u":1****}\n';
  assert.is(lines(line, line), masked + masked);
  assert.is(lines(...line), masked);
  assert.is(lines('Error: "7394615\n', '{"n":7394615}'), 'Error: "****\n{"n":"****"}', 'a line that is none');
});

const scalar = fc.oneof(
  fc
    .string({ minLength: 4, maxLength: 20, unit: fc.constantFrom(...'abXY09 "\\$%{}\n\t/<&\'ö😀=:#') })
    .filter((text) => text.trim().length >= 4),
  fc.integer({ min: 1000, max: 2 ** 40 }),
);
const renderText = (text: string): string => JSON.stringify(text).replaceAll(/([$%])\{/g, '$1$1{');
const renderHcl = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(renderHcl).join(', ')}]`
    : typeof value === 'object' && value !== null
      ? `{\n${Object.entries(value)
          .map(([name, one]) => `  ${name} = ${renderHcl(one)}`)
          .join('\n')}\n}`
      : typeof value === 'string'
        ? renderText(value)
        : String(value);
const listScalars = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listScalars) : [String(value)];
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('n', 'x1', 'y_2'), tie('tree'), { maxKeys: 3 }),
  ),
}));

leaves('law: every scalar of a value is a leaf, as JSON, as an expression, and as JSON in either', () => {
  fc.assert(
    fc.property(
      tree.filter((value) => typeof value === 'object'),
      (value) => {
        const wanted = listScalars(value);
        const json = JSON.stringify(value);
        for (const one of [
          { text: json },
          { text: JSON.stringify({ json }) },
          { text: renderHcl(value), isExpression: true },
          { text: `{ json = ${renderText(json)} }`, isExpression: true },
        ]) {
          const found = new Set(inside(one));
          assert.equal(
            wanted.filter((leaf) => !found.has(leaf)),
            [],
            one.text,
          );
        }
      },
    ),
    { numRuns: runs(300) },
  );
});
leaves('hostile: long values of brackets, quotes, blanks and templates take time that grows with the value alone', () => {
  for (const piece of ['{', '"', '${', '"${', '<<A\n', ' ', '"a" ', '\\', '/*', '#', '{"a":"', '<<A\n   ', '9']) {
    const text = piece.repeat(Math.ceil(400_000 / piece.length));
    const begun = performance.now();
    for (const isExpression of [true, false]) listSecretLeaves({ text, isExpression });
    assert.ok(performance.now() - begun < 4000, `${piece}: ${performance.now() - begun} ms`);
  }
});

leaves.run();
