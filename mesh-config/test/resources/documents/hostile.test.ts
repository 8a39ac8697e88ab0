import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { splitDocuments } from '../../../src/resources/documents/split-documents.ts';
import { parseDocument } from '../../../src/resources/documents/parse-document.ts';
import { expandList, readResource } from '../../../src/resources/documents/read-resource.ts';

const test = suite('hostile mesh files');

const all = (text: string) => splitDocuments(text).map((chunk) => ({ line: chunk.line, read: parseDocument(chunk.text) }));
const faults = (text: string): readonly string[] =>
  all(text).flatMap(({ line, read }) => ('fault' in read ? [`${line + read.line - 1}: ${read.fault}`] : []));
const values = (text: string): readonly unknown[] => all(text).map(({ read }) => ('value' in read ? read.value : 'fault'));

test('aliases that expand exponentially are a fault, without delay', () => {
  const expansions = Array.from(
    { length: 9 },
    (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join(', ')}]\n`,
  );
  const bomb = `a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${expansions.join('')}`;
  assert.equal(faults(bomb), ['1: Excessive alias count indicates a resource exhaustion attack']);
});
test('ordinary aliases are resolved', () => {
  assert.equal(values('a: &a {x: 1}\nb: *a\nc: {<<: *a, z: 2}\n'), [{ a: { x: 1 }, b: { x: 1 }, c: { x: 1, z: 2 } }]);
});
test('an unresolved alias and a recursive alias are faults', () => {
  assert.equal(faults('a: *nobody\n').length, 1);
  assert.equal(faults('a: 1\n---\na: &a [*a]\n'), ['2: an alias refers to a value that contains it']);
});
test('keys are texts, numbers have an end; what a key means in YAML 1.1 is its name', () => {
  assert.equal(faults('a: {~: 1}\n'), ['1: expected a text as a key']);
  assert.equal(faults('a: 1\nb:\n  ? [x]\n  : 1\n'), ['3: expected a text as a key']);
  assert.equal(faults('a: 1\nb: .inf\n'), ['2: .inf is not a number that JSON has: write a finite one, or quotes']);
  assert.equal(values('{on: 1, 0100: 2, 1.50: 3}\n'), [{ true: 1, 64: 2, 1.5: 3 }]);
});
test('a duplicate key is a fault on its line', () => {
  assert.equal(faults('kind: A\nkind: B\n'), ['2: Map keys must be unique']);
});
test('indentation with tabs is a fault; the other documents are read', () => {
  const text = 'a: 1\n---\nb:\n\tc: 2\n---\nd: 3\n';
  assert.equal(values(text), [{ a: 1 }, 'fault', { d: 3 }]);
  assert.ok(faults(text).length === 1 && faults(text)[0]!.startsWith('4: '));
});
test('lines may end with CRLF', () => {
  assert.equal(values('a: 1\r\nb: |\r\n  x\r\n  y\r\n---\r\nc: 3\r\n'), [{ a: 1, b: 'x\ny\n' }, { c: 3 }]);
});
test('indented hyphens in a block scalar do not end the document', () => {
  assert.equal(values('a: |\n  x\n  ---\n  y\n---\nb: 1\n'), [{ a: 'x\n---\ny\n' }, { b: 1 }]);
});
test('three hyphens at the start of a line begin a document, even in a block scalar', () => {
  assert.is(splitDocuments('a: |\n  x\n---\nb: 1\n').length, 2);
});
test('empty documents and documents of comments are skipped', () => {
  assert.equal(
    splitDocuments('---\n# a\n---\n\n---\na: 1\n---\n').map(({ line }) => line),
    [5],
  );
});
test('names of prototype members are ordinary keys', () => {
  const [value] = values('__proto__: {kind: x}\nconstructor: y\n');
  assert.is(Object.getPrototypeOf(value), Object.prototype);
  assert.is(({} as { kind?: string }).kind, undefined);
});
test('deep nesting is a fault or a value and never a crash', () => {
  for (const text of [
    `a: ${'['.repeat(5000)}`,
    `a: ${'['.repeat(5000)}${']'.repeat(5000)}`,
    `a: ${'{b: '.repeat(3000)}1${'}'.repeat(3000)}`,
  ])
    assert.is(all(text).length, 1);
});
test('a document that is nested too deeply is a fault with its line, and the others are read', () => {
  const read = all(`kind: a\n---\nb:\n  c: ${'['.repeat(5000)}${']'.repeat(5000)}\n---\nkind: d\n`);
  assert.equal(
    read.map((one) => ('fault' in one.read ? `${one.line + one.read.line - 1}: ${one.read.fault}` : 'read')),
    ['read', '4: it is nested too deep', 'read'],
  );
});
test('all documents of a large file are read', () => {
  const text = Array.from({ length: 2000 }, (_, index) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: n${index}}\n`).join('---\n');
  assert.is(values(text).length, 2000);
});
test('any text gives documents or faults with lines of the text, and readResource accepts any value', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '---',
      '\n',
      '\r\n',
      ': ',
      '- ',
      '\t',
      '\0',
      '&a ',
      '*a',
      '!!binary ',
      '|',
      '>',
      '[',
      '{',
      '"',
      "'",
      '#',
      '%YAML 9\n',
      '...',
      '<<: ',
      '? ',
      'kind: Gateway\n',
      'apiVersion: v1\n',
      'metadata: {name: x}\n',
      '\u2028',
      '\ufeff',
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const lines = text.split('\n').length;
      for (const { line, read } of all(text)) {
        const at = 'fault' in read ? line + read.line - 1 : line;
        assert.ok(at >= 1 && at <= lines + 1, `line ${at} of ${lines}`);
        if ('value' in read)
          for (const { value, pointer } of expandList(read.value)) {
            assert.type(readResource(value, { source: 'x' }), 'object');
            assert.type(read.lineOf(`${pointer}/metadata/name`), 'number');
          }
      }
    }),
    { numRuns: runs(500) },
  );
});
test('joined documents are split into the same documents', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.oneof(fc.integer(), fc.boolean(), fc.stringMatching(/^[a-z ]*$/)), {
          minKeys: 1,
          maxKeys: 3,
          noNullPrototype: true,
        }),
        { minLength: 1, maxLength: 4 },
      ),
      (documents) => {
        assert.equal(values(documents.map((one) => JSON.stringify(one)).join('\n---\n')), documents);
      },
    ),
  );
});
test.run();
