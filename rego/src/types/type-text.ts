import { anyType, type FunctionType, type RegoType } from './type.ts';

/** The rest of a type's text. */
interface TypeReader {
  readonly tokens: readonly string[];
  index: number;
}
const tokenPattern = /[A-Za-z_]+|->|…|[[\]{}(),:|]/g;

function expectToken(reader: TypeReader, token: string): void {
  const found = reader.tokens[reader.index++];
  if (found !== token) throw new Error(`a declared type has ${JSON.stringify(found)} for ${token}. Please report this.`);
}
function readList<T>(reader: TypeReader, close: string, readOne: () => T): T[] {
  const list: T[] = [];
  while (reader.tokens[reader.index] !== close) {
    list.push(readOne());
    if (reader.tokens[reader.index] === ',') reader.index++;
  }
  reader.index++;
  return list;
}
function readPair(reader: TypeReader): { key: RegoType; value: RegoType } {
  const key = readType(reader);
  expectToken(reader, ':');
  const value = readType(reader);
  expectToken(reader, ']');
  return { key, value };
}
/** `{name: type, [key: value]}` */
function readProperties(reader: TypeReader): RegoType {
  const properties: [string, RegoType][] = [];
  let dynamic: { key: RegoType; value: RegoType } | undefined;
  readList(reader, '}', () => {
    if (reader.tokens[reader.index] === '[') {
      reader.index++;
      dynamic = readPair(reader);
      return;
    }
    const name = reader.tokens[reader.index++] as string;
    expectToken(reader, ':');
    properties.push([name, readType(reader)]);
  });
  return { type: 'object', properties, ...(dynamic ? { dynamic } : {}) };
}
function readSingleType(reader: TypeReader): RegoType {
  const token = reader.tokens[reader.index++];
  switch (token) {
    case 'any':
      return anyType;
    case 'null':
    case 'boolean':
    case 'number':
    case 'string':
      return { type: token };
    case '[':
      return { type: 'array', items: readList(reader, ']', () => readType(reader)) };
    case 'array':
    case 'set': {
      expectToken(reader, '[');
      const of = readType(reader);
      expectToken(reader, ']');
      return token === 'set' ? { type: 'set', of } : { type: 'array', items: [], rest: of };
    }
    case 'object':
      if (reader.tokens[reader.index++] === '{') return readProperties(reader);
      return { type: 'object', properties: [], dynamic: readPair(reader) };
    default:
      throw new Error(`a declared type has ${JSON.stringify(token)}. Please report this.`);
  }
}
function readType(reader: TypeReader): RegoType {
  const parts = [readSingleType(reader)];
  while (reader.tokens[reader.index] === '|') {
    reader.index++;
    parts.push(readSingleType(reader));
  }
  return parts.length === 1 ? (parts[0] as RegoType) : { type: 'any', of: parts };
}

/** Reads `(string, number | string) -> array[string]`; `(…) -> boolean` takes any number of arguments. */
export function parseFunctionType(text: string): FunctionType {
  const reader: TypeReader = { tokens: text.match(tokenPattern) ?? [], index: 0 };
  expectToken(reader, '(');
  const isVariadic = reader.tokens[reader.index] === '…';
  if (isVariadic) reader.index++;
  const items = readList(reader, ')', () => readType(reader));
  expectToken(reader, '->');
  return { items, result: readType(reader), ...(isVariadic ? { isVariadic } : {}) };
}
