import { canonical } from '../json.ts';
import { branch, type Check, type Node, noneSeen, sawItem } from '../node.ts';
import { type Context, countOf, type Keyword, said, wrong } from './context.ts';

export const size: Keyword = (context) => {
  const least = countOf(context, 'minItems') ?? 0;
  const most = countOf(context, 'maxItems') ?? Infinity;
  return least === 0 && most === Infinity ? undefined : (value) => !Array.isArray(value) || (value.length >= least && value.length <= most);
};

export const unique: Keyword = (context) => {
  const value = said(context, 'uniqueItems');
  if (value !== undefined && typeof value !== 'boolean') throw wrong(context, 'uniqueItems', 'true or false');
  if (!value) return undefined;
  return (instance) => {
    if (!Array.isArray(instance)) return true;
    const scalars = new Set<unknown>();
    const texts = new Set<string>();
    for (const item of instance) {
      if (typeof item === 'object' && item !== null) texts.add(canonical(item));
      else scalars.add(item);
    }
    return scalars.size + texts.size === instance.length;
  };
};

const each = (nodeOf: (index: number) => Node | undefined): Check => (value, at, run) => {
  let passes = true;
  for (const [index, item] of (value as readonly unknown[]).entries()) {
    const node = nodeOf(index);
    if (!node) continue;
    if (!node.evaluate(item, at && node.reaches ? { outer: at, step: index } : null, run, null)) passes = false;
    if (!passes && !(run.lenient && at)) return false;
  }
  return passes;
};

/** `prefixItems` and `items`: the second is about what the first leaves. */
export const items: Keyword = (context) => {
  const prefix = ((said(context, 'prefixItems') ?? []) as readonly unknown[]).map((_, index) => context.subschema('prefixItems', index));
  const rest = Object.hasOwn(context.schema, 'items') ? context.subschema('items') : undefined;
  if (prefix.length === 0 && !rest) return undefined;
  const walk = each((index) => prefix[index] ?? rest);
  return (value, at, run, seen) => {
    if (!Array.isArray(value)) return true;
    if (seen) seen.upTo = Math.max(seen.upTo, rest ? Infinity : prefix.length);
    return walk(value, at, run, seen);
  };
};

const counts = (context: Context): readonly [least: number, most: number] => [countOf(context, 'minContains') ?? 1, countOf(context, 'maxContains') ?? Infinity];

export const contains: Keyword = (context) => {
  if (!Object.hasOwn(context.schema, 'contains')) return undefined;
  const node = context.subschema('contains');
  const [least, most] = counts(context);
  return (value, at, run, seen) => {
    if (!Array.isArray(value)) return true;
    const hear = at !== null && node.reaches;
    const mark = run.hits.length;
    let found = 0;
    for (const [index, item] of value.entries()) {
      if (!branch(node, item, hear ? { outer: at, step: index } : null, run, null)) continue;
      found += 1;
      if (seen) sawItem(seen, index);
      if (!hear && !seen && found >= least && most === Infinity) return true;
    }
    const passes = found >= least && found <= most;
    if (!passes) run.hits.length = mark;
    return passes;
  };
};

/** Runs after all neighbours, on what they and their passing branches left. */
export const unevaluatedItems: Keyword = (context) => {
  if (!Object.hasOwn(context.schema, 'unevaluatedItems')) return undefined;
  const rest = context.subschema('unevaluatedItems');
  return (value, at, run, seen) => {
    if (!Array.isArray(value)) return true;
    const { items, upTo } = seen ?? noneSeen();
    const passes = each((index) => (index < upTo || items?.has(index) ? undefined : rest))(value, at, run, null);
    if (seen) seen.upTo = Infinity;
    return passes;
  };
};
