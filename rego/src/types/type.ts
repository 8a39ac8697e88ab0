import {
  compareValues,
  formatValue,
  isArray,
  isNumber,
  isObject,
  isSet,
  membersOf,
  entriesOf,
  typeName,
  type RegoValue,
} from '../values/index.ts';

/** The possible values of a term, as far as the compiler can infer them. */
export type RegoType =
  | { readonly type: 'null' | 'boolean' | 'number' | 'string' }
  /** One of several types; of none: anything. */
  | { readonly type: 'any'; readonly of: readonly RegoType[] }
  /** The first items have these types; further ones, where they are possible, that of `rest`. */
  | { readonly type: 'array'; readonly items: readonly RegoType[]; readonly rest?: RegoType }
  | {
      readonly type: 'object';
      readonly properties: readonly (readonly [RegoValue, RegoType])[];
      /** The types of further keys and their values, where they are possible. */
      readonly dynamic?: { readonly key: RegoType; readonly value: RegoType };
    }
  | { readonly type: 'set'; readonly of: RegoType };

/** The type of a function. `isVariadic`: it takes any number of arguments, of any type. */
export interface FunctionType {
  readonly items: readonly RegoType[];
  readonly result: RegoType;
  readonly isVariadic?: true;
}

export const anyType: RegoType = { type: 'any', of: [] };
export const stringType: RegoType = { type: 'string' };
export const numberType: RegoType = { type: 'number' };
export const isAny = (type: RegoType): boolean => type.type === 'any' && type.of.length === 0;

const typeTexts = new WeakMap<RegoType, string>();
/** A type in the notation of the reference: `array[string]`, `object[string: any]`, `number | string`. */
export function formatType(type: RegoType): string {
  const cached = typeTexts.get(type);
  if (cached !== undefined) return cached;
  const text = ((): string => {
    switch (type.type) {
      case 'any':
        return type.of.length ? type.of.map(formatType).join(' | ') : 'any';
      case 'array':
        if (type.items.length === 0) return type.rest ? `array[${formatType(type.rest)}]` : '[]';
        return `[${[...type.items.map(formatType), ...(type.rest ? [`…${formatType(type.rest)}`] : [])].join(', ')}]`;
      case 'object': {
        const rest = type.dynamic && `[${formatType(type.dynamic.key)}: ${formatType(type.dynamic.value)}]`;
        if (type.properties.length === 0) return `object${rest ?? '{}'}`;
        const named = type.properties.map(([key, value]) => `${formatValue(key)}: ${formatType(value)}`);
        return `object{${[...named, ...(rest ? [rest] : [])].join(', ')}}`;
      }
      case 'set':
        return `set[${formatType(type.of)}]`;
      default:
        return type.type;
    }
  })();
  typeTexts.set(type, text);
  return text;
}

const typeSizes = new WeakMap<RegoType, number>();
function sizeOfType(type: RegoType): number {
  const cached = typeSizes.get(type);
  if (cached !== undefined) return cached;
  let size = 1;
  if (type.type === 'any' || type.type === 'set') for (const part of [type.of].flat()) size += sizeOfType(part);
  if (type.type === 'array') for (const part of type.rest ? [...type.items, type.rest] : type.items) size += sizeOfType(part);
  if (type.type === 'object') {
    for (const [, part] of type.properties) size += sizeOfType(part);
    if (type.dynamic) size += sizeOfType(type.dynamic.key) + sizeOfType(type.dynamic.value);
  }
  typeSizes.set(type, size);
  return size;
}
/** A type that is larger than this when written out is taken for anything: parts may be shared, and double with each step. */
const maxTypeSize = 5000;
export const boundType = (type: RegoType): RegoType => (sizeOfType(type) > maxTypeSize ? anyType : type);

/** A union of more types than this is taken for anything, so that large literals stay cheap. */
const maxUnion = 60;

/** The union of two types; undefined is a type that is not known yet. */
export function unionOf(left: RegoType | undefined, right: RegoType | undefined): RegoType | undefined {
  if (!left || !right) return left ?? right;
  if (isAny(left) || isAny(right)) return anyType;
  const parts = new Map<string, RegoType>();
  for (const type of [left, right]) for (const part of type.type === 'any' ? type.of : [type]) parts.set(formatType(part), part);
  if (parts.size === 1) return left;
  return parts.size > maxUnion ? anyType : { type: 'any', of: [...parts.values()] };
}
export const unionOfAll = (types: readonly (RegoType | undefined)[]): RegoType | undefined =>
  types.reduce<RegoType | undefined>(unionOf, undefined);

