import { parseDocument, Parser, type ScalarTag, type Tags } from 'yaml';
import { formatGoFloat } from './float-formats.ts';
import { findTooDeep } from '@slipway/schema-tools/yaml';
import {
  compareStrings,
  entriesOf,
  formatJson,
  formatNumber,
  fromJson,
  isArray,
  isNumber,
  isObject,
  isSet,
  isString,
  membersOf,
  type RegoValue,
} from '../values/index.ts';

/** The deepest nesting of YAML collections. */
const maxYamlDepth = 100;
/**
 * The text of the first document. Refuses one that nests too deep: the YAML parser is recursive, and its stack overflow would end the
 * process.
 */
function firstDocument(text: string): string {
  let [end, count] = [text.length, 0];
  for (const token of new Parser().parse(text)) {
    if (token.type !== 'document') continue;
    if (++count === 2) end = token.offset;
    if (findTooDeep(token, maxYamlDepth) !== undefined) throw new Error('nests too deep');
  }
  return text.slice(0, end);
}
/** YAML 1.1 without dates, sets and numbers of base 60, which the reference does not read either. */
const octalTag: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^0o[0-7]+$/,
  resolve: (text) => BigInt(text),
};
const selectTags = (tags: Tags): Tags => [
  octalTag,
  ...tags.filter(
    (tag) => typeof tag === 'string' || (!/:(timestamp|omap|pairs|set)$/.test(tag.tag) && (tag as { format?: string }).format !== 'TIME'),
  ),
];
const fitsInteger = (value: bigint): boolean => value >= -(2n ** 63n) && value < 2n ** 64n;
/** Converts bytes to text. */
const toPlain = (value: unknown): unknown => {
  if (typeof value === 'bigint' && !fitsInteger(value)) return Number(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (Array.isArray(value)) return value.map(toPlain);
  if (!(value instanceof Map)) return value;
  const entries = [...value].map(([key, child]: [unknown, unknown]) => {
    if (key === null || typeof key === 'object') throw new Error('a key is no scalar');
    return [String(key), toPlain(child)] as const;
  });
  return Object.fromEntries(entries);
};

/** Parses the first document of YAML 1.1, with merge keys; an excess of aliases is an error. @throws Error */
export function parseYaml(text: string): RegoValue {
  if (text.includes('\t') && text.trim() === '') throw new Error('a tab begins no token');
  const document = parseDocument(firstDocument(text), {
    version: '1.1',
    merge: true,
    intAsBigInt: true,
    uniqueKeys: false,
    logLevel: 'silent',
    customTags: selectTags,
  });
  const [error] = document.errors;
  if (error) throw error;
  return fromJson(toPlain(document.toJS({ mapAsMap: true, maxAliasCount: 100 })));
}

const otherWords = /^(?:~|null|y|yes|n|no|true|false|on|off|[-+]?\.inf|\.nan|\d{4}-\d\d?-\d\d?(?:[Tt ].*)?|<<|=)$/i;
const otherNumbers = /^[-+]?(?:0b[01_]+|0x[0-9a-f_]+|[0-9][0-9_]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?|\.[0-9_]+)$/i;
/** Whether a text without quotes is read as another type. */
const isOfOtherType = (text: string): boolean => otherWords.test(text) || otherNumbers.test(text);
const needsQuotes = (text: string): boolean => /^[-?:](?:\s|$)|^[,[\]{}#&*!|>'"%@`]|^\s|\s$|: |:$| #|^(?:---|\.\.\.)/.test(text);
function formatText(text: string, indent: string): string {
  if (text === '' || isOfOtherType(text)) return JSON.stringify(text);
  if (/[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd]/.test(text))
    return JSON.stringify(text).replace(
      /[\u{10000}-\u{10ffff}]/gu,
      (character) => `\\U${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(8, '0')}`,
    );
  if (text.includes('\n')) {
    const chomp = text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-';
    const lines = text.replace(/\n$/, '').split('\n');
    return `|${/^\s/.test(text) ? '2' : ''}${chomp}\n${lines.map((line) => (line === '' ? '' : `${indent}  ${line}`)).join('\n')}`;
  }
  return needsQuotes(text) ? `'${text.replaceAll("'", "''")}'` : text;
}

/** Integers of 64 bits keep their digits; other numbers have the precision of 64-bit ones. */
const formatYamlNumber = (text: string): string =>
  /^-?\d+$/.test(text) && fitsInteger(BigInt(text)) ? text : (formatGoFloat(Number(text), 'g', undefined) as string);

/** The value after its key or dash, with what separates it from these. */
function formatNested(value: RegoValue, indent: string, isItem: boolean): string {
  const isEmpty =
    (isArray(value) && value.length === 0) || (isSet(value) && value.members.size === 0) || (isObject(value) && value.entries.size === 0);
  if (isEmpty || value === null || typeof value !== 'object' || isNumber(value)) return ` ${formatBlock(value, indent)}`;
  if (isItem) return ` ${formatBlock(value, `${indent}  `)}`;
  return `\n${isObject(value) ? `${indent}  ` : indent}${formatBlock(value, isObject(value) ? `${indent}  ` : indent)}`;
}
function formatBlock(value: RegoValue, indent: string): string {
  if (isString(value)) return formatText(value, indent);
  if (isNumber(value)) return formatYamlNumber(formatNumber(value));
  if (value === null || typeof value !== 'object') return String(value);
  const lineBreak = `\n${indent}`;
  if (isArray(value) || isSet(value)) {
    const items = isArray(value) ? value : membersOf(value);
    return items.length ? items.map((item) => `-${formatNested(item, indent, true)}`).join(lineBreak) : '[]';
  }
  const members = entriesOf(value).map(([key, child]) => [isString(key) ? key : formatJson(key), child] as const);
  if (members.length === 0) return '{}';
  return members
    .sort(([left], [right]) => compareStrings(left, right))
    .map(([key, child]) => `${formatText(key, indent)}:${formatNested(child, indent, false)}`)
    .join(lineBreak);
}
/** Writes YAML; keys are sorted, and texts that would be read as something else are in quotes. */
export const formatYaml = (value: RegoValue): string => `${formatBlock(value, '')}\n`;
