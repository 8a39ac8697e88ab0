// watchdog: 180 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, deprecations, faults, isValid } from '../../src/index.ts';
import { counting } from './counting.ts';

const wide = suite('hostile: wide');

wide('100,000 properties take a walk, not a square', async () => {
  const of = (size: number) => counting(Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, index])));
  const compiled = await compile({
    properties: { k5: { deprecated: true } },
    patternProperties: { '7$': { type: 'number' } },
    additionalProperties: { type: 'number' },
    propertyNames: { minLength: 2 },
    unevaluatedProperties: false,
  });
  const [small, large] = [of(1000), of(100_000)];
  assert.equal(
    [
      deprecations(compiled, small.instance).map(({ pointer }) => pointer),
      deprecations(compiled, large.instance).map(({ pointer }) => pointer),
    ],
    [['/k5'], ['/k5']],
  );
  assert.ok(isValid(compiled, small.instance) && isValid(compiled, large.instance));
  assert.ok(large.looks() <= small.looks() * 101, `${small.looks()} looks at 1,000, ${large.looks()} at 100,000`);
});
wide('100,000 deprecated places are all told', async () => {
  const compiled = await compile({ additionalProperties: { deprecated: true }, properties: { a: {} } });
  const instance = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]));
  const found = deprecations(compiled, instance);
  assert.is(found.length, 100_000);
  assert.equal(found[99_999], {
    pointer: '/k99999',
    message: '`k99999` is deprecated.',
    location: 'schema:///#/additionalProperties/deprecated',
  });
});
wide('100,000 faults are all told', async () =>
  assert.is(
    faults(
      await compile({ items: { type: 'string' } }),
      Array.from({ length: 100_000 }, (_, index) => index),
    ).length,
    100_000,
  ),
);
wide('uniqueItems of 100,000 objects, in any order of members', async () => {
  const compiled = await compile({ uniqueItems: true });
  const items: object[] = Array.from({ length: 100_000 }, (_, index) => ({ a: index, b: { c: [index] } }));
  assert.is(isValid(compiled, items), true);
  items.push({ b: { c: [500] }, a: 500 });
  assert.equal(
    faults(compiled, items).map(({ message }) => message),
    ['expected items that all differ; item 100000 repeats an earlier one'],
  );
});
wide('an enum of 50,000 values is a look-up, and not told whole', async () => {
  const compiled = await compile({
    items: { enum: Array.from({ length: 50_000 }, (_, index) => (index % 2 ? `v${index}` : { v: index })) },
  });
  assert.is(
    isValid(
      compiled,
      Array.from({ length: 50_000 }, (_, index) => (index % 2 ? `v${index}` : { v: index })),
    ),
    true,
  );
  assert.equal(
    faults(compiled, ['x']).map(({ message }) => message),
    [
      (
        'expected one of {"v":0}, or "v1", or {"v":2}, or "v3", or {"v":4}, or "v5", or {"v":6}, or "v7", or {"v":8}, or "v9", ' +
        'or {"v":10}, or "v11", … (50000 in all)'
      ).replaceAll(', or ', ', '),
    ],
  );
});
wide('a schema of 3,000 definitions and as many branches', async () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 3000 }, (_, index) => [
      `d${index}`,
      { properties: { kind: { const: index }, old: { deprecated: index % 2 === 0 } }, required: ['kind'] },
    ]),
  );
  const compiled = await compile({ oneOf: Object.keys($defs).map((name) => ({ $ref: `#/$defs/${name}` })), $defs });
  assert.equal(
    [
      deprecations(compiled, { kind: 2998, old: 1 }).length,
      deprecations(compiled, { kind: 2999, old: 1 }).length,
      faults(compiled, { kind: -1 }).length,
    ],
    [1, 0, 1],
  );
});

wide.run();