/** The type of a value. */
export function typeOfValue(value: RegoValue): RegoType {
  if (isArray(value)) return { type: 'array', items: value.map(typeOfValue) };
  if (isSet(value)) return { type: 'set', of: unionOfAll(membersOf(value).map(typeOfValue)) ?? anyType };
  if (!isObject(value)) return isNumber(value) ? numberType : { type: typeName(value) as 'null' | 'boolean' | 'string' };
  if (value.entries.size === 0) return { type: 'object', properties: [], dynamic: { key: anyType, value: anyType } };
  return { type: 'object', properties: entriesOf(value).map(([key, each]) => [key, typeOfValue(each)] as const) };
}

/** The type of the keys of a collection; undefined where a type has none. */
export function keysOfType(type: RegoType): RegoType | undefined {
  switch (type.type) {
    case 'any':
      return type.of.length ? unionOfAll(type.of.map(keysOfType)) : anyType;
    case 'array':
      return numberType;
    case 'object':
      return unionOfAll([...type.properties.map(([key]) => typeOfValue(key)), type.dynamic?.key]) ?? anyType;
    case 'set':
      return type.of;
    default:
      return undefined;
  }
}
/** The type of the members of a collection; undefined where a type has none. */
export function membersOfType(type: RegoType): RegoType | undefined {
  switch (type.type) {
    case 'any':
      return type.of.length ? unionOfAll(type.of.map(membersOfType)) : anyType;
    case 'array':
      return unionOfAll([...type.items, type.rest]);
    case 'object':
      return unionOfAll([...type.properties.map(([, value]) => value), type.dynamic?.value]);
    case 'set':
      return type.of;
    default:
      return undefined;
  }
}
/** Whether one of the alternatives of a type is that of the key. */
const includesType = (type: RegoType, key: RegoType): boolean =>
  isAny(type) || formatType(type) === formatType(key) || (type.type === 'any' && type.of.some((part) => includesType(part, key)));

/** The type of the member at a key; undefined if there is none. */
export function selectFromType(type: RegoType, key: RegoValue): RegoType | undefined {
  switch (type.type) {
    case 'any':
      return type.of.length ? unionOfAll(type.of.map((part) => selectFromType(part, key))) : anyType;
    case 'array':
      return typeof key === 'number' && Number.isInteger(key) && key >= 0 ? (type.items[key] ?? type.rest) : undefined;
    case 'object': {
      const named = type.properties.find(([name]) => compareValues(name, key) === 0)?.[1];
      return named ?? (type.dynamic && includesType(type.dynamic.key, typeOfValue(key)) ? type.dynamic.value : undefined);
    }
    case 'set':
      return includesType(type.of, typeOfValue(key)) ? type.of : undefined;
    default:
      return undefined;
  }
}

/** Whether there are values that are of both types. */
export function overlaps(left: RegoType | undefined, right: RegoType | undefined): boolean {
  if (!left || !right) return false;
  if (left.type === 'any' || right.type === 'any') {
    if (isAny(left) || isAny(right)) return true;
    const [union, other] = left.type === 'any' ? [left, right] : [right as typeof left & { type: 'any' }, left];
    return union.of.some((part) => overlaps(part, other));
  }
  if (left.type !== right.type) return false;
  if (left.type === 'array') return overlapArrays(left, right as typeof left);
  if (left.type === 'object') return overlapObjects(left, right as typeof left);
  return left.type !== 'set' || overlaps(left.of, (right as typeof left).of);
}
type ArrayType = Extract<RegoType, { type: 'array' }>;
type ObjectType = Extract<RegoType, { type: 'object' }>;
function overlapArrays(left: ArrayType, right: ArrayType): boolean {
  const count = Math.max(left.items.length, right.items.length);
  for (let index = 0; index < count; index++) if (!overlaps(left.items[index] ?? left.rest, right.items[index] ?? right.rest)) return false;
  return !left.rest || !right.rest || overlaps(left.rest, right.rest);
}
function overlapObjects(left: ObjectType, right: ObjectType): boolean {
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const)
    for (const [key, value] of one.properties) if (!overlaps(value, selectFromType(other, key))) return false;
  return !left.dynamic || !right.dynamic || overlaps(left.dynamic.value, right.dynamic.value);
}
