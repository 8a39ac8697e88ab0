/** Shapes that make evaluators slow or end them: very wide, very deep, and branches within branches. */
import { compile, deprecations, faults } from '../../schema-tools/src/index.ts';
import type { Figure } from '../parts/figure.ts';
import type { Part } from './child.ts';
import { ajv } from './contenders/ajv.ts';
import { hyperjumpAnnotate, hyperjumpPlugin } from './contenders/hyperjump.ts';
import { jsonSchemaLibrary } from './contenders/json-schema-library.ts';
import { ours } from './contenders/ours.ts';
import { vscode } from './contenders/vscode.ts';
import { inTurn, ratios } from './rounds.ts';

const $schema = 'https://json-schema.org/draft/2020-12/schema';
const old = { type: 'integer', deprecated: true };

/** An object of so many members, one in ten of them deprecated. */
const wide = (count: number) => ({
  schema: { $schema, type: 'object', patternProperties: { '^old': old }, additionalProperties: { type: 'integer' } },
  value: Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at % 10 === 0 ? 'old' : 'key'}${at}`, at])),
});

/** So many properties that the schema names. */
const named = (count: number) => ({
  schema: { $schema, type: 'object', properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at % 10 === 0 ? old : { type: 'integer' }])), additionalProperties: false },
  value: Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at])),
});

/** Nodes of three kinds within one another, told apart by `kind`; the innermost has something deprecated. */
const nested = (depth: number) => {
  const kinds = ['all', 'any', 'none'];
  const branch = (kind: string) => ({ type: 'object', required: ['kind'], properties: { kind: { const: kind }, inner: { $ref: '#/$defs/node' }, old }, additionalProperties: false });
  let value: object = { kind: 'none', old: 1 };
  for (let level = 1; level < depth; level += 1) value = { inner: value, kind: kinds[level % 3] };
  return { schema: { $schema, $ref: '#/$defs/node', $defs: { node: { oneOf: kinds.map(branch) } } }, value };
};

/** Objects within one another, the innermost deprecated. */
const deep = (depth: number) => {
  let text = '{"old":1}';
  for (let level = 1; level < depth; level += 1) text = `{"inner":${text}}`;
  return { schema: { $schema, type: 'object', properties: { inner: { $ref: '#' }, old } }, text };
};

interface Shape { readonly what: string; readonly make: () => { readonly schema: object; readonly text: string } }

const textOf = ({ schema, value }: { readonly schema: object; readonly value: unknown }) => ({ schema, text: JSON.stringify(value) });
const all: { readonly [name: string]: Shape } = {
  wide: { what: 'an object of 100,000 keys, by pattern', make: () => textOf(wide(100_000)) },
  named: { what: 'an object of 5,000 keys, each named in the schema', make: () => textOf(named(5_000)) },
  nested: { what: 'oneOf within oneOf, 100 levels, told apart by a constant', make: () => textOf(nested(100)) },
  deep: { what: 'objects within objects, 10,000 levels', make: () => deep(10_000) },
};
const everybody = [ours, hyperjumpPlugin, hyperjumpAnnotate, ajv, vscode, jsonSchemaLibrary];

/** One contender at one shape: some do not survive it, so each has a process of its own. */
export const shape: Part<{ readonly name: string; readonly who: string }> = async ({ name, who }) => {
  const { what, make } = all[name]!;
  const { schema, text } = make();
  const judge = await everybody.find((one) => one.name === who)!.prepare({ schema, dialect: $schema, schemas: {} });
  const times = await inTurn([{ name: who, run: () => judge(text) }], 5);
  return [{ what: `${what}: ${who}`, unit: 'ms', samples: times.get(who)! }];
};

/** What each contender takes for each shape, or why it does not come to an end. */
export const shapes = async (run: (input: { readonly name: string; readonly who: string }, seconds: number) => Promise<readonly Figure[]>, progress: (words: string) => void): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, { what }] of Object.entries(all))
    for (const { name: who } of everybody) {
      progress(`${what}: ${who}`);
      try { figures.push(...await run({ name, who }, 10)); } catch (error) {
        figures.push({ what: `${what}: ${who}`, unit: 'ms', samples: [], why: (error as Error).message.split('\n')[0]! });
      }
    }
  return figures;
};

/** Whether four times as much takes four times as long. */
export const growth: Part<null> = async () => {
  const figures: Figure[] = [];
  for (const [what, counts, make] of [['keys', [25_000, 100_000], wide], ['levels of oneOf', [100, 400], nested]] as const) {
    const ways = await Promise.all(counts.map(async (count) => {
      const { schema, value } = make(count);
      const compiled = await compile(schema);
      if (deprecations(compiled, value).length === 0 || faults(compiled, value).length > 0) throw new Error(`the shape of ${count} ${what} is not what it should be`);
      return { name: String(count), run: () => deprecations(compiled, value) };
    }));
    const times = await inTurn(ways, 9, 20);
    figures.push({ what: `ours: time for four times as many ${what}`, unit: '×', samples: ratios(times, String(counts[1]), String(counts[0])), target: { atMost: 6 } });
  }
  return figures;
};
