import { RE2JS } from 're2js';
import {
  compareNumbers,
  entriesOf,
  formatJson,
  formatNumber,
  getField,
  isArray,
  isEqual,
  isNumber,
  isObject,
  isString,
  keyOf,
  toFloat,
  type ObjectValue,
  type RegoNumber,
  type RegoValue,
} from '../../values/index.ts';
import { typeMismatch } from '../builtin.ts';
import { formats } from './formats.ts';
import { formatDocumentMessage, type DocumentError, type ErrorDetails } from './schema-messages.ts';
import { findReference } from './schema-references.ts';

export interface DocumentFault {
  /** The names on the way, `a.0.b`, or `(Root)`. */
  readonly field: string;
  readonly type: DocumentError;
  readonly description: string;
}
/** What was found at one place. `score`: how much was right, which says which of several schemas was meant. */
interface Outcome {
  readonly faults: DocumentFault[];
  score: number;
}
interface Check {
  readonly root: RegoValue;
  readonly tick: (steps: number) => void;
  /** How many schemas are being checked, one inside of the other. */
  readonly depth: number;
}
/** A schema that leads to itself without going into the document would never end. */
const maxDepth = 500;
/** A value and the schema at its place. */
interface Place extends Check {
  readonly path: readonly string[];
  readonly value: RegoValue;
  readonly schema: ObjectValue;
  readonly outcome: Outcome;
}

const fieldOf = (path: readonly string[]): string => (path.length === 0 ? '(Root)' : path.join('.'));
function addFault({ path, outcome }: Pick<Place, 'path' | 'outcome'>, type: DocumentError, details: ErrorDetails = {}): void {
  const field = fieldOf(path);
  outcome.faults.push({ field, type, description: formatDocumentMessage(type, { field, ...details }) });
  outcome.score -= 2;
}
function merge(into: Outcome, from: Outcome | undefined): void {
  if (!from) return;
  into.faults.push(...from.faults);
  into.score += from.score;
}
/** A bound as it is printed: ten digits. */
const formatBound = (bound: RegoNumber): string =>
  Number.isSafeInteger(bound) ? formatNumber(bound) : String(Number(toFloat(bound).toPrecision(10)));

const isInteger = (value: RegoNumber): boolean => Number.isInteger(toFloat(value));
function typeOf(value: RegoValue): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (isString(value)) return 'string';
  if (isNumber(value)) return isInteger(value) ? 'integer' : 'number';
  return isObject(value) ? 'object' : 'array';
}
const hasType = (value: RegoValue, types: readonly string[]): boolean =>
  types.includes(typeOf(value)) || (isNumber(value) && types.includes('number'));

/** Whether a schema holds, with what is wrong, as an outcome of its own. */
function judge(check: Check, path: readonly string[], value: RegoValue, schema: RegoValue): Outcome {
  const outcome: Outcome = { faults: [], score: 0 };
  checkPlace(check, path, value, schema, outcome);
  return outcome;
}
const bestOf = (outcomes: readonly Outcome[]): Outcome | undefined =>
  outcomes.reduce<Outcome | undefined>((best, each) => (best === undefined || each.score > best.score ? each : best), undefined);

function checkAlternatives(place: Place): void {
  const { schema, path, value, outcome } = place;
  const judgeAll = (name: string): readonly Outcome[] =>
    ((getField(schema, name) ?? []) as readonly RegoValue[]).map((part) => judge(place, path, value, part));
  const any = judgeAll('anyOf');
  if (any.length > 0 && any.every(({ faults }) => faults.length > 0)) {
    addFault(place, 'number_any_of');
    merge(outcome, bestOf(any));
  }
  const one = judgeAll('oneOf');
  const held = one.filter(({ faults }) => faults.length === 0).length;
  if (one.length > 0 && held !== 1) {
    addFault(place, 'number_one_of');
    if (held === 0) merge(outcome, bestOf(one));
  }
  const all = judgeAll('allOf');
  for (const each of all) merge(outcome, each);
  if (all.some(({ faults }) => faults.length > 0)) addFault(place, 'number_all_of');
  const not = getField(schema, 'not');
  if (not !== undefined && judge(place, path, value, not).faults.length === 0) addFault(place, 'number_not');
}

function checkConditions(place: Place): void {
  const { schema, path, value, outcome } = place;
  const condition = getField(schema, 'if');
  if (condition !== undefined) {
    const branch = judge(place, path, value, condition).faults.length === 0 ? 'then' : 'else';
    const part = getField(schema, branch);
    const result = part === undefined ? undefined : judge(place, path, value, part);
    if (result && result.faults.length > 0) {
      addFault(place, branch === 'then' ? 'condition_then' : 'condition_else');
      merge(outcome, result);
    }
  }
  const dependencies = getField(schema, 'dependencies');
  if (dependencies === undefined || !isObject(value)) return;
  for (const [key, needed] of entriesOf(dependencies as ObjectValue)) {
    if (getField(value, key) === undefined) continue;
    if (isArray(needed)) {
      for (const name of needed)
        if (getField(value, name) === undefined) addFault(place, 'missing_dependency', { dependency: name as string });
    } else checkPlace(place, path, value, needed, outcome);
  }
}

