import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addExamples } from '../src/control/openapi/add-examples.ts';
import { renderOpenApi } from '../src/control/openapi/document.ts';
import { resources } from '@slipway/declarations/resources';
import { apiDefinitions } from '../src/service.ts';
import { schedule } from '@slipway/test-support/scale';
import { createDocumentValidators } from './document-validators.ts';
import { createSchemaJudge } from './schema-judge.ts';

const test = suite('the judge of answers that compiles nothing');
const components = { schemas: { tree: { type: 'object', properties: { below: { $ref: '#/components/schemas/tree' } } }, no: false } };
const judge = createSchemaJudge((reference) => (components.schemas as any)[reference.split('/').at(-1)!]);
const validatorOf = createDocumentValidators(components);

/** What fits each schema, and what does not. */
const cases: readonly (readonly [schema: object, fitting: readonly unknown[], others: readonly unknown[]])[] = [
  [{ type: 'string' }, ['', 'a'], [1, null, [], {}, true]],
  [{ type: 'integer' }, [0, -7, 2e3], [0.5, '1', null]],
  [{ type: 'number' }, [0.5], ['1', null]],
  [{ type: 'object' }, [{}], [[], null, 'a']],
  [{ type: 'array' }, [[]], [{}, null]],
  [{ type: ['boolean', 'null'] }, [false, null], [0, '', {}]],
  [{ const: 'a' }, ['a'], ['b', null]],
  [{ enum: ['a', null, { a: [1] }] }, ['a', null, { a: [1] }], ['b', {}, { a: [2] }]],
  [{ properties: { a: { type: 'string' } } }, [{}, { a: 'x' }, { b: 1 }, 7], [{ a: 1 }]],
  [{ properties: { a: {} }, additionalProperties: false }, [{ a: 1 }, {}, []], [{ a: 1, b: 1 }, { toString: 1 }]],
  [{ additionalProperties: { type: 'number' } }, [{ a: 1 }], [{ a: 1, b: '1' }]],
  [{ propertyNames: { pattern: '^[a-z]+$' } }, [{ abc: 1 }], [{ A: 1 }]],
  [{ required: ['a', 'b'] }, [{ a: null, b: 1 }, 7], [{ a: 1 }, {}]],
  [{ maxProperties: 1 }, [{ a: 1 }], [{ a: 1, b: 1 }]],
  [{ items: { type: 'string' } }, [[], ['a'], {}], [['a', 1]]],
  [{ maxItems: 1 }, [[1]], [[1, 2]]],
  [{ pattern: '^a.$' }, ['ab', 'a\u{1f600}', 7], ['b', 'abc']],
  [{ minLength: 2, maxLength: 2 }, ['ab', '\u{1f600}\u{1f600}', 7], ['a', 'abc']],
  [{ minimum: 1, maximum: 2 }, [1, 2, '7'], [0, 3]],
  [{ allOf: [{ minimum: 1 }, { type: 'number' }] }, [1], [0, '1']],
  [{ anyOf: [{ minimum: 3 }, { type: 'number' }] }, [1, 'a'], []],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, ['a', null], [1]],
  [{ oneOf: [{ type: 'string' }, { maxLength: 1 }] }, ['ab', 7], ['a']],
  [{ $ref: '#/components/schemas/tree' }, [{}, { below: { below: {} } }], [{ below: { below: 7 } }, 7]],
  [{ $ref: '#/components/schemas/tree', required: ['below'] }, [{ below: {} }], [{}]],
  [{ properties: { a: { $ref: '#/components/schemas/no' } } }, [{}], [{ a: 1 }]],
  [{ format: 'date', description: 'a', 'x-vis': true, deprecated: true, example: 1 }, ['no date', 7], []],
];

for (const [schema, fitting, others] of cases)
  test(`${JSON.stringify(schema)}, as the validator has it`, () => {
    assert.equal(
      [fitting, others].map((values) => values.map((value) => judge(schema, value))),
      [fitting.map(() => true), others.map(() => false)],
    );
    assert.equal(
      [...fitting, ...others].map((value) => judge(schema, value)),
      [...fitting, ...others].map((value) => validatorOf(schema)(value)),
    );
  });

test('a keyword that it does not know is left to the validator, where a value comes to it', () => {
  const schema = { properties: { a: { items: { uniqueItems: true } } } };
  assert.equal(
    [{}, { a: [] }, { a: [[1, 1]] }, { a: [7] }].map((value) => judge(schema, value)),
    [true, true, undefined, undefined],
  );
  assert.is(judge({ oneOf: [{ type: 'string' }, { not: {} }] }, 'a'), undefined);
  assert.is(judge({ toString: 1 }, 'a'), undefined);
});

/** A document with one thing changed, at each of its places: a value of another type, a member less, a member more. */
const change = (value: unknown): readonly unknown[] => {
  const others = [null, 7, 'other', [], {}].filter((one) => JSON.stringify(one) !== JSON.stringify(value));
  if (Array.isArray(value)) return [...others, ...value.slice(0, 1).flatMap((item) => change(item).map((one) => [one, ...value.slice(1)]))];
  if (typeof value !== 'object' || value === null) return others;
  const within = Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _gone, ...rest } = value as Record<string, unknown>;
    return [rest, ...change(member).map((one) => ({ ...value, [name]: one }))];
  });
  return [...others, { ...value, more: 1 }, ...within];
};

for (const api of apiDefinitions)
  test(`of ${api.name}: what is changed in the examples of answers is judged as the validator does`, () => {
    const declared = Object.values(resources).filter(({ service }) => service === api.name);
    const document = addExamples(renderOpenApi(api, declared, '')) as any;
    const [fits, validatorFor] = [
      createSchemaJudge(($ref) =>
        $ref
          .slice(2)
          .split('/')
          .reduce((at, step) => at[step], document),
      ),
      createDocumentValidators(document.components),
    ];
    const answers = Object.entries<any>(document.paths).flatMap(([path, item]) =>
      Object.entries<any>(item).flatMap(([method, operation]) =>
        Object.entries<any>(operation?.responses ?? {})
          .filter(([status]) => status.startsWith('2'))
          .flatMap(([status, { content = {} }]) =>
            Object.values<any>(content).map(({ schema, example }) => ({ name: `${method} ${path} ${status}`, schema, example })),
          ),
      ),
    );
    const chosen = answers.filter(({ example }, place) => example !== undefined && place % schedule(23, 1) === 0);
    let [right, wrong] = [0, 0];
    for (const { name, schema, example } of chosen)
      for (const value of [example, ...change(example)]) {
        const expected = validatorFor(schema)(value);
        if (expected) right++;
        else wrong++;
        assert.is(fits(schema, value), expected, `${name}: ${JSON.stringify(value)}`);
      }
    assert.ok(chosen.length >= 4 && right > 20 && wrong > 100, `${chosen.length} answers, ${right} and ${wrong} values`);
  });

test.run();
