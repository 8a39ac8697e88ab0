import { canonical } from '../json.ts';
import { branch } from '../evaluate/branch.ts';
import { below, type Check, forget, goesOn, holdsUnknown, isIdle, type Node, noneSeen, sawItem } from '../evaluate/node.ts';
import { type Assertion, assertion, counted, type Context, type Keyword } from './context.ts';

const sized = (keyword: string, holds: (count: number, limit: number) => boolean, words: string) => assertion(keyword, (limit: number): Assertion => ({
  holds: (value) => !Array.isArray(value) || holds(value.length, limit),
  expected: (value) => `expected ${words} ${counted(limit, 'item', 'items')}; found ${(value as readonly unknown[]).length}`,
}));
export const minItems = sized('minItems', (count, limit) => count >= limit, 'at least');
export const maxItems = sized('maxItems', (count, limit) => count <= limit, 'at most');

/** The index of the first item that equals an earlier one; -1 when all differ, as far as they are known. */
const repeated = (items: readonly unknown[]): number => {
  const scalars = new Set<unknown>();
  const texts = new Set<string>();
  return items.findIndex((item) => {
    const [known, key] = typeof item === 'object' && item !== null ? [texts as Set<unknown>, canonical(item)] : [scalars, item];
    if (known.has(key)) return !holdsUnknown(item);
    known.add(key);
    return false;
  });
};

export const unique = assertion('uniqueItems', (asked: boolean): Assertion | undefined => (!asked ? undefined : {
  holds: (value) => !Array.isArray(value) || repeated(value) === -1,
  doubts: holdsUnknown,
  expected: (value) => `expected items that all differ; item ${repeated(value as readonly unknown[])} repeats an earlier one`,
}));

/** Evaluates each item that a node answers for. */
const each = (nodeOf: (index: number) => Node | undefined): Check => (value, at, run) => {
  const items = value as readonly unknown[];
  let passes = true;
  for (let index = 0; index < items.length; index += 1) {
    const node = nodeOf(index);
    if (!node || isIdle(items[index], run)) continue;
    if (!node.evaluate(items[index], below(node, at, index, run), run, null)) passes = false;
    if (!passes && !goesOn(run, at)) return false;
  }
  return passes;
};

/** Those at the head by place, and one for the rest, whatever the dialect calls them. */
const partsOf = (context: Context): { readonly prefix: readonly Node[]; readonly rest: Node | undefined } => {
  const node = (uri: string): Node => context.node(uri);
  const old = context.row('draft-04/items')?.[2] as string | readonly string[] | undefined;
  if (typeof old === 'string') return { prefix: [], rest: node(old) };
  const more = context.row(old ? 'draft-04/additionalItems' : 'items')?.[2] as readonly [number, string] | undefined;
  const prefix = old ?? (context.row('prefixItems')?.[2] as readonly string[] | undefined) ?? [];
  return { prefix: prefix.map(node), rest: more && node(more[1]) };
};

export const items: Keyword = (context) => {
  const { prefix, rest } = partsOf(context);
  if (prefix.length === 0 && !rest) return undefined;
  const walk = each(prefix.length === 0 ? () => rest : (index) => prefix[index] ?? rest);
  return (value, at, run, seen) => {
    if (!Array.isArray(value)) return true;
    if (seen) seen.upTo = Math.max(seen.upTo, rest ? Infinity : prefix.length);
    return walk(value, at, run, seen);
  };
};

interface Contains { readonly contains: string; readonly minContains: number; readonly maxContains: number }

const contained = (keyword: string): Keyword => (context) => {
  const row = context.row(keyword);
  if (!row) return undefined;
  const said = row[2] as Contains | string;
  const { contains: uri, minContains: least, maxContains: most } = typeof said === 'string' ? { contains: said, minContains: 1, maxContains: Number.MAX_SAFE_INTEGER } : said;
  const node = context.node(uri);
  return (value, at, run, seen) => {
    if (!Array.isArray(value)) return true;
    const hear = at !== null && node.reaches;
    const mark = run.hits.length;
    let found = 0;
    let doubted = false;
    for (let index = 0; index < value.length; index += 1) {
      const before = run.hits.length;
      const outcome = branch(node, value[index], hear ? { outer: at, step: index } : null, run, null);
      if (outcome.doubted) {
        doubted = true;
        forget(run, before);
      }
      if (!outcome.passes) continue;
      found += 1;
      if (seen) sawItem(seen, index);
      if (!hear && !seen && found >= least && most >= value.length) return true;
    }
    const passes = found >= least && found <= most;
    if (!passes) forget(run, mark);
    if (passes || doubted) return true;
    if (run.faults && at)
      run.faults.push({ at, keyword: 'contains', location: row[1], message: `expected ${found < least ? `at least ${counted(least, 'item', 'items')}` : `at most ${counted(most, 'item', 'items')}`} of the kind that the schema asks for; found ${found}` });
    return false;
  };
};
export const contains = contained('contains');
export const oldContains = contained('draft-06/contains');

/** Runs after all neighbours, on what they and their passing branches left. */
export const unevaluatedItems: Keyword = (context) => {
  const row = context.row('unevaluatedItems');
  if (!row) return undefined;
  const rest = context.node(row[2] as string);
  return (value, at, run, seen) => {
    if (!Array.isArray(value)) return true;
    const { items: known, upTo } = seen ?? noneSeen();
    const passes = each((index) => (index < upTo || known?.has(index) ? undefined : rest))(value, at, run, null);
    if (seen) seen.upTo = Infinity;
    return passes;
  };
};
