import { canonicalJson } from '../json.ts';
import { evaluateBranch } from '../evaluate/evaluate-branch.ts';
import {
  childLocation,
  type Evaluator,
  dropHits,
  canContinue,
  containsUnknown,
  canSkip,
  type SchemaNode,
  noEvaluatedMembers,
  markItem,
} from '../evaluate/evaluation.ts';
import { type Assertion, defineAssertion, type KeywordContext, type KeywordFactory } from './keyword-context.ts';
import { pluralise } from '../text.ts';

const sizeAssertion = (keyword: string, holds: (count: number, limit: number) => boolean, words: string) =>
  defineAssertion(keyword, (limit: number): Assertion => ({
    holds: (value) => !Array.isArray(value) || holds(value.length, limit),
    expected: (value) => `expected ${words} ${pluralise(limit, 'item', 'items')}; found ${(value as readonly unknown[]).length}`,
  }));
export const minItems = sizeAssertion('minItems', (count, limit) => count >= limit, 'at least');
export const maxItems = sizeAssertion('maxItems', (count, limit) => count <= limit, 'at most');

/** The index of the first item that equals an earlier one; -1 when all differ, as far as they are known. */
const findRepeatedItem = (items: readonly unknown[]): number => {
  const scalars = new Set<unknown>();
  const texts = new Set<string>();
  return items.findIndex((item) => {
    const [known, key] = typeof item === 'object' && item !== null ? [texts as Set<unknown>, canonicalJson(item)] : [scalars, item];
    if (known.has(key)) return !containsUnknown(item);
    known.add(key);
    return false;
  });
};

export const uniqueItems = defineAssertion('uniqueItems', (asked: boolean): Assertion | undefined =>
  !asked
    ? undefined
    : {
        holds: (value) => !Array.isArray(value) || findRepeatedItem(value) === -1,
        isUncertain: containsUnknown,
        expected: (value) => `expected items that all differ; item ${findRepeatedItem(value as readonly unknown[])} repeats an earlier one`,
      },
);

/** Evaluates each item that a node answers for. */
const evaluateItems =
  (nodeOf: (index: number) => SchemaNode | undefined): Evaluator =>
  (value, at, run) => {
    const items = value as readonly unknown[];
    let passes = true;
    for (let index = 0; index < items.length; index += 1) {
      const node = nodeOf(index);
      if (!node || canSkip(items[index], run)) continue;
      if (!node.evaluate(items[index], childLocation(node, at, index, run), run, null)) passes = false;
      if (!passes && !canContinue(run, at)) return false;
    }
    return passes;
  };

/** Schemas of the first items by index, and one of the rest, under the names of any dialect. */
const itemSchemas = (context: KeywordContext): { readonly prefix: readonly SchemaNode[]; readonly rest: SchemaNode | undefined } => {
  const node = (uri: string): SchemaNode => context.node(uri);
  const old = context.keyword('draft-04/items')?.[2] as string | readonly string[] | undefined;
  if (typeof old === 'string') return { prefix: [], rest: node(old) };
  const more = context.keyword(old ? 'draft-04/additionalItems' : 'items')?.[2] as readonly [number, string] | undefined;
  const prefix = old ?? (context.keyword('prefixItems')?.[2] as readonly string[] | undefined) ?? [];
  return { prefix: prefix.map(node), rest: more && node(more[1]) };
};

export const items: KeywordFactory = (context) => {
  const { prefix, rest } = itemSchemas(context);
  if (prefix.length === 0 && !rest) return undefined;
  const walk = evaluateItems(prefix.length === 0 ? () => rest : (index) => prefix[index] ?? rest);
  return (value, at, run, seen) => {
    if (!Array.isArray(value)) return true;
    if (seen) seen.upTo = Math.max(seen.upTo, rest ? Infinity : prefix.length);
    return walk(value, at, run, seen);
  };
};

interface Contains {
  readonly contains: string;
  readonly minContains: number;
  readonly maxContains: number;
}

const containsLimits = (value: Contains | string): Contains =>
  typeof value === 'string' ? { contains: value, minContains: 1, maxContains: Number.MAX_SAFE_INTEGER } : value;

const containsMessage = (found: number, least: number, most: number): string => {
  const limit = found < least ? `at least ${pluralise(least, 'item', 'items')}` : `at most ${pluralise(most, 'item', 'items')}`;
  return `expected ${limit} matching \`contains\` of the schema; found ${found}`;
};

const defineContains =
  (keyword: string): KeywordFactory =>
  (context) => {
    const row = context.keyword(keyword);
    if (!row) return undefined;
    const { contains: uri, minContains: least, maxContains: most } = containsLimits(row[2] as Contains | string);
    const node = context.node(uri);
    return (value, at, run, seen) => {
      if (!Array.isArray(value)) return true;
      const collects = at !== null && node.canAnnotate;
      const mark = run.hits.length;
      let found = 0;
      let uncertain = false;
      for (let index = 0; index < value.length; index += 1) {
        const before = run.hits.length;
        const result = evaluateBranch(node, value[index], collects ? { parent: at, step: index } : null, run, null);
        if (result.uncertain) {
          uncertain = true;
          dropHits(run, before);
        }
        if (!result.isValid) continue;
        found += 1;
        if (seen) markItem(seen, index);
        if (!collects && !seen && found >= least && most >= value.length) return true;
      }
      const isValid = found >= least && found <= most;
      if (!isValid) dropHits(run, mark);
      if (isValid || uncertain) return true;
      if (run.faults && at) run.faults.push({ at, keyword: 'contains', location: row[1], message: containsMessage(found, least, most) });
      return false;
    };
  };
export const contains = defineContains('contains');
export const draft6Contains = defineContains('draft-06/contains');

/** Runs after all neighbours, on what they and their passing branches left. */
export const unevaluatedItems: KeywordFactory = (context) => {
  const row = context.keyword('unevaluatedItems');
  if (!row) return undefined;
  const rest = context.node(row[2] as string);
  return (value, at, run, seen) => {
    if (!Array.isArray(value)) return true;
    const { items: known, upTo } = seen ?? noEvaluatedMembers();
    const passes = evaluateItems((index) => (index < upTo || known?.has(index) ? undefined : rest))(value, at, run, null);
    if (seen) seen.upTo = Infinity;
    return passes;
  };
};
