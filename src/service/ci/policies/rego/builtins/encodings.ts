import { createHash } from 'node:crypto';
import { Parser, parse, stringify } from 'yaml';
import { tooDeep } from '../../../../../../schema-tools/src/documents/yaml/depth.ts';
import { entriesOf, fromJson, jsonText, objectOf, sizeOf, toJson, type Value } from '../values/index.ts';
import { define, members, object, text, type Builtin } from './builtin.ts';

/** Undefined for what cannot be read. */
function reading<T>(read: () => T): T | undefined {
  try { return read(); } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
/** Levels of YAML that are read. */
const deepest = 100;
/** A text whose collections nest no deeper than the reader's calls may go: where the stack runs out in it, the process ends. */
const shallow = (written: string): string => {
  for (const token of new Parser().parse(written)) if (token.type === 'document' && tooDeep(token, deepest) !== undefined) throw new Error('nests too deep');
  return written;
};
/** JSON with every digit of its whole numbers. */
function readJson(written: string): Value {
  const plain: unknown = JSON.parse(written);
  return fromJson(/[0-9]{16}/.test(written) ? parse(shallow(written), { intAsBigInt: true, schema: 'json', maxAliasCount: 0 }) : plain);
}
/** YAML with merge keys; aliases that would grow beyond measure are refused. */
export const readYaml = (written: string): Value => fromJson(parse(shallow(written), { merge: true, maxAliasCount: 100, intAsBigInt: true }));

const canonical = (value: string, pattern: RegExp, coding: BufferEncoding, length: number): string | undefined => {
  if (!pattern.test(value) || value.length % length !== 0) return undefined;
  return Buffer.from(value, coding).toString('utf8');
};
const base64 = (value: string) => canonical(value, /^[A-Za-z0-9+/]*={0,2}$/, 'base64', 4);
const base64url = (value: string) => canonical(value, /^[A-Za-z0-9_-]*={0,2}$/, 'base64url', 1);
const encode = (name: string, to: (value: string) => string): Builtin => define(name, 1, ([value]) => to(text(value)));
const decode = (name: string, from: (value: string) => Value | undefined): Builtin => define(name, 1, ([value]) => reading(() => from(text(value))));
const valid = (name: string, from: (value: string) => Value | undefined): Builtin => define(name, 1, ([value]) => typeof value === 'string' && reading(() => from(value)) !== undefined);
/** To read YAML takes long: each character is a step. */
const slow = (builtin: Builtin): Builtin => ({ ...builtin, run: (items, circumstances) => { circumstances.tick(sizeOf(items[0] as Value)); return builtin.run(items, circumstances); } });
const hash = (kind: string): Builtin => encode(`crypto.${kind}`, (value) => createHash(kind).update(value).digest('hex'));
const query = (value: string) => encodeURIComponent(value).replaceAll('%20', '+').replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

export const encodings: readonly Builtin[] = [
  define('json.marshal', 1, ([value]) => jsonText(value)), decode('json.unmarshal', readJson), valid('json.is_valid', readJson),
  define('yaml.marshal', 1, ([value], { tick }) => { tick(sizeOf(value)); return stringify(toJson(value), { sortMapEntries: true }); }),
  slow(decode('yaml.unmarshal', readYaml)), slow(valid('yaml.is_valid', readYaml)),
  encode('base64.encode', (value) => Buffer.from(value).toString('base64')), decode('base64.decode', base64), valid('base64.is_valid', base64),
  encode('base64url.encode', (value) => Buffer.from(value).toString('base64').replaceAll('+', '-').replaceAll('/', '_')),
  encode('base64url.encode_no_pad', (value) => Buffer.from(value).toString('base64url')), decode('base64url.decode', base64url),
  encode('hex.encode', (value) => Buffer.from(value).toString('hex')), decode('hex.decode', (value) => canonical(value, /^[0-9a-fA-F]*$/, 'hex', 2)),
  encode('urlquery.encode', query), decode('urlquery.decode', (value) => decodeURIComponent(value.replaceAll('+', ' '))),
  define('urlquery.encode_object', 1, ([value]) => entriesOf(object(value)).flatMap(([key, held]) => (typeof held === 'string' ? [held] : members(held).map(text)).map((each) => `${query(text(key))}=${query(each)}`)).join('&')),
  decode('urlquery.decode_object', (value) => {
    const found = new Map<string, string[]>();
    for (const [key, held] of new URLSearchParams(value)) found.set(key, [...(found.get(key) ?? []), held]);
    return objectOf(found);
  }),
  hash('sha256'), hash('sha1'), hash('md5'),
];
