import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { renameAttempts } from '../../src/lint/fix/rename-attempt.ts';
import type { RenameCandidate } from '../../src/lint/fix/rename-candidate.ts';
import { judgeInput } from '../judge/judge-text.ts';

const test = suite('lint fix: attempts');

/** A rename of `/a` to `b` whose edit writes something. */
const written = (text: string): RenameCandidate => ({
  finding: undefined as never,
  document: 0,
  pointer: '/a',
  name: 'b',
  edit: { start: 2, end: 5, text },
  rejectedNames: [],
});
const isMeant = async (text: string): Promise<boolean> => {
  const { source, associations } = await judgeInput({ properties: { a: { deprecated: true }, b: {} } }, '{ "a": 1, "c": 2 }');
  return (await renameAttempts(source, associations)([written(text)])).isAsIntended;
};

test('a text that means the same but for the name is meant', async () => {
  assert.is(await isMeant('"b"'), true);
});
test('one that cannot be read, says a key twice, or says more or else than the name is not', async () => {
  assert.equal(
    [await isMeant('"b'), await isMeant('"c"'), await isMeant('"d"'), await isMeant('"b": 1, "x"')],
    [false, false, false, false],
  );
});
test('two keys of one object that would get one name are not meant, whatever the reader says of a repeated key', async () => {
  const { source, associations } = await judgeInput(
    { properties: { a: { deprecated: true }, b: {}, c: { deprecated: true } } },
    '{ "a": 1, "c": 1 }',
  );
  const lenient = { ...source, faults: [{ start: 0, end: 1, message: 'a fault that was there before', severity: 'warning' as const }] };
  const other: RenameCandidate = { ...written('"b"'), pointer: '/c', edit: { start: 10, end: 13, text: '"b"' } };
  assert.is((await renameAttempts(lenient, associations)([written('"b"'), other])).isAsIntended, false);
  assert.is((await renameAttempts(lenient, associations)([written('"b"')])).isAsIntended, true);
});
test.run();
