// watchdog: 180 s
import { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, deprecations, faults, isValid, pack } from '../../src/index.ts';

/** An instance of which it is counted how often an object in it is looked at: work without a clock. */
const counting = (instance: unknown): { readonly instance: unknown; looks(): number } => {
  let count = 0;
  const made = new Map<object, object>();
  const wrapped = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const known =
      made.get(value) ??
      new Proxy(value, {
        get: (target, name) => {
          count += 1;
          return wrapped(Reflect.get(target, name));
        },
        getOwnPropertyDescriptor: (target, name) => {
          count += 1;
          return Reflect.getOwnPropertyDescriptor(target, name);
        },
        ownKeys: (target) => {
          count += 1;
          return Reflect.ownKeys(target);
        },
      });
    made.set(value, known);
    return known;
  };
  return { instance: wrapped(instance), looks: () => count };
};

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

// ---

const deep = suite('hostile: deep');

const tree = (discriminator: (kind: string) => object) => ({
  oneOf: ['a', 'b', 'c', 'd'].map((kind) => ({
    type: 'object',
    properties: { kind: discriminator(kind), next: { $ref: '#' }, old: { deprecated: true } },
    required: ['kind'],
  })),
});
const chain = (depth: number, last: object): object => {
  let made = last;
  for (let level = 0; level < depth; level += 1) made = { next: made, kind: 'abcd'[level % 4] };
  return made;
};

for (const [name, discriminator] of [
  ['const', (kind: string) => ({ const: kind })],
  ['enum', (kind: string) => ({ enum: [kind] })],
] as const)
  deep(`a recursive oneOf of depth 100, told apart by ${name}, is linear work when it is valid`, async () => {
    const compiled = await compile(tree(discriminator));
    const looks = (depth: number): number => {
      const { instance, looks } = counting(chain(depth, { kind: 'd', old: 1 }));
      assert.is(isValid(compiled, instance), true);
      assert.equal(
        deprecations(compiled, instance, 'strict').map(({ pointer }) => pointer),
        [`${'/next'.repeat(depth)}/old`],
      );
      assert.equal(
        deprecations(compiled, instance).map(({ pointer }) => pointer),
        [`${'/next'.repeat(depth)}/old`],
      );
      return looks();
    };
    const [ten, hundred] = [looks(10), looks(100)];
    assert.ok(hundred <= ten * 11, `${ten} looks at depth 10, ${hundred} at depth 100`);
  });
deep('nor is it more than a square when its end is not valid, and the fault is told where it is', async () => {
  const compiled = await compile(tree((kind) => ({ const: kind })));
  const looks = (depth: number): number => {
    const { instance, looks } = counting(chain(depth, { kind: 'x' }));
    assert.is(isValid(compiled, instance), false);
    assert.equal(
      faults(compiled, instance).map(({ pointer, message }) => [pointer, message]),
      [[`${'/next'.repeat(depth)}/kind`, 'expected "a", or "b", or "c", or "d"']],
    );
    assert.equal(deprecations(compiled, instance), []);
    return looks();
  };
  const [ten, hundred] = [looks(10), looks(100)];
  assert.ok(hundred <= ten * 110, `${ten} looks at depth 10, ${hundred} at depth 100`);
});
deep('nested if of depth 30: each condition is evaluated once', async () => {
  let schema: object = { properties: { a: { deprecated: true } } };
  for (let level = 0; level < 30; level += 1) schema = { if: schema, then: { required: ['a'] } };
  const { instance, looks } = counting({ a: 1 });
  assert.equal(
    deprecations(await compile(schema), instance).map(({ pointer }) => pointer),
    ['/a'],
  );
  assert.ok(looks() < 500, `${looks()} looks`);
});
deep('nested then of depth 30', async () => {
  let schema: object = { properties: { a: { deprecated: true } } };
  for (let level = 0; level < 30; level += 1) schema = { if: { required: ['a'] }, then: schema };
  const { instance, looks } = counting({ a: 1 });
  assert.equal(
    deprecations(await compile(schema), instance).map(({ pointer }) => pointer),
    ['/a'],
  );
  assert.ok(looks() < 500, `${looks()} looks`);
});

const nested = (depth: number): object => {
  let made: object = { old: 1 };
  for (let level = 0; level < depth; level += 1) made = { next: made };
  return made;
};
const recursive = { type: 'object', properties: { next: { $ref: '#' }, old: { deprecated: true } }, unevaluatedProperties: false };

deep('a nesting that the stack does not hold is told as that', async () => {
  const compiled = await compile(recursive);
  const message = 'The instance is nested deeper than the stack holds; evaluate it in a thread with a larger stack.';
  for (const evaluate of [
    () => isValid(compiled, nested(200_000)),
    () => faults(compiled, nested(200_000)),
    () => annotations(compiled, nested(200_000), { keywords: ['deprecated'] }),
    () => deprecations(compiled, nested(200_000)),
  ])
    assert.throws(evaluate, (error: Error) => error instanceof RangeError && error.message === message);
  assert.is(isValid(compiled, nested(100)), true, 'afterwards all is as before');
});
deep('a schema nested 200 levels is compiled; one that the stack does not hold is told as that', async () => {
  const of = (depth: number, keyword: (inner: object) => object): object => {
    let made: object = { deprecated: true };
    for (let level = 0; level < depth; level += 1) made = keyword(made);
    return made;
  };
  assert.equal(
    deprecations(await compile(of(200, (inner) => ({ allOf: [inner] }))), 1).map(({ pointer }) => pointer),
    [''],
  );
  for (const keyword of [(inner: object) => ({ allOf: [inner] }), (inner: object) => ({ properties: { a: inner } })])
    await compile(of(20_000, keyword)).then(
      () => assert.unreachable(),
      (error: Error) =>
        assert.equal(
          [error.name, error.message],
          ['RangeError', 'The schema is nested deeper than the stack holds; compile it in a thread with a larger stack.'],
        ),
    );
});
deep('10,000 levels are evaluated in a thread with a larger stack', async () => {
  const packed = pack(await compile(recursive), { keywords: ['deprecated'] });
  const code = `const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.tsx).then(({ register }) => { register(); return import(workerData.evaluator); }).then(({ deprecations, load }) => {
      let made = { old: 1 }; for (let level = 0; level < 10_000; level += 1) made = { next: made };
      parentPort.postMessage(deprecations(load(workerData.packed), made).map(({ pointer }) => pointer.length));
    });`;
  const workerData = { packed, tsx: import.meta.resolve('tsx/esm/api'), evaluator: new URL('../../src/load.ts', import.meta.url).href };
  const worker = new Worker(code, { eval: true, workerData, resourceLimits: { stackSizeMb: 32 } });
  const found = await new Promise((done, fail) => {
    worker.on('message', done);
    worker.on('error', fail);
  });
  assert.equal(found, [50_004]);
  await worker.terminate();
});

deep.run();
