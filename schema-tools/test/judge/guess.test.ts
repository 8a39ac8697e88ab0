import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/documents/index.ts';
import { compile } from '../../src/index.ts';
import { judgeSource } from '../../src/lint/judge/index.ts';

const test = suite('lint judge: schemas that a catalog guesses');
const schema = await compile({ required: ['steps'], properties: { steps: { type: 'array' }, old: { deprecated: true } } });

const judged = async (text: string, isBroad: boolean): Promise<readonly string[]> => {
  const source = await readSource(text, 'json');
  return judgeSource(source, [{ document: 0, pointer: '', compiled: schema, guess: { name: 'Pipe', isBroad } }], { file: 'a.json' }).map(
    ({ severity, rule, message }) => `${severity} ${rule}: ${message}`,
  );
};

test('one that does not fit at the root is one remark, and nothing else is reported', async () => {
  for (const isBroad of [true, false])
    assert.equal(await judged('{ "old": 1 }', isBroad), [
      'info invalid: this file is not checked: the catalog has the schema "Pipe" for its name, and it does not fit (`steps` is missing)',
    ]);
});

test('one that fits at the root is used; faults by a broad name say that it is a guess', async () => {
  assert.equal(await judged('{ "steps": 1, "old": 1 }', false), [
    'error invalid: expected a list; found a number',
    'warning deprecated: `old` is deprecated.',
  ]);
  assert.equal(await judged('{ "steps": 1, "old": 1 }', true), [
    'error invalid: expected a list; found a number (the schema "Pipe" is a guess by the file\'s name)',
    'warning deprecated: `old` is deprecated.',
  ]);
});

test.run();
