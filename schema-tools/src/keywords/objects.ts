import { isObject, type JsonObject } from '../json.ts';
import type { InstanceLocation } from '../evaluate/instance-location.ts';
import {
  childLocation,
  type Evaluator,
  dropHits,
  canContinue,
  canSkip,
  type SchemaNode,
  noEvaluatedMembers,
  markProperty,
  type EvaluatedMembers,
  type Evaluation,
} from '../evaluate/evaluation.ts';
import { type Assertion, defineAssertion, type KeywordContext, type KeywordFactory } from './keyword-context.ts';
import { pluralise } from '../text.ts';

const sizeAssertion = (keyword: string, holds: (count: number, limit: number) => boolean, words: string) =>
  defineAssertion(keyword, (limit: number): Assertion => ({
    holds: (value) => !isObject(value) || holds(Object.keys(value).length, limit),
    expected: (value) => `expected ${words} ${pluralise(limit, 'property', 'properties')}; found ${Object.keys(value as object).length}`,
  }));
export const minProperties = sizeAssertion('minProperties', (count, limit) => count >= limit, 'at least');
export const maxProperties = sizeAssertion('maxProperties', (count, limit) => count <= limit, 'at most');

const formatNames = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
const missingNames = (value: unknown, names: readonly string[]): readonly string[] =>
  names.filter((name) => !Object.hasOwn(value as object, name));

export const required = defineAssertion('required', (names: readonly string[]): Assertion => ({
  holds: (value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name)),
  expected: (value) => `${formatNames(missingNames(value, names))} ${missingNames(value, names).length === 1 ? 'is' : 'are'} missing`,
}));

export const dependentRequired = defineAssertion(
  'dependentRequired',
  (rows: readonly (readonly [name: string, needed: readonly string[]])[]): Assertion => ({
    holds: (value) =>
      !isObject(value) ||
      rows.every(([name, needed]) => !Object.hasOwn(value, name) || needed.every((other) => Object.hasOwn(value, other))),
    expected: (value) =>
      rows
        .filter(([name, needed]) => Object.hasOwn(value as object, name) && missingNames(value, needed).length > 0)
        .map(([name, needed]) => `\`${name}\` needs ${formatNames(missingNames(value, needed))} beside it`)
        .join('; '),
  }),
);

export const propertyNames: KeywordFactory = (context) => {
  const row = context.keyword('propertyNames');
  if (!row) return undefined;
  const node = context.node(row[2] as string);
  return (value, at, run) => {
    if (!isObject(value)) return true;
    let passes = true;
    for (const key of Object.keys(value)) {
      const told = run.faults && at ? { parent: at, step: key } : null;
      // Annotations of a name have no location in the instance; its faults are reported at the property.
      const mark = run.hits.length;
      if (!node.evaluate(key, told, run, null)) passes = false;
      dropHits(run, mark);
      if (!passes && !told) return false;
    }
    return passes;
  };
};

/** How the schemas of an object's members are found, and whether any of these contains schemas. */
interface MemberSchema {
  readonly node: SchemaNode;
  readonly isLeaf: boolean;
}

const evaluateMember = (
  node: SchemaNode,
  value: JsonObject,
  key: string,
  at: InstanceLocation | null,
  run: Evaluation,
  seen: EvaluatedMembers | null,
): boolean => {
  const passes = canSkip(value[key], run) || node.evaluate(value[key], childLocation(node, at, key, run), run, null);
  if (seen) markProperty(seen, key);
  return passes;
};

type NamedMember = MemberSchema & { readonly name: string };
type PatternMember = MemberSchema & { readonly pattern: RegExp };

/** Looks up each named member: faster for few names, if nothing else has to be evaluated. */
const fewMembersEvaluator =
  (members: readonly NamedMember[]): Evaluator =>
  (value, at, run, seen) => {
    if (!isObject(value)) return true;
    let isValid = true;
    for (let index = 0; index < members.length; index += 1) {
      const { name, node } = members[index]!;
      if (!Object.hasOwn(value, name)) continue;
      if (!evaluateMember(node, value, name, at, run, seen)) isValid = false;
      if (!isValid && !canContinue(run, at)) return false;
    }
    return isValid;
  };

/** Evaluates members that were deferred until all leaves were valid: keys, each followed by its node. */
const evaluateDeferred = (
  deferred: readonly (string | SchemaNode)[],
  value: JsonObject,
  at: InstanceLocation | null,
  run: Evaluation,
  seen: EvaluatedMembers | null,
): boolean => {
  for (let index = 0; index < deferred.length; index += 2)
    if (!evaluateMember(deferred[index + 1] as SchemaNode, value, deferred[index] as string, at, run, seen)) return false;
  return true;
};

