import {
  compareStrings,
  entriesOf,
  formatNumber,
  getField,
  isArray,
  isNumber,
  isObject,
  isSet,
  isString,
  membersOf,
  type RegoValue,
} from '../../values/index.ts';
import { typeMismatch } from '../builtin.ts';

/** A whole number or a fraction of the template itself, or the length of a value. Numbers of the data are texts for Go, as `RegoValue`. */
export interface GoNumber {
  readonly kind: 'go-number';
  readonly value: number;
}
/** A value of a template. */
export type GoValue = RegoValue | GoNumber;
export const goNumber = (value: number): GoNumber => ({ kind: 'go-number', value });
export const isGoNumber = (value: GoValue): value is GoNumber =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'go-number';
const fail = (): never => {
  throw typeMismatch;
};

const listOf = (value: RegoValue): readonly RegoValue[] | undefined =>
  isArray(value) ? value : isSet(value) ? membersOf(value) : undefined;
/** Text of a value as Go's `%v` prints it. `isInner`: within a list or an object. */
export function printValue(value: GoValue, isInner = false): string {
  if (isGoNumber(value)) return String(value.value);
  if (value === null) return isInner ? '<nil>' : '<no value>';
  if (typeof value === 'boolean') return String(value);
  if (isString(value)) return value;
  if (isNumber(value)) return formatNumber(value);
  const list = listOf(value);
  if (list) return `[${list.map((item) => printValue(item, true)).join(' ')}]`;
  if (!isObject(value)) return fail();
  const members = entriesOf(value).map(([key, item]) => [printValue(key, true), printValue(item, true)] as const);
  return `map[${members.map(([key, item]) => `${key}:${item}`).join(' ')}]`;
}
export function isTruthy(value: GoValue): boolean {
  if (isGoNumber(value)) return value.value !== 0;
  if (value === null || typeof value === 'boolean') return value === true;
  if (isString(value)) return value !== '';
  if (isNumber(value)) return true;
  return listOf(value) ? (listOf(value) as readonly RegoValue[]).length > 0 : isObject(value) && entriesOf(value).length > 0;
}

/** The text of values that Go keeps as texts: numbers of the data are such. */
const textOf = (value: GoValue): string | undefined =>
  isGoNumber(value) || value === null ? undefined : isString(value) ? value : isNumber(value) ? formatNumber(value) : undefined;
/** Negative, zero or positive; only values of one basic kind are compared. */
function compareBasic(left: GoValue, right: GoValue): number {
  if (isGoNumber(left) && isGoNumber(right)) return left.value - right.value;
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  const [first, second] = [textOf(left), textOf(right)];
  return first === undefined || second === undefined ? fail() : compareStrings(first, second);
}
const order = (holds: (difference: number) => boolean) => (items: readonly GoValue[]) => {
  const [left, right] = items as [GoValue, GoValue];
  if (items.length !== 2 || typeof left === 'boolean') return fail();
  return holds(compareBasic(left, right));
};

function indexValue(items: readonly GoValue[]): GoValue {
  return items.slice(1).reduce((value: GoValue, key): GoValue => {
    if (isGoNumber(value) || value === null) return fail();
    const list = listOf(value);
    if (list) return isGoNumber(key) ? (list[key.value] ?? fail()) : fail();
    // Members that are missing have the empty value of any type.
    return isObject(value) && isString(key as RegoValue) ? (getField(value, key as string) ?? null) : fail();
  }, items[0] ?? fail());
}
function sliceValue([value, from, to]: readonly GoValue[]): GoValue {
  const [start, end] = [from, to].map((bound) => (bound === undefined ? undefined : isGoNumber(bound) ? bound.value : fail()));
  const whole = value === undefined || isGoNumber(value) ? fail() : isString(value) ? value : (listOf(value) ?? fail());
  if ((start ?? 0) < 0 || (end ?? whole.length) > whole.length || (start ?? 0) > (end ?? whole.length)) return fail();
  return whole.slice(start, end);
}
function lengthOf([value]: readonly GoValue[]): GoValue {
  if (value === undefined || isGoNumber(value) || value === null || typeof value === 'boolean') return fail();
  const text = textOf(value);
  if (text !== undefined) return goNumber(Buffer.byteLength(text));
  return goNumber(listOf(value)?.length ?? (isObject(value) ? entriesOf(value).length : fail()));
}

