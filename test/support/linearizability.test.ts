/** The judge of histories: a register that is set and read by several at once. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findContradiction, type Model, type Operation } from './linearizability.ts';

interface Access extends Operation {
  readonly name: string;
  readonly sets?: number;
  readonly reads?: number;
  readonly isUnknown?: true;
}
const register: Model<Access, number> = {
  initial: 0,
  step: (state, { sets, reads, isUnknown }) => {
    if (sets !== undefined) return isUnknown ? [state, sets] : [sets];
    return reads === state ? [state] : [];
  },
};
const access = (name: string, began: number, ended: number, what: Omit<Access, 'name' | 'began' | 'ended'>): Access => ({
  name,
  began: BigInt(began),
  ended: BigInt(ended),
  ...what,
});
const names = (operations: readonly Access[] | undefined): readonly string[] | undefined => operations?.map(({ name }) => name);

const test = suite('histories that are judged');

test('what overlaps may have happened in either order', () => {
  for (const reads of [0, 1])
    assert.is(findContradiction(register, [access('set', 1, 9, { sets: 1 }), access('read', 2, 3, { reads })]), undefined);
});

test('what began after the end of something else has seen it', () => {
  const found = findContradiction(register, [access('set', 1, 2, { sets: 1 }), access('read', 3, 4, { reads: 0 })]);
  assert.equal([names(found?.told), names(found?.stuck)], [['set'], ['read']]);
});

test('two readers may not see two writes in two orders', () => {
  const writes = [access('one', 1, 9, { sets: 1 }), access('two', 1, 9, { sets: 2 })];
  const orders = (first: number, second: number, at: number): readonly Access[] => [
    access('before', at, at + 1, { reads: first }),
    access('after', at + 2, at + 3, { reads: second }),
  ];
  assert.is(findContradiction(register, [...writes, ...orders(1, 2, 2)]), undefined);
  assert.ok(findContradiction(register, [...writes, ...orders(1, 2, 2), ...orders(2, 1, 2)]));
});

test('an operation without an outcome may have taken effect until its end, once, or not at all', () => {
  const unknown = access('set', 1, 5, { sets: 1, isUnknown: true });
  const read = (at: number, reads: number): Access => access(`read at ${at}`, at, at, { reads });
  assert.is(findContradiction(register, [unknown, read(2, 0), read(6, 1)]), undefined);
  assert.is(findContradiction(register, [unknown, read(6, 0)]), undefined);
  assert.ok(findContradiction(register, [unknown, read(6, 0), read(7, 1)]));
  assert.ok(findContradiction(register, [unknown, read(2, 1), read(3, 0)]));
});

test.run();
