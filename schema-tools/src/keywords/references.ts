import type { Keyword } from './context.ts';

export const ref: Keyword = (context) => {
  const reference = context.schema['$ref'];
  if (typeof reference !== 'string') return undefined;
  const target = context.always(context.reference(reference));
  return (value, at, run, seen) => target.evaluate(value, at, run, seen);
};

/** The outermost resource on the way here that has the same dynamic anchor, if the reference itself leads to one. */
export const dynamicRef: Keyword = (context) => {
  const reference = context.schema['$dynamicRef'];
  if (typeof reference !== 'string') return undefined;
  const target = context.reference(reference);
  const anchor = reference.slice(reference.indexOf('#') + 1);
  const schema = target.schema as { readonly $dynamicAnchor?: unknown } | boolean;
  if (typeof schema === 'boolean' || schema.$dynamicAnchor !== anchor) return (value, at, run, seen) => target.evaluate(value, at, run, seen);
  const anchored = context.dynamic(anchor);
  return (value, at, run, seen) => {
    for (const base of run.scope) {
      const node = anchored.get(base);
      if (node) return node.evaluate(value, at, run, seen);
    }
    return target.evaluate(value, at, run, seen);
  };
};
