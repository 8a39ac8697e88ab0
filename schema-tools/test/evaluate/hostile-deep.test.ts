// watchdog: 180 s
import { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, deprecations, faults, isValid, pack } from '../../src/index.ts';
import { counting } from './counting.ts';

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
  deep(`a recursive oneOf of depth 100, distinguished by ${name}, is linear work when it is valid`, async () => {
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
deep('an invalid end makes it at most quadratic, and the fault is reported where it is', async () => {
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

deep('a nesting that the stack does not hold is reported as that', async () => {
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
deep('a schema nested 200 levels is compiled; one that the stack does not hold is reported as that', async () => {
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
