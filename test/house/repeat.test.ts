import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeRepeat, fc, numbers, seed } from '../support/seed.ts';

const test = suite('what chance found');

test('is printed with the command that repeats it', () => {
  assert.throws(
    () => fc.assert(fc.property(fc.nat(), (value) => value < 10)),
    (error: Error) => error.message.endsWith(`\nagain: ${describeRepeat()}`),
  );
  assert.match(describeRepeat(), /npm test -- .*test\/house\/repeat\.test\.ts$/);
});

test('comes from one seed: the same numbers each time', () => {
  const [one, other] = [numbers(seed), numbers(seed)];
  assert.equal(
    Array.from({ length: 20 }, () => one(100)),
    Array.from({ length: 20 }, () => other(100)),
  );
});

test.run();
