import { RE2JS } from 're2js';
import { entriesOf, getField, isArray, isNumber, isObject, isString, keyOf, type ObjectValue, type RegoValue } from '../../values/index.ts';
import { typeMismatch } from '../builtin.ts';
import {
  addFault,
  checkCount,
  checkNumber,
  checkValues,
  hasType,
  merge,
  typeOf,
  type Check,
  type DocumentFault,
  type Outcome,
  type Place,
} from './check-values.ts';
import { findReference } from './schema-references.ts';

/** A schema that leads to itself without going into the document would never end. */
const maxDepth = 500;

/** Whether a schema is satisfied, with the faults, as a separate outcome. */
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

/**
 * What is wrong with a document by a schema that `validateSchema` found valid. Patterns of texts are not compared, as in Open Policy
 * Agent.
 */
export const findDocumentFaults = (document: RegoValue, schema: RegoValue, tick: (steps: number) => void): readonly DocumentFault[] =>
  judge({ root: schema, tick, depth: 0 }, [], document, schema).faults;
