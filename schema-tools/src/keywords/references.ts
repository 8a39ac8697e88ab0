import type { KeywordFactory } from './keyword-context.ts';

export const ref: KeywordFactory = (context) => {
  const row = context.keyword('ref');
  if (!row) return undefined;
  const target = context.node(row[2] as string);
  return (value, at, run, seen) => target.evaluate(value, at, run, seen);
};

/**
 * `$dynamicRef` of 2020-12 and `$recursiveRef` of 2019-09: the outermost resource in the dynamic scope with the same anchor, if the static
 * target has one.
 */
export const dynamicRef: KeywordFactory = (context) => {
  const row = context.keyword('draft-2020-12/dynamicRef');
  if (!row) return undefined;
  const [base, anchor, uri] = row[2] as readonly [string, string, string];
  const target = context.node(uri);
  const anchored = context.nodesAtAnchor(anchor);
  if (!anchored.has(base)) return (value, at, run, seen) => target.evaluate(value, at, run, seen);
  return (value, at, run, seen) => {
    for (const entered of run.dynamicScope) {
      const node = anchored.get(entered);
      if (node) return node.evaluate(value, at, run, seen);
    }
    return (anchored.get(base) ?? target).evaluate(value, at, run, seen);
  };
};
