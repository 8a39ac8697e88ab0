import type { JsonSchema } from '@slipway/declarations/derive';
import { isRecord } from '@slipway/declarations/record';

/** Finds what a `$ref` names. */
export type ResolveReference = (reference: string) => JsonSchema;

/** Texts that fit most of the patterns that attributes have. */
const samples = [
  'example',
  'a',
  '1.2.3',
  '1',
  '2026-05-01T12:00:00Z',
  'https://service.example',
  'acme/web',
  '14d',
  '10.0.0.0/8',
  '0'.repeat(64),
];
const byFormat: { readonly [format: string]: string | undefined } = {
  'date-time': '2026-05-01T12:00:00Z',
  uuid: '5b0f7c1e-6a53-4c0e-9a52-0d6f4a1be001',
  uri: 'https://service.example',
};
const maxDepth = 12;

const fitsText = ({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: any, text: string): boolean =>
  text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text));
const createText = (schema: JsonSchema): string | undefined =>
  byFormat[String(schema['format'])] ?? samples.find((text) => fitsText(schema, text));

/** Members that every JSON:API document may have besides, and an example does without. */
const extras = new Set(['included', 'links', 'meta', 'jsonapi']);

const createObject = (schema: JsonSchema, resolve: ResolveReference, depth: number): object | undefined => {
  const properties = Object.entries((schema['properties'] ?? {}) as { readonly [name: string]: JsonSchema });
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const members: Record<string, unknown> = {};
  for (const [name, one] of properties) {
    if (!required.has(name) && (extras.has(name) || one['deprecated'] === true)) continue;
    const value = createExample(one, resolve, depth + 1);
    if (value !== undefined) members[name] = value;
    else if (required.has(name)) return undefined;
  }
  return members;
};

const createArray = (schema: JsonSchema, resolve: ResolveReference, depth: number): readonly unknown[] => {
  const item = isRecord(schema['items']) ? createExample(schema['items'], resolve, depth + 1) : undefined;
  return item === undefined ? [] : [item];
};

const createByType = (schema: JsonSchema, resolve: ResolveReference, depth: number): unknown => {
  const types = [schema['type']].flat();
  const type = types.find((one) => one !== 'null') ?? (schema['properties'] ? 'object' : types[0]);
  if (type === 'object') return createObject(schema, resolve, depth);
  if (type === 'array') return createArray(schema, resolve, depth);
  if (type === 'string') return createText(schema);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1;
  return type === 'null' ? null : undefined;
};

/** A value that the schema allows; undefined: none is known, or the schema allows anything. */
export const createExample = (schema: JsonSchema, resolve: ResolveReference, depth = 0): unknown => {
  if (depth > maxDepth) return undefined;
  if (typeof schema['$ref'] === 'string') return createExample(resolve(schema['$ref']), resolve, depth + 1);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (Array.isArray(schema['examples']) && schema['examples'].length > 0) return schema['examples'][0];
  const branches = (schema['oneOf'] ?? schema['anyOf']) as readonly JsonSchema[] | undefined;
  if (!branches) return createByType(schema, resolve, depth);
  const found = branches.map((one) => createExample(one, resolve, depth + 1)).filter((value) => value !== undefined);
  return found.find((value) => value !== null) ?? found[0];
};