/** Goes through the keys of the value. `hasLeaves`: some members are leaves, so others are deferred where one failure is enough. */
const manyMembersEvaluator =
  (
    named: ReadonlyMap<string, MemberSchema>,
    patterns: readonly PatternMember[],
    rest: MemberSchema | undefined,
    hasLeaves: boolean,
  ): Evaluator =>
  (value, at, run, seen) => {
    if (!isObject(value)) return true;
    const continues = canContinue(run, at);
    const defers = hasLeaves && !continues;
    let isValid = true;
    let deferred: (string | SchemaNode)[] | null = null;
    for (const key of Object.keys(value)) {
      const own = named.get(key);
      let isKnown = own !== undefined;
      if (own && defers && !own.isLeaf) (deferred ??= []).push(key, own.node);
      else if (own && !evaluateMember(own.node, value, key, at, run, seen)) isValid = false;
      if (!isValid && !continues) return false;
      for (let index = 0; index < patterns.length; index += 1) {
        const { pattern, node, isLeaf } = patterns[index]!;
        if (!pattern.test(key)) continue;
        isKnown = true;
        if (defers && !isLeaf) (deferred ??= []).push(key, node);
        else if (!evaluateMember(node, value, key, at, run, seen)) isValid = false;
        if (!isValid && !continues) return false;
      }
      if (isKnown || !rest) continue;
      if (defers && !rest.isLeaf) (deferred ??= []).push(key, rest.node);
      else if (!evaluateMember(rest.node, value, key, at, run, seen)) isValid = false;
      if (!isValid && !continues) return false;
    }
    return deferred === null ? isValid : evaluateDeferred(deferred, value, at, run, seen) && isValid;
  };

/**
 * `properties`, `patternProperties` and `additionalProperties` together, because the last depends on the others. If the evaluation ends
 * with the first failure, leaves are evaluated first, so that the branches of a discriminated `oneOf` fail early.
 */
export const properties: KeywordFactory = (context) => {
  const member = (uri: string): MemberSchema => ({ node: context.node(uri), isLeaf: context.isLeaf(uri) });
  const named = Object.entries((context.keyword('properties')?.[2] ?? {}) as { readonly [name: string]: string }).map(([name, uri]) => ({
    name,
    ...member(uri),
  }));
  const patterns = ((context.keyword('patternProperties')?.[2] ?? []) as readonly (readonly [RegExp, string])[]).map(([pattern, uri]) => ({
    pattern,
    ...member(uri),
  }));
  const additional = context.keyword('additionalProperties');
  const rest = additional && member((additional[2] as readonly [RegExp, string])[1]);
  if (named.length === 0 && patterns.length === 0 && !rest) return undefined;
  if (patterns.length === 0 && !rest && named.length <= 8)
    return fewMembersEvaluator([...named.filter(({ isLeaf }) => isLeaf), ...named.filter(({ isLeaf }) => !isLeaf)]);
  const hasLeaves = [...named, ...patterns, ...(rest ? [rest] : [])].some(({ isLeaf }) => isLeaf);
  return manyMembersEvaluator(new Map(named.map((one) => [one.name, one])), patterns, rest, hasLeaves);
};

export const dependentSchemas: KeywordFactory = (context) => {
  const rows = ((context.keyword('dependentSchemas')?.[2] ?? []) as readonly (readonly [string, string])[]).map(
    ([name, uri]) => [name, context.node(uri)] as const,
  );
  if (rows.length === 0) return undefined;
  return (value, at, run, seen) => {
    if (!isObject(value)) return true;
    let passes = true;
    for (const [name, node] of rows) {
      if (Object.hasOwn(value, name) && !node.evaluate(value, at, run, seen)) passes = false;
      if (!passes && !canContinue(run, at)) return false;
    }
    return passes;
  };
};

/** Before 2019-09 both of the former in one keyword. */
export const dependencies: KeywordFactory = (context: KeywordContext) => {
  const row = context.keyword('draft-04/dependencies');
  const rows = ((row?.[2] ?? []) as readonly (readonly [string, string | readonly string[]])[]).map(
    ([name, needs]) => [name, typeof needs === 'string' ? context.node(needs) : needs] as const,
  );
  if (!row || rows.length === 0) return undefined;
  const isList = (needs: SchemaNode | readonly string[]): needs is readonly string[] => Array.isArray(needs);
  return (value, at: InstanceLocation | null, run: Evaluation, seen: EvaluatedMembers | null) => {
    if (!isObject(value)) return true;
    let passes = true;
    for (const [name, needs] of rows) {
      if (!Object.hasOwn(value, name)) continue;
      if (isList(needs)) {
        if (missingNames(value, needs).length === 0) continue;
        passes = false;
        if (run.faults && at)
          run.faults.push({
            at,
            keyword: 'dependencies',
            location: row[1],
            message: `\`${name}\` needs ${formatNames(missingNames(value, needs))} beside it`,
          });
      } else if (!needs.evaluate(value, at, run, seen)) passes = false;
      if (!passes && !canContinue(run, at)) return false;
    }
    return passes;
  };
};

/** Runs after all neighbours, on what they and their passing branches left. */
export const unevaluatedProperties: KeywordFactory = (context) => {
  const row = context.keyword('unevaluatedProperties');
  if (!row) return undefined;
  const rest = context.node(row[2] as string);
  return (value, at, run, seen) => {
    if (!isObject(value)) return true;
    const { properties: known, allProperties } = seen ?? noEvaluatedMembers();
    let passes = true;
    if (!allProperties)
      for (const key of Object.keys(value)) {
        if (known?.has(key)) continue;
        if (!rest.evaluate(value[key], childLocation(rest, at, key, run), run, null)) passes = false;
        if (!passes && !canContinue(run, at)) return false;
      }
    if (seen) seen.allProperties = true;
    return passes;
  };
};