function checkValues(place: Place): void {
  const { schema, value } = place;
  const [constant, choices, format] = ['const', 'enum', 'format'].map((name) => getField(schema, name));
  if (constant !== undefined && !isEqual(constant, value)) addFault(place, 'const', { allowed: formatJson(constant) });
  if (
    choices !== undefined &&
    (choices as readonly RegoValue[]).length > 0 &&
    !(choices as readonly RegoValue[]).some((each) => isEqual(each, value))
  )
    addFault(place, 'enum', { allowed: (choices as readonly RegoValue[]).map(formatJson).join(', ') });
  if (isString(format ?? null) && isString(value) && formats[format as string]?.(value) === false)
    addFault(place, 'format', { format: format as string });
}

/** The bounds of a number: keyword, its form in the older drafts, error, detail, and which comparisons hold. */
const bounds = [
  ['maximum', 'exclusiveMaximum', 'number_lte', 'number_lt', 'max', -1],
  ['minimum', 'exclusiveMinimum', 'number_gte', 'number_gt', 'min', 1],
] as const;
/** A decimal number as a whole number and a power of ten. */
const partsOf = (value: RegoNumber): { digits: bigint; power: number } => {
  const [mantissa = '0', exponent = '0'] = formatNumber(value).toLowerCase().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), power: Number(exponent) - fraction.length };
};
function isMultiple(value: RegoNumber, of: RegoNumber): boolean {
  const [left, right] = [partsOf(value), partsOf(of)];
  const power = Math.min(left.power, right.power);
  if (left.power - power > 400 || right.power - power > 400) return Number.isInteger(toFloat(value) / toFloat(of));
  return (left.digits * 10n ** BigInt(left.power - power)) % (right.digits * 10n ** BigInt(right.power - power)) === 0n;
}
function checkNumber(place: Place, value: RegoNumber): void {
  const multiple = getField(place.schema, 'multipleOf') as RegoNumber | undefined;
  if (multiple !== undefined && !isMultiple(value, multiple)) addFault(place, 'multiple_of', { multiple: formatBound(multiple) });
  for (const [inclusive, exclusive, error, strictError, detail, sign] of bounds) {
    const [bound, strict] = [getField(place.schema, inclusive), getField(place.schema, exclusive)];
    const strictBound = (strict === true ? bound : strict === false ? undefined : strict) as RegoNumber | undefined;
    if (bound !== undefined && strict !== true && compareNumbers(value, bound as RegoNumber) * sign < 0)
      addFault(place, error, { [detail]: formatBound(bound as RegoNumber) });
    if (strictBound !== undefined && compareNumbers(value, strictBound) * sign <= 0)
      addFault(place, strictError, { [detail]: formatBound(strictBound) });
  }
}

/** Tells a count that is below or above what two keywords allow. */
function checkCount(place: Place, count: number, keywords: string, errors: readonly [least: DocumentError, most: DocumentError]): void {
  const [least, most] = [`min${keywords}`, `max${keywords}`].map((name) => getField(place.schema, name));
  if (least !== undefined && count < toFloat(least as RegoNumber)) addFault(place, errors[0], { min: formatNumber(least as RegoNumber) });
  if (most !== undefined && count > toFloat(most as RegoNumber)) addFault(place, errors[1], { max: formatNumber(most as RegoNumber) });
}

function checkItems({ schema, path, outcome, ...check }: Place, values: readonly RegoValue[]): void {
  const items = getField(schema, 'items');
  const more = getField(schema, 'additionalItems');
  const judgeItem = (index: number, part: RegoValue) =>
    merge(outcome, judge(check, [...path, String(index)], values[index] as RegoValue, part));
  if (items !== undefined && !isArray(items)) for (const index of values.keys()) judgeItem(index, items);
  else if (items !== undefined && items.length > 0) {
    for (const [index, part] of items.entries()) if (index < values.length) judgeItem(index, part);
    if (more === false && values.length > items.length) addFault({ path, outcome }, 'array_no_additional_items');
    else if (more !== undefined) for (let index = items.length; index < values.length; index++) judgeItem(index, more);
  }
}
function checkArray(place: Place, values: readonly RegoValue[]): void {
  const { schema, path, outcome } = place;
  checkItems(place, values);
  checkCount(place, values.length, 'Items', ['array_min_items', 'array_max_items']);
  if (getField(schema, 'uniqueItems') === true) {
    const seen = new Map<string, number>();
    for (const [index, value] of values.entries()) {
      const before = seen.get(keyOf(value));
      if (before !== undefined) addFault(place, 'unique', { i: String(before), j: String(index) });
      seen.set(keyOf(value), index);
    }
  }
  const contained = getField(schema, 'contains');
  if (contained === undefined) return;
  const results = values.map((value, index) => judge(place, [...path, String(index)], value, contained));
  if (results.some(({ faults }) => faults.length === 0)) return;
  addFault(place, 'contains');
  merge(outcome, bestOf(results));
}

