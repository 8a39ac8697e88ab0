import { isObject, type JsonObject } from '../json.ts';
import { below, type Check, forget, goesOn, isIdle, type Node, noneSeen, sawProperty, type Seen, type At, type Run } from '../evaluate/node.ts';
import { type Assertion, assertion, type Context, counted, type Keyword } from './context.ts';

const sized = (keyword: string, holds: (count: number, limit: number) => boolean, words: string) => assertion(keyword, (limit: number): Assertion => ({
  holds: (value) => !isObject(value) || holds(Object.keys(value).length, limit),
  expected: (value) => `expected ${words} ${counted(limit, 'property', 'properties')}; found ${Object.keys(value as object).length}`,
}));
export const minProperties = sized('minProperties', (count, limit) => count >= limit, 'at least');
export const maxProperties = sized('maxProperties', (count, limit) => count <= limit, 'at most');

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
const lacking = (value: unknown, names: readonly string[]): readonly string[] => names.filter((name) => !Object.hasOwn(value as object, name));

export const required = assertion('required', (names: readonly string[]): Assertion => ({
  holds: (value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name)),
  expected: (value) => `${listed(lacking(value, names))} ${lacking(value, names).length === 1 ? 'is' : 'are'} missing`,
}));

export const dependentRequired = assertion('dependentRequired', (rows: readonly (readonly [name: string, needed: readonly string[]])[]): Assertion => ({
  holds: (value) => !isObject(value) || rows.every(([name, needed]) => !Object.hasOwn(value, name) || needed.every((other) => Object.hasOwn(value, other))),
  expected: (value) => rows.filter(([name, needed]) => Object.hasOwn(value as object, name) && lacking(value, needed).length > 0)
    .map(([name, needed]) => `\`${name}\` needs ${listed(lacking(value, needed))} beside it`).join('; '),
}));

export const propertyNames: Keyword = (context) => {
  const row = context.row('propertyNames');
  if (!row) return undefined;
  const node = context.node(row[2] as string);
  return (value, at, run) => {
    if (!isObject(value)) return true;
    let passes = true;
    for (const key of Object.keys(value)) {
      const told = run.faults && at ? { outer: at, step: key } : null;
      // A name's annotations are about no place of the instance; its faults are told at the property.
      const mark = run.hits.length;
      if (!node.evaluate(key, told, run, null)) passes = false;
      forget(run, mark);
      if (!passes && !told) return false;
    }
    return passes;
  };
};

/** How the schemas of an object's members are found, and whether one has schemas inside. */
interface Member { readonly node: Node; readonly isPlain: boolean }

const passesAt = (node: Node, value: JsonObject, key: string, at: At | null, run: Run, seen: Seen | null): boolean => {
  const passes = isIdle(value[key], run) || node.evaluate(value[key], below(node, at, key, run), run, null);
  if (seen) sawProperty(seen, key);
  return passes;
};

/**
 * `properties`, `patternProperties` and `additionalProperties`: together, because the last is about what the others leave.
 * Where the first failure ends it, members whose schemas have none inside are looked at first, so that the branches of a
 * discriminated `oneOf` fail early.
 */
