/** A part of a list by an order that was read earlier, and by what is known to have moved since. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { placePart } from '../../src/store/changes/kept-order.ts';
import { createNumberSet } from '../../src/store/changes/number-set.ts';
import { createOrderMemory } from '../../src/store/changes/order-memory.ts';
import { fc } from '@slipway/test-support/seed';

const parts = suite('parts of an order');

/** A record's value when the order was read, and now; undefined: it is not there. The filter finds some of them. */
const record = fc.record({
  before: fc.option(fc.nat(9), { nil: undefined }),
  now: fc.option(fc.nat(9), { nil: undefined }),
  isFound: fc.boolean(),
});
type Valued = readonly [number: number, value: number | undefined];
const sortByValue = (values: readonly Valued[]): readonly number[] =>
  values
    .flatMap(([number, value]) => (value === undefined ? [] : [[number, value] as const]))
    .toSorted(([one, first], [other, second]) => first - second || one - other)
    .map(([number]) => number);

parts('have each part of the list, sorted as it is now', () =>
  fc.assert(
    fc.property(
      fc.array(record, { maxLength: 80 }),
      fc.nat(80),
      fc.nat(20),
      fc.boolean(),
      fc.nat(80),
      (all, offset, limit, descending, newest) => {
        // What is newer than the order was not there.
        const known = all.map((one, number) => (number > newest ? { ...one, before: undefined } : one));
        const changed = known.flatMap(({ before, now }, number) => (number <= newest && before !== now ? [number] : []));
        const sequence = Float64Array.from(sortByValue(known.map(({ before }, number) => [number, before])));
        const found = known.map(({ now, isFound }, number): Valued => [number, isFound ? now : undefined]);
        const set = createNumberSet();
        for (const number of sortByValue(found)) set.add(number);
        const part = placePart({ sequence, changed: new Set(changed), newest }, set, { offset, limit, descending });
        const ordered = (values: readonly Valued[]) => (descending ? sortByValue(values).toReversed() : sortByValue(values));
        const among = new Set(part.numbers);
        assert.equal(
          ordered(found.filter(([number]) => among.has(number))).slice(part.before, part.before + limit),
          ordered(found).slice(offset, offset + limit),
        );
        assert.is(part.total, sortByValue(found).length);
      },
    ),
  ),
);

parts('are of the orders that were kept last, where there are too many numbers', () => {
  const memory = createOrderMemory<{ readonly sequence: Float64Array }>(10);
  const [one, two, three] = ['one', 'two', 'three'].map((name) => ({
    kind: 'items',
    scope: 'acme',
    name,
    select: () => ({ sql: '', parameters: [] }),
  }));
  for (const order of [one!, two!, three!]) memory.keep(order, { sequence: new Float64Array(4) });
  assert.equal(
    [one!, two!, three!].map((order) => memory.find(order)?.sequence.length),
    [undefined, 4, 4],
  );
});

parts.run();
