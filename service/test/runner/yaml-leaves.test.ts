import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse, stringify } from 'yaml';
import { createMasks } from '../../src/runner/mask/output-mask.ts';
import { listSecretLeaves, type SecretValue } from '../../src/runner/mask/secret-leaves.ts';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';

const leaves = suite('what is inside of a sensitive value that is YAML');

const inside = (value: SecretValue): readonly string[] =>
  listSecretLeaves(value)
    .map(({ text }) => text)
    .slice(1);
const expression = (text: string): readonly string[] => inside({ text, isExpression: true });
const through = (value: SecretValue, output: string): string => {
  const one = createMasks([value])();
  return Buffer.concat([one.push(Buffer.from(output)), one.end()]).toString('utf8');
};
const manifest = `# a comment
apiVersion: v1
metadata: {name: "db-main", list: [plain-a, 'it''s b', {k: flow-c}]}
enabled: true
empty: ~
none: null
port: 7394615
key: |
  line one
  line two
folded: >-
  joined
  text
inner: '{"deep": "json-secret"}'
anchor: &a anchored-d
again: *a
items:
- item-e
- "quo\\u0074ed"
- name: item-f
  more:
    - - item-g
`;
leaves('a YAML text has leaves: of mappings and lists, of block scalars, of JSON inside; no names, comments, null and booleans', () => {
  const wanted = [
    'v1',
    'db-main',
    'plain-a',
    "it's b",
    'flow-c',
    '7394615',
    'line one\nline two',
    'joined\ntext',
    'joined text',
    '{"deep": "json-secret"}',
    'json-secret',
    'anchored-d',
    'item-e',
    'quoted',
    'item-f',
    'item-g',
  ];
  assert.equal(inside({ text: manifest }), wanted);
  assert.equal(inside({ text: JSON.stringify({ manifest }) }).slice(1), wanted);
  assert.equal(inside({ text: `---\na: one\n---\nb: two\n` }), ['one', 'two']);
  assert.equal(inside({ text: 'a: long\n  joined # no\n  text\nb: [flow\n  text]\n' }), [
    'long',
    'joined',
    'text',
    'long joined text',
    'flow',
    'flow text',
  ]);
  assert.equal(inside({ text: '{user: admin-x, list: [a-b, c-d]}' }), ['admin-x', 'a-b', 'c-d']);
});
leaves('a heredoc and a text of an expression may be YAML or JSON', () => {
  const yaml = 'password: hunter2-y\nport: 7394615\n';
  const heredoc = `{\n  file = <<-EOT\n    password: hunter2-y\n    port: 7394615\n  EOT\n}`;
  assert.equal(expression(heredoc), ['    password: hunter2-y\n    port: 7394615\n', 'hunter2-y', '7394615', yaml]);
  assert.equal(expression(JSON.stringify(yaml)), [yaml, 'hunter2-y', '7394615']);
  assert.equal(expression('<<EOT\n{"a": "hunter2-j"}\nEOT\n'), ['{"a": "hunter2-j"}\n', 'hunter2-j']);
});
leaves('prose, one line and keys of several lines have no leaves of their own', () => {
  for (const text of ['one: line', 'two\nlines', 'see https://host.example/\nor not', '-----BEGIN KEY-----\nAAAA\n-----END KEY-----\n'])
    assert.equal(inside({ text }), [], text);
});
leaves('what breaks off has the leaves before it, and a quote that nothing closes is a character', () => {
  assert.equal(inside({ text: `a: 'broken-a\nb: [item-b, "broken-c\nd: "x"` }), ["'broken-a", 'item-b', 'broken-c d: ', 'x"']);
  assert.equal(inside({ text: 'a: hunter2-a\nb: [item-b, "broken-c' }), ['hunter2-a', 'item-b', '"broken-c', 'broken-c']);
  assert.equal(inside({ text: 'a: |\n  deep\nb: >\n  one\n  two\n: c\n\td: {e: f\u00a0g' }), [
    'deep',
    'one\ntwo',
    'one two',
    'c',
    'f\u00a0g',
  ]);
});
leaves('of YAML short words are not masked, and each leaf of at least four characters is', () => {
  const text = 'user: bob\non: yes\npassword: hunter2-y\nport: 7394615\n';
  assert.is(through({ text }, 'bob said yes: hunter2-y at 7394615'), 'bob said yes: **** at ****');
});

const line = fc
  .string({ minLength: 4, maxLength: 20, unit: fc.constantFrom(...'abXY09 "\\$%{}[],\t/<&*!|>-?\'ö😀=:#') })
  .map((text) => text.trim())
  .filter((text) => text.length >= 4);
const scalar = fc.oneof(
  line,
  fc.array(line, { minLength: 2, maxLength: 3 }).map((all) => all.join('\n')),
  fc.integer({ min: 1000, max: 2 ** 40 }),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
    fc.dictionary(fc.constantFrom('n', 'x1', 'y_2', 'a b', 'z:'), tie('tree'), { minKeys: 1, maxKeys: 3 }),
  ),
}));
/** Without `lineWidth`: the library breaks lines of texts in double quotes at the wrong place. */
const styles = fc.record({
  collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
  defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const, 'BLOCK_LITERAL' as const),
  indent: fc.integer({ min: 2, max: 5 }),
  indentSeq: fc.boolean(),
});
const listScalars = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listScalars) : [String(value)];

leaves('law: every line of every scalar is a leaf or a line of one, in each style of YAML', () => {
  fc.assert(
    fc.property(
      tree.filter((value) => typeof value === 'object'),
      styles,
      (value, style) => {
        const text = `# a comment\n${stringify({ first: value, second: 'x' }, { ...style, lineWidth: 0 })}`;
        // Some texts of several lines are written as what is read otherwise.
        fc.pre(JSON.stringify(parse(text)) === JSON.stringify({ first: value, second: 'x' }));
        const found = new Set(inside({ text }).flatMap((leaf) => leaf.split('\n').map((one) => one.trim())));
        assert.equal(
          listScalars(value)
            .flatMap((one) => one.split('\n'))
            .filter((one) => !found.has(one.trim())),
          [],
          text,
        );
      },
    ),
    { numRuns: runs(1000) },
  );
});
leaves('hostile: long values of marks, quotes and brackets take time that grows with the value alone', () => {
  const blocks = ['- ', 'a: ', '? ', 'a: &a *a\n', 'a: |\n', '- - a\n', "a: '\n", 'a:\n ', '%a\n', '---\n', 'a: b\n', '!a ', 'a: >9\n'];
  const others = [
    '{a: ',
    '[a, ',
    '{a: [',
    '{a b c d ',
    '[a b: c ',
    '[a#',
    ':::',
    ': ',
    'a: "\\"\n',
    'a: b\n c\n',
    "'\n- ",
    'a: |\n \n',
    '{\u00a0',
  ];
  for (const piece of [...blocks, ...others]) {
    const text = `${piece.repeat(Math.ceil(400_000 / piece.length))}\na: b`;
    const begun = performance.now();
    listSecretLeaves({ text });
    assert.ok(performance.now() - begun < 4000, `${piece}: ${performance.now() - begun} ms`);
  }
});

leaves.run();
