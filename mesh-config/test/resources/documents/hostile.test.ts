import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { splitDocuments } from '../../../src/resources/documents/split-documents.ts';
import { parseDocument } from '../../../src/resources/documents/parse-document.ts';
import { expandList, readResource } from '../../../src/resources/documents/read-resource.ts';

const test = suite('mesh files of bad intent');

const all = (text: string) => splitDocuments(text).map((chunk) => ({ line: chunk.line, read: parseDocument(chunk.text) }));
const faults = (text: string): readonly string[] =>
  all(text).flatMap(({ line, read }) => ('fault' in read ? [`${line + read.line - 1}: ${read.fault}`] : []));
const values = (text: string): readonly unknown[] => all(text).map(({ read }) => ('value' in read ? read.value : 'fault'));

test('aliases that grow without end are a fault, soon', () => {
  const expansions = Array.from(
    { length: 9 },
    (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join(', ')}]\n`,
  );
  const bomb = `a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${expansions.join('')}`;
  assert.equal(faults(bomb), ['1: Excessive alias count indicates a resource exhaustion attack']);
});
test('aliases as people use them are read', () => {
  assert.equal(values('a: &a {x: 1}\nb: *a\nc: {<<: *a, y: 2}\n'), [{ a: { x: 1 }, b: { x: 1 }, c: { x: 1, y: 2 } }]);
});
test('an alias of nothing, and of itself, are no crash', () => {
  assert.equal(faults('a: *nobody\n').length, 1);
  assert.equal(faults('a: 1\n---\na: &a [*a]\n'), ['2: an alias stands within what it is an alias of, and never ends']);
});
test('a key twice is a fault on its line', () => {
  assert.equal(faults('kind: A\nkind: B\n'), ['2: Map keys must be unique']);
});
test('tabs that indent are a fault, beside sound documents', () => {
  const text = 'a: 1\n---\nb:\n\tc: 2\n---\nd: 3\n';
  assert.equal(values(text), [{ a: 1 }, 'fault', { d: 3 }]);
  assert.ok(faults(text).length === 1 && faults(text)[0]!.startsWith('4: '));
});
test('lines may end as Windows ends them', () => {
  assert.equal(values('a: 1\r\nb: |\r\n  x\r\n  y\r\n---\r\nc: 3\r\n'), [{ a: 1, b: 'x\ny\n' }, { c: 3 }]);
});
test('hyphens within a block of text end nothing while they are indented', () => {
  assert.equal(values('a: |\n  x\n  ---\n  y\n---\nb: 1\n'), [{ a: 'x\n---\ny\n' }, { b: 1 }]);
});
test('hyphens that begin a line begin a document, wherever they stand', () => {
  assert.is(splitDocuments('a: |\n  x\n---\nb: 1\n').length, 2);
});
test('documents of comments and of nothing are none', () => {
  assert.equal(
    splitDocuments('---\n# a\n---\n\n---\na: 1\n---\n').map(({ line }) => line),
    [5],
  );
});
test('names of a prototype are names', () => {
  const [value] = values('__proto__: {kind: x}\nconstructor: y\n');
  assert.is(Object.getPrototypeOf(value), Object.prototype);
  assert.is(({} as { kind?: string }).kind, undefined);
});
test('very deep nesting is a fault or a value, and not a crash', () => {
  for (const text of [
    `a: ${'['.repeat(5000)}`,
    `a: ${'['.repeat(5000)}${']'.repeat(5000)}`,
    `a: ${'{b: '.repeat(3000)}1${'}'.repeat(3000)}`,
  ])
    assert.is(all(text).length, 1);
});
test('what is nested deeper than can be read is a fault, with its line, and nothing else of the file is', () => {
  const read = all(`kind: a\n---\nb:\n  c: ${'['.repeat(5000)}${']'.repeat(5000)}\n---\nkind: d\n`);
  assert.equal(
    read.map((one) => ('fault' in one.read ? `${one.line + one.read.line - 1}: ${one.read.fault}` : 'read')),
    ['read', '4: it is nested deeper than can be read', 'read'],
  );
});
test('a large file of small documents is read whole', () => {
  const text = Array.from({ length: 2000 }, (_, index) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: n${index}}\n`).join('---\n');
  assert.is(values(text).length, 2000);
});
test('whatever the text, there are documents or faults, their lines lie in it, and all can be understood or not', () => {
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
test('documents put together are the same documents', () => {
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