export const properties: Keyword = (context) => {
  const member = (uri: string): Member => ({ node: context.node(uri), isPlain: context.isPlain(uri) });
  const named = Object.entries((context.row('properties')?.[2] ?? {}) as { readonly [name: string]: string }).map(([name, uri]) => ({ name, ...member(uri) }));
  const patterns = ((context.row('patternProperties')?.[2] ?? []) as readonly (readonly [RegExp, string])[]).map(([pattern, uri]) => ({ pattern, ...member(uri) }));
  const additional = context.row('additionalProperties');
  const rest = additional && member((additional[2] as readonly [RegExp, string])[1]);
  if (named.length === 0 && patterns.length === 0 && !rest) return undefined;
  const table = new Map(named.map((one) => [one.name, one]));
  const inOrder = [...named.filter(({ isPlain }) => isPlain), ...named.filter(({ isPlain }) => !isPlain)];
  const waits = [...named, ...patterns, ...(rest ? [rest] : [])].some(({ isPlain }) => isPlain);

  const amongFew: Check = (value, at, run, seen) => {
    if (!isObject(value)) return true;
    let passes = true;
    for (let index = 0; index < inOrder.length; index += 1) {
      const { name, node } = inOrder[index]!;
      if (!Object.hasOwn(value, name)) continue;
      if (!passesAt(node, value, name, at, run, seen)) passes = false;
      if (!passes && !goesOn(run, at)) return false;
    }
    return passes;
  };
  const amongMany: Check = (value, at, run, seen) => {
    if (!isObject(value)) return true;
    const on = goesOn(run, at);
    const inTwo = waits && !on;
    let passes = true;
    // What waits until all plain ones have passed: keys, each with its node.
    let later: (string | Node)[] | null = null;
    for (const key of Object.keys(value)) {
      const own = table.get(key);
      let isKnown = own !== undefined;
      if (own && inTwo && !own.isPlain) (later ??= []).push(key, own.node);
      else if (own && !passesAt(own.node, value, key, at, run, seen)) { passes = false; if (!on) return false; }
      for (let index = 0; index < patterns.length; index += 1) {
        const { pattern, node, isPlain } = patterns[index]!;
        if (!pattern.test(key)) continue;
        isKnown = true;
        if (inTwo && !isPlain) (later ??= []).push(key, node);
        else if (!passesAt(node, value, key, at, run, seen)) { passes = false; if (!on) return false; }
      }
      if (isKnown || !rest) continue;
      if (inTwo && !rest.isPlain) (later ??= []).push(key, rest.node);
      else if (!passesAt(rest.node, value, key, at, run, seen)) { passes = false; if (!on) return false; }
    }
    if (later)
      for (let index = 0; index < later.length; index += 2)
        if (!passesAt(later[index + 1] as Node, value, later[index] as string, at, run, seen)) { passes = false; if (!on) return false; }
    return passes;
  };
  return patterns.length === 0 && !rest && named.length <= 8 ? amongFew : amongMany;
};

export const dependentSchemas: Keyword = (context) => {
  const rows = ((context.row('dependentSchemas')?.[2] ?? []) as readonly (readonly [string, string])[]).map(([name, uri]) => [name, context.node(uri)] as const);
  if (rows.length === 0) return undefined;
  return (value, at, run, seen) => {
    if (!isObject(value)) return true;
    let passes = true;
    for (const [name, node] of rows) {
      if (Object.hasOwn(value, name) && !node.evaluate(value, at, run, seen)) passes = false;
      if (!passes && !goesOn(run, at)) return false;
    }
    return passes;
  };
};

/** Before 2019-09 both of the former in one keyword. */
export const dependencies: Keyword = (context: Context) => {
  const row = context.row('draft-04/dependencies');
  const rows = ((row?.[2] ?? []) as readonly (readonly [string, string | readonly string[]])[])
    .map(([name, needs]) => [name, typeof needs === 'string' ? context.node(needs) : needs] as const);
  if (!row || rows.length === 0) return undefined;
  const isList = (needs: Node | readonly string[]): needs is readonly string[] => Array.isArray(needs);
  return (value, at: At | null, run: Run, seen: Seen | null) => {
    if (!isObject(value)) return true;
    let passes = true;
    for (const [name, needs] of rows) {
      if (!Object.hasOwn(value, name)) continue;
      if (isList(needs)) {
        if (lacking(value, needs).length === 0) continue;
        passes = false;
        if (run.faults && at) run.faults.push({ at, keyword: 'dependencies', location: row[1], message: `\`${name}\` needs ${listed(lacking(value, needs))} beside it` });
      } else if (!needs.evaluate(value, at, run, seen)) passes = false;
      if (!passes && !goesOn(run, at)) return false;
    }
    return passes;
  };
};

/** Runs after all neighbours, on what they and their passing branches left. */
export const unevaluatedProperties: Keyword = (context) => {
  const row = context.row('unevaluatedProperties');
  if (!row) return undefined;
  const rest = context.node(row[2] as string);
  return (value, at, run, seen) => {
    if (!isObject(value)) return true;
    const { properties: known, allProperties } = seen ?? noneSeen();
    let passes = true;
    if (!allProperties)
      for (const key of Object.keys(value)) {
        if (known?.has(key)) continue;
        if (!rest.evaluate(value[key], below(rest, at, key, run), run, null)) passes = false;
        if (!passes && !goesOn(run, at)) return false;
      }
    if (seen) seen.allProperties = true;
    return passes;
  };
};