function checkMember(place: Place, name: string, value: RegoValue): void {
  const { schema, path, outcome } = place;
  const patterns = (getField(schema, 'patternProperties') as ObjectValue | undefined) ?? undefined;
  const matching = patterns
    ? entriesOf(patterns).filter(([pattern]) =>
        RE2JS.compile(pattern as string)
          .matcher(name)
          .find(),
      )
    : [];
  for (const [, part] of matching) merge(outcome, judge(place, [...path, name], value, part));
  const properties = getField(schema, 'properties') as ObjectValue | undefined;
  if (matching.length > 0 || (properties && getField(properties, name) !== undefined)) return;
  const more = getField(schema, 'additionalProperties');
  if (more === false) addFault(place, 'additional_property_not_allowed', { property: name });
  else if (more !== undefined) merge(outcome, judge(place, [...path, name], value, more));
}
function checkObject(place: Place, value: ObjectValue): void {
  const { schema, path, outcome } = place;
  const members = entriesOf(value) as readonly (readonly [string, RegoValue])[];
  checkCount(place, members.length, 'Properties', ['array_min_properties', 'array_max_properties']);
  for (const name of (getField(schema, 'required') ?? []) as readonly string[]) {
    if (getField(value, name) === undefined) addFault(place, 'required', { property: name });
    else outcome.score++;
  }
  for (const [name, member] of members) checkMember(place, name, member);
  const names = getField(schema, 'propertyNames');
  if (names === undefined) return;
  for (const [name] of members) {
    const result = judge(place, path, name, names);
    if (result.faults.length === 0) continue;
    addFault(place, 'invalid_property_name', { property: name });
    merge(outcome, result);
  }
}
function checkProperties(place: Place, value: ObjectValue): void {
  const properties = getField(place.schema, 'properties') as ObjectValue | undefined;
  for (const [name, part] of properties ? entriesOf(properties) : []) {
    const member = getField(value, name);
    if (member !== undefined) checkPlace(place, [...place.path, name as string], member, part, place.outcome);
  }
}

/** Checks a value against a schema, and adds what is wrong to `outcome`. The order is that of Open Policy Agent. */
function checkPlace(check: Check, path: readonly string[], value: RegoValue, schema: RegoValue, outcome: Outcome): void {
  check.tick(1);
  if (check.depth > maxDepth) throw typeMismatch;
  if (typeof schema === 'boolean') {
    if (!schema) addFault({ path, outcome }, 'false');
    return;
  }
  const reference = getField(schema as ObjectValue, '$ref');
  if (isString(reference ?? null)) {
    const found = findReference(check.root, reference as string);
    if ('schema' in found) checkPlace({ ...check, depth: check.depth + 1 }, path, value, found.schema, outcome);
    return;
  }
  const place: Place = { root: check.root, tick: check.tick, depth: check.depth + 1, path, value, schema: schema as ObjectValue, outcome };
  const type = getField(place.schema, 'type');
  const types = type === undefined ? [] : isString(type) ? [type] : (type as readonly string[]);
  if (types.length > 0 && !hasType(value, types)) {
    addFault(place, 'invalid_type', { expected: types.length > 1 ? `[${types.join(',')}]` : (types[0] as string), given: typeOf(value) });
    return;
  }
  checkAlternatives(place);
  checkConditions(place);
  if (isNumber(value)) checkNumber(place, value);
  else if (isObject(value)) checkObject(place, value);
  else if (isArray(value)) checkArray(place, value);
  checkValues(place);
  if (isString(value)) checkCount(place, [...value].length, 'Length', ['string_gte', 'string_lte']);
  if (isObject(value)) checkProperties(place, value);
  outcome.score += isObject(value) || isArray(value) || isString(value) || isNumber(value) ? 4 : 3;
}

/** What is wrong with a document by a schema that `validateSchema` found valid. Patterns of texts are not compared, as in Open Policy Agent. */
export const findDocumentFaults = (document: RegoValue, schema: RegoValue, tick: (steps: number) => void): readonly DocumentFault[] =>
  judge({ root: schema, tick, depth: 0 }, [], document, schema).faults;
