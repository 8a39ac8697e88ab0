import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfiguration } from '../../../src/ci/configuration/index.ts';

const test = suite('pipeline configuration: read');

const faults = async (text: string) => {
  const reading = await readConfiguration(text);
  return 'faults' in reading ? reading.faults : [];
};

test('a value knows where its parts are written', async () => {
  const reading = await readConfiguration(
    'version: 2.1\njobs:\n  build:\n    steps:\n      - checkout\n      - run: |\n          a\n          b\n',
  );
  if (!('document' in reading)) throw new Error('not read');
  assert.equal(reading.document.value, { version: 2.1, jobs: { build: { steps: ['checkout', { run: 'a\nb\n' }] } } });
  assert.equal(
    reading.document.locate([
      { pointer: '/jobs/build/steps/1/run', message: 'two' },
      { pointer: '/jobs', message: 'one' },
    ]),
    [
      { path: '/jobs', line: 2, column: 1, message: 'one' },
      { path: '/jobs/build/steps/1/run', line: 6, column: 9, message: 'two' },
    ],
  );
});
test('what is not there is told of what it should be in', async () => {
  const reading = await readConfiguration('version: 2.1\njobs:\n  build: {}\n');
  if (!('document' in reading)) throw new Error('not read');
  assert.equal(reading.document.locate([{ pointer: '/jobs/build/steps/3', message: 'none' }]), [
    { path: '/jobs/build', line: 3, column: 3, message: 'none' },
  ]);
});
test('an anchor is where its value is written', async () => {
  const reading = await readConfiguration('x: &image\n  - image: a\njobs:\n  build:\n    docker: *image\n');
  if (!('document' in reading)) throw new Error('not read');
  assert.equal(reading.document.locate([{ pointer: '/jobs/build/docker/0/image', message: '' }]), [
    { path: '/jobs/build/docker/0/image', line: 2, column: 5, message: '' },
  ]);
});
test('merge keys are merged', async () => {
  const reading = await readConfiguration('a: &a { one: 1, two: 2 }\nb: { <<: *a, two: 3 }\n');
  assert.equal('document' in reading && reading.document.value, { a: { one: 1, two: 2 }, b: { two: 3, one: 1 } });
});
test('text that is not YAML is reported with its place', async () => {
  assert.equal(await faults('version: 2.1\njobs:\n  build: [a\nworkflows: {}\n'), [
    { path: '', line: 4, column: 1, message: 'flow sequence in block collection must be sufficiently indented and end with a ]' },
  ]);
  assert.equal(await faults('version: 2.1\njobs:\n\tbuild: 1\n'), [
    { path: '', line: 3, column: 1, message: 'tabs are not allowed as indentation; indent with spaces' },
  ]);
  assert.equal(await faults('version: 2.1\njobs: *none\n'), [
    { path: '', line: 2, column: 7, message: 'alias *none: there is no anchor &none before it' },
  ]);
});
test('a key that is said twice is a warning', async () => {
  const reading = await readConfiguration('version: 2.1\njobs: {}\njobs: {}\n');
  assert.equal('document' in reading && reading.document.warnings, [{ path: '', line: 3, column: 1, message: 'duplicate key "jobs"' }]);
});
test('an empty text holds no configuration', async () => {
  assert.equal(await faults('# nothing\n'), [{ path: '', line: 1, column: 1, message: 'expected a configuration; the text holds none' }]);
});
test('a second document is one too many', async () => {
  assert.equal(await faults('a: 1\n---\nb: 2\n'), [
    { path: '', line: 3, column: 1, message: 'expected one document; a second one begins here' },
  ]);
});
test('a text that is too long is not looked at', async () => {
  assert.equal(await faults('#'.repeat(1024 * 1024 + 1)), [
    { path: '', line: 1, column: 1, message: 'expected at most 1,048,576 characters; found 1,048,577' },
  ]);
});
test('aliases stand for a limited number of values', async () => {
  const nines = (inside: string) => `[${Array.from({ length: 9 }, () => inside).join(', ')}]`;
  const text = [
    'a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]',
    `b: &b ${nines('*a')}`,
    `c: &c ${nines('*b')}`,
    `d: &d ${nines('*c')}`,
    `e: &e ${nines('*d')}`,
    `f: &f ${nines('*e')}`,
  ].join('\n');
  assert.equal(await faults(`${text}\n`), [
    { path: '', line: 1, column: 1, message: 'expected at most 200,000 values, every alias written out; found 672,604' },
  ]);
  assert.equal(await faults(`${text}\ng: ${nines('*f')}\n`), [
    {
      path: '',
      line: 7,
      column: 5,
      message: 'the aliases up to here stand for more than 1,000,000 values when written out; the document is not read any further',
    },
  ]);
});
test.run();