/** `%v`, `%s`, `%d`, `%q` and `%t`, with widths; a verb that does not fit prints what Go prints. */
function formatText([format, ...items]: readonly GoValue[]): string {
  if (!isString(format as RegoValue)) return fail();
  let used = 0;
  const text = (format as string).replace(
    /%([-0+ #]*)(\d*)(?:\.(\d+))?([a-zA-Z%])/g,
    (_whole, flags: string, width: string, digits: string | undefined, verb: string) => {
      if (verb === '%') return '%';
      const item = items[used++];
      if (item === undefined) return `%!${verb}(MISSING)`;
      return padText(formatVerb(verb, item, flags, width, digits), flags, isGoNumber(item) ? width : verb === 'd' ? '' : width);
    },
  );
  const more = items.slice(used).map((item) => `${goTypeOf(item)}=${printValue(item, true)}`);
  return more.length > 0 ? `${text}%!(EXTRA ${more.join(', ')})` : text;
}
const padText = (text: string, flags: string, width: string): string =>
  flags.includes('-') ? text.padEnd(Number(width)) : text.padStart(Number(width), flags.includes('0') ? '0' : ' ');
const goTypeOf = (value: GoValue): string =>
  isGoNumber(value)
    ? Number.isInteger(value.value)
      ? 'int'
      : 'float64'
    : value === null
      ? '<nil>'
      : typeof value === 'boolean'
        ? 'bool'
        : isString(value)
          ? 'string'
          : isNumber(value)
            ? 'json.Number'
            : listOf(value)
              ? '[]interface {}'
              : 'map[string]interface {}';
function formatVerb(verb: string, item: GoValue, flags: string, width: string, digits: string | undefined): string {
  const text = printValue(item, true);
  const isText = textOf(item) !== undefined;
  if (verb === 'v' || (verb === 's' && isText))
    return digits === undefined || verb === 'v' ? text : [...text].slice(0, Number(digits)).join('');
  if (verb === 'q' && isText) return JSON.stringify(text);
  if (verb === 't' && typeof item === 'boolean') return text;
  if (verb === 'd' && isGoNumber(item) && Number.isInteger(item.value)) return text;
  if ((verb === 'f' || verb === 'g') && isGoNumber(item)) return verb === 'f' ? item.value.toFixed(Number(digits ?? 6)) : text;
  if (item === null) return `%!${verb}(<nil>)`;
  return `%!${verb}(${goTypeOf(item)}=${padText(text, flags, width)})`;
}

const htmlCharacters: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&#34;',
  "'": '&#39;',
  '\0': '\uFFFD',
};
const scriptCharacters: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '<': '\\u003C',
  '>': '\\u003E',
  '&': '\\u0026',
  '=': '\\u003D',
};
/** Texts that are not texts have blanks between them. */
const printAll = (items: readonly GoValue[]): string =>
  items
    .map(
      (item, index) =>
        (index > 0 && !isString(item as RegoValue) && !isString(items[index - 1] as RegoValue) ? ' ' : '') + printValue(item, true),
    )
    .join('');

/** The functions of Go's templates by name; `and` and `or` stop at the value that decides, so they get values one by one. */
export const templateFunctions: Readonly<Record<string, (items: readonly GoValue[]) => GoValue>> = {
  not: (items) => (items.length === 1 ? !isTruthy(items[0] as GoValue) : fail()),
  len: (items) => (items.length === 1 ? lengthOf(items) : fail()),
  index: indexValue,
  slice: sliceValue,
  print: printAll,
  println: (items) => `${items.map((item) => printValue(item, true)).join(' ')}\n`,
  printf: formatText,
  html: (items) => printAll(items).replace(/[<>&"'\0]/g, (character) => htmlCharacters[character] as string),
  js: (items) => printAll(items).replace(/[\\'"<>&=]/g, (character) => scriptCharacters[character] as string),
  urlquery: (items) =>
    encodeURIComponent(printAll(items))
      .replace(/%20/g, '+')
      .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`),
  eq: (items) => (items.length > 1 ? items.slice(1).some((each) => compareBasic(items[0] as GoValue, each) === 0) : fail()),
  ne: (items) => (items.length === 2 ? compareBasic(items[0] as GoValue, items[1] as GoValue) !== 0 : fail()),
  lt: order((difference) => difference < 0),
  le: order((difference) => difference <= 0),
  gt: order((difference) => difference > 0),
  ge: order((difference) => difference >= 0),
};
