/** Shapes that make evaluators slow or end them: very wide, very deep, and branches within branches. */
import { compile, deprecations, faults } from '@slipway/schema-tools';
import type { Figure } from '../parts/figure.ts';
import type { Part } from './part.ts';
import { ajv } from './contenders/ajv.ts';
import { hyperjumpAnnotate, hyperjumpPlugin } from './contenders/hyperjump.ts';
import { jsonSchemaLibrary } from './contenders/json-schema-library.ts';
import { ours } from './contenders/ours.ts';
import { vscode } from './contenders/vscode.ts';
import { measureInTurn, ratios } from './rounds.ts';

const $schema = 'https://json-schema.org/draft/2020-12/schema';
const deprecatedInteger = { type: 'integer', deprecated: true };

/** An object of so many members, one in ten of them deprecated. */
const wideObject = (count: number) => ({
  schema: { $schema, type: 'object', patternProperties: { '^old': deprecatedInteger }, additionalProperties: { type: 'integer' } },
  value: Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at % 10 === 0 ? 'old' : 'key'}${at}`, at])),
});

/** So many properties that the schema names. */
const namedProperties = (count: number) => ({
  schema: {
    $schema,
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`key${at}`, at % 10 === 0 ? deprecatedInteger : { type: 'integer' }]),
    ),
    additionalProperties: false,
  },
  value: Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at])),
});

/** Nodes of three kinds within one another, distinguished by `kind`; the innermost has a deprecated member. */
const nestedBranches = (depth: number) => {
  const kinds = ['all', 'any', 'none'];
  const branch = (kind: string) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind }, inner: { $ref: '#/$defs/node' }, old: deprecatedInteger },
    additionalProperties: false,
  });
  let value: object = { kind: 'none', old: 1 };
  for (let level = 1; level < depth; level += 1) value = { inner: value, kind: kinds[level % 3] };
  return { schema: { $schema, $ref: '#/$defs/node', $defs: { node: { oneOf: kinds.map(branch) } } }, value };
};

/** Objects within one another, the innermost deprecated. */
const deepObjects = (depth: number) => {
  let text = '{"old":1}';
  for (let level = 1; level < depth; level += 1) text = `{"inner":${text}}`;
  return { schema: { $schema, type: 'object', properties: { inner: { $ref: '#' }, old: deprecatedInteger } }, text };
};

interface Shape {
  readonly title: string;
  readonly make: () => { readonly schema: object; readonly text: string };
}

const textOf = ({ schema, value }: { readonly schema: object; readonly value: unknown }) => ({ schema, text: JSON.stringify(value) });
const allShapes: { readonly [name: string]: Shape } = {
  wide: { title: 'an object of 100,000 keys, by pattern', make: () => textOf(wideObject(100_000)) },
  named: { title: 'an object of 5,000 keys, each named in the schema', make: () => textOf(namedProperties(5_000)) },
  nested: { title: 'oneOf within oneOf, 100 levels, told apart by a constant', make: () => textOf(nestedBranches(100)) },
  deep: { title: 'objects within objects, 10,000 levels', make: () => deepObjects(10_000) },
};
const contenders = [ours, hyperjumpPlugin, hyperjumpAnnotate, ajv, vscode, jsonSchemaLibrary];

/** One contender at one shape: some do not survive it, so each has a process of its own. */
export const measureShape: Part<{ readonly name: string; readonly who: string }> = async ({ name, who }) => {
  const { title: what, make } = allShapes[name]!;
  const { schema, text } = make();
  const judge = await contenders.find((one) => one.name === who)!.prepare({ schema, dialect: $schema, schemas: {} });
  const times = await measureInTurn([{ name: who, run: () => judge(text) }], 5);
  return [{ title: `${what}: ${who}`, unit: 'ms', samples: times.get(who)! }];
};

/** What each contender takes for each shape, or why it does not come to an end. */
export const measureShapes = async (
  run: (input: { readonly name: string; readonly who: string }, seconds: number) => Promise<readonly Figure[]>,
  progress: (words: string) => void,
): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, { title: what }] of Object.entries(allShapes))
    for (const { name: who } of contenders) {
      progress(`${what}: ${who}`);
      try {
        figures.push(...(await run({ name, who }, 10)));
      } catch (error) {
        figures.push({ title: `${what}: ${who}`, unit: 'ms', samples: [], explanation: (error as Error).message.split('\n')[0]! });
      }
    }
  return figures;
};

/** Whether four times as much takes four times as long. */
export const measureGrowth: Part<null> = async () => {
  const figures: Figure[] = [];
  for (const [what, counts, make] of [
    ['keys', [25_000, 100_000], wideObject],
    ['levels of oneOf', [100, 400], nestedBranches],
  ] as const) {
    const ways = await Promise.all(
      counts.map(async (count) => {
        const { schema, value } = make(count);
        const compiled = await compile(schema);
        if (deprecations(compiled, value).length === 0 || faults(compiled, value).length > 0)
          throw new Error(`the shape of ${count} ${what} is not what it should be`);
        return { name: String(count), run: () => deprecations(compiled, value) };
      }),
    );
    const times = await measureInTurn(ways, 9, 20);
    figures.push({
      title: `ours: time for four times as many ${what}`,
      unit: '×',
      samples: ratios(times, String(counts[1]), String(counts[0])),
      target: { atMost: 6 },
    });
  }
  return figures;
};
