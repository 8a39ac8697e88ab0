import { isRecord } from '@slipway/declarations/record';
import { describeJsonType } from '../http/describe-json.ts';
import { type ErrorObject, Problem, unprocessable } from '../http/problem.ts';
import type { RequestContext } from '../http/route.ts';

export interface JsonObject {
  readonly [name: string]: unknown;
}
/** An entry of a list in a request: an identifier, or a new thing with attributes. */
export interface DocumentEntry {
  readonly type: string;
  readonly id?: string;
  readonly attributes: JsonObject;
  readonly pointer: string;
}
export interface ParsedDocument {
  readonly attributes: JsonObject;
  readonly relationships: JsonObject;
  readonly id?: string;
}

export const isObject: (value: unknown) => value is JsonObject = isRecord;
/** A type in quotes; of anything else what it is, since it may be a secret in a wrong place. */
const quoteType = (value: unknown): string =>
  typeof value === 'string' && /^[a-z][a-z_-]{0,59}$/.test(value) ? `"${value}"` : describeJsonType(value);
const readObject = (from: JsonObject, name: string, pointer: string): JsonObject => {
  const value = from[name];
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw unprocessable(`expected an object, got ${describeJsonType(value)}`, `${pointer}/${name}`);
  return value;
};

/**
 * Public clients leave the type empty where their own types have none, and many programs write `notification-configuration`, as the pages
 * of the hosted service do. It takes both.
 */
const isTakenAs = ({ dialect }: RequestContext, type: unknown, types: readonly string[]): boolean =>
  dialect === 'hosted' && (type === undefined || type === '' || (typeof type === 'string' && types.includes(`${type}s`)));

/** A request's document of the given type (several spellings: the first is named in errors). 422 otherwise. */
export const parseDocument = (ctx: RequestContext, ...types: readonly string[]): ParsedDocument => {
  const { body } = ctx;
  if (!isObject(body) || !isObject(body['data'])) throw unprocessable(`expected a document {"data": {"type": "${types[0]}", …}}`, '/data');
  const { data } = body;
  if (!types.includes(data['type'] as string) && !isTakenAs(ctx, data['type'], types))
    throw unprocessable(`expected the type "${types[0]}", got ${quoteType(data['type'])}`, '/data/type');
  return {
    attributes: readObject(data, 'attributes', '/data'),
    relationships: readObject(data, 'relationships', '/data'),
    ...(typeof data['id'] === 'string' ? { id: data['id'] } : {}),
  };
};

type Speaker = Pick<RequestContext, 'dialect'>;
/**
 * The type of an identifier; undefined if it is none of the expected types. Generated clients of the hosted service omit the type if the
 * place implies it.
 */
const readType = ({ dialect }: Speaker, type: unknown, types: readonly string[]): string | undefined => {
  const [first] = types;
  const isEvident = types.every((other) => other === first || `${other}s` === first || other === `${first}s`);
  if (dialect === 'hosted' && isEvident && (type === undefined || type === '')) return first;
  return types.includes(type as string) ? (type as string) : undefined;
};

const parseEntries = (ctx: Speaker, list: unknown, types: readonly string[], pointer: string): readonly DocumentEntry[] => {
  if (!Array.isArray(list)) throw unprocessable(`expected a list of {"type": "${types[0]}", …}, got ${describeJsonType(list)}`, pointer);
  const faults: ErrorObject[] = [];
  const found = list.map((item: unknown, index): DocumentEntry => {
    const at = `${pointer}/${index}`;
    const type = isObject(item) ? readType(ctx, item['type'], types) : undefined;
    if (!isObject(item) || type === undefined) {
      faults.push({
        detail: `expected the type "${types[0]}", got ${isObject(item) ? quoteType(item['type']) : describeJsonType(item)}`,
        pointer: isObject(item) ? `${at}/type` : at,
      });
      return { type: '', attributes: {}, pointer: at };
    }
    if (item['id'] !== undefined && item['id'] !== null && typeof item['id'] !== 'string')
      faults.push({ detail: `expected an id, got ${describeJsonType(item['id'])}`, pointer: `${at}/id` });
    return {
      type,
      ...(typeof item['id'] === 'string' ? { id: item['id'] } : {}),
      attributes: isObject(item['attributes']) ? item['attributes'] : {},
      pointer: at,
    };
  });
  if (faults.length > 0) throw new Problem(422, faults);
  return found;
};

/** A request that is a list: `{"data": [{"type", "id"}]}`. */
export const parseDocuments = (ctx: RequestContext, ...types: readonly string[]): readonly DocumentEntry[] =>
  parseEntries(ctx, isObject(ctx.body) ? ctx.body['data'] : undefined, types, '/data');

/** Ids of a list request; every entry needs one. */
export const parseIds = (ctx: RequestContext, ...types: readonly string[]): readonly string[] => requireIds(parseDocuments(ctx, ...types));

export const requireIds = (list: readonly DocumentEntry[]): readonly string[] => {
  const faults = list
    .filter((entry) => entry.id === undefined)
    .map((entry) => ({ detail: 'expected an id', pointer: `${entry.pointer}/id` }));
  if (faults.length > 0) throw new Problem(422, faults);
  return [...new Set(list.map((entry) => entry.id!))];
};

/** Whether a relationship has links only, as in responses: a client that sends back what it read does not set it. */
const isLinkOnly = (value: unknown): boolean => isObject(value) && value['data'] === undefined && value['links'] !== undefined;

/** A to-many relationship: undefined when not sent. */
export const parseToMany = (
  ctx: Speaker,
  relationships: JsonObject,
  name: string,
  ...types: readonly string[]
): readonly DocumentEntry[] | undefined => {
  const value = relationships[name];
  if (value === undefined) return undefined;
  if (isLinkOnly(value)) return undefined;
  if (!isObject(value) || value['data'] === undefined) throw unprocessable('expected {"data": […]}', `/data/relationships/${name}`);
  return parseEntries(ctx, value['data'], types, `/data/relationships/${name}/data`);
};

/** A to-one relationship: undefined when not sent, null when cleared. */
export const parseToOne = (
  ctx: Speaker,
  relationships: JsonObject,
  name: string,
  ...types: readonly string[]
): { readonly type: string; readonly id: string } | null | undefined => {
  const value = relationships[name];
  if (value === undefined) return undefined;
  const pointer = `/data/relationships/${name}/data`;
  if (isLinkOnly(value)) return undefined;
  if (!isObject(value) || value['data'] === undefined)
    throw unprocessable('expected {"data": {"type", "id"}}', `/data/relationships/${name}`);
  const { data } = value;
  if (data === null) return null;
  if (!isObject(data) || typeof data['id'] !== 'string') throw unprocessable('expected {"type", "id"}', pointer);
  const type = readType(ctx, data['type'], types);
  if (type === undefined) throw unprocessable(`expected the type "${types[0]}", got ${quoteType(data['type'])}`, `${pointer}/type`);
  return { type, id: data['id'] };
};
