import { createHash } from 'node:crypto';
import {
  entriesOf,
  formatIndentedJson,
  formatJson,
  getField,
  type ObjectValue,
  objectOf,
  parseJson,
  sizeOf,
  type RegoValue,
} from '../values/index.ts';
import { formatYaml, parseYaml } from './yaml-text.ts';
import { defineBuiltin, asBoolean, asMembers, asObject, asString, type Builtin } from './builtin.ts';

/** JSON as Go's encoder writes it, safe inside an HTML script. */
const escapeForHtml = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns undefined when parsing fails. */
function parseOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
const decodeText = (value: string, pattern: RegExp, coding: BufferEncoding, length: number): string | undefined => {
  if (!pattern.test(value) || value.length % length !== 0) return undefined;
  return Buffer.from(value, coding).toString('utf8');
};
const decodeBase64 = (value: string) => decodeText(value.replace(/[\r\n]/g, ''), /^[A-Za-z0-9+/]*={0,2}$/, 'base64', 4);
const decodeBase64Url = (value: string) =>
  value.length % 4 !== 1 && (!value.endsWith('=') || value.length % 4 === 0)
    ? decodeText(value, /^[A-Za-z0-9_-]*={0,2}$/, 'base64url', 1)
    : undefined;
const defineEncoder = (name: string, to: (value: string) => string): Builtin => defineBuiltin(name, 1, ([value]) => to(asString(value)));
const defineDecoder = (name: string, from: (value: string) => RegoValue | undefined): Builtin =>
  defineBuiltin(name, 1, ([value]) => parseOrUndefined(() => from(asString(value))));
const defineValidator = (name: string, from: (value: string) => RegoValue | undefined): Builtin =>
  defineBuiltin(name, 1, ([value]) => typeof value === 'string' && parseOrUndefined(() => from(value)) !== undefined);
/** Parsing YAML is slow: each character is a step. */
const chargeInputSize = (builtin: Builtin): Builtin => ({
  ...builtin,
  run: (items, context) => {
    context.tick(sizeOf(items[0] as RegoValue));
    return builtin.run(items, context);
  },
});
const defineHash = (kind: string): Builtin => defineEncoder(`crypto.${kind}`, (value) => createHash(kind).update(value).digest('hex'));
const encodeQuery = (value: string) =>
  encodeURIComponent(value)
    .replaceAll('%20', '+')
    .replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

/** `indent` and `prefix` begin each line; either makes the text `pretty` unless that is false. */
function marshalWithOptions(value: RegoValue, options: ObjectValue): string | undefined {
  const known = ['pretty', 'indent', 'prefix'];
  if (entriesOf(options).some(([key]) => !known.includes(key as string))) return undefined;
  const [pretty, indent, prefix] = known.map((key) => getField(options, key));
  const isPretty = pretty === undefined ? indent !== undefined || prefix !== undefined : asBoolean(pretty);
  if (!isPretty) return escapeForHtml(formatJson(value));
  const lines = escapeForHtml(formatIndentedJson(value, '\t', '\n')).split('\n');
  const [start, step] = [asString(prefix ?? ''), asString(indent ?? '\t')];
  return lines.map((line) => start + line.replace(/^\t+/, (tabs) => step.repeat(tabs.length))).join('\n');
}

export const encodingBuiltins: readonly Builtin[] = [
  defineBuiltin('json.marshal', 1, ([value]) => escapeForHtml(formatJson(value))),
  defineBuiltin('json.marshal_with_options', 2, ([value, options]) => marshalWithOptions(value, asObject(options))),
  defineDecoder('json.unmarshal', parseJson),
  defineValidator('json.is_valid', parseJson),
  defineBuiltin('yaml.marshal', 1, ([value], { tick }) => {
    tick(sizeOf(value));
    return formatYaml(value);
  }),
  chargeInputSize(defineDecoder('yaml.unmarshal', parseYaml)),
  chargeInputSize(defineValidator('yaml.is_valid', parseYaml)),
  defineEncoder('base64.encode', (value) => Buffer.from(value).toString('base64')),
  defineDecoder('base64.decode', decodeBase64),
  defineValidator('base64.is_valid', decodeBase64),
  defineEncoder('base64url.encode', (value) => Buffer.from(value).toString('base64').replaceAll('+', '-').replaceAll('/', '_')),
  defineEncoder('base64url.encode_no_pad', (value) => Buffer.from(value).toString('base64url')),
  defineDecoder('base64url.decode', decodeBase64Url),
  defineEncoder('hex.encode', (value) => Buffer.from(value).toString('hex')),
  defineDecoder('hex.decode', (value) => decodeText(value, /^[0-9a-fA-F]*$/, 'hex', 2)),
  defineEncoder('urlquery.encode', encodeQuery),
  defineDecoder('urlquery.decode', (value) => decodeURIComponent(value.replaceAll('+', ' '))),
  defineBuiltin('urlquery.encode_object', 1, ([value]) =>
    entriesOf(asObject(value))
      .flatMap(([key, value]) =>
        (typeof value === 'string' ? [value] : asMembers(value).map(asString)).map(
          (each) => `${encodeQuery(asString(key))}=${encodeQuery(each)}`,
        ),
      )
      .join('&'),
  ),
  defineDecoder('urlquery.decode_object', (value) => {
    if (/%(?![0-9a-fA-F]{2})|;/.test(value)) return undefined;
    const values = new Map<string, string[]>();
    for (const [key, held] of new URLSearchParams(value)) values.set(key, [...(values.get(key) ?? []), held]);
    return objectOf(values);
  }),
  defineHash('sha256'),
  defineHash('sha1'),
  defineHash('md5'),
];
