import { branch, type Node, noneSeen, sawAlso, type Seen } from '../node.ts';
import { type Context, type Keyword } from './context.ts';

const listOf = (context: Context, keyword: string): readonly Node[] =>
  (Object.hasOwn(context.schema, keyword) ? (context.schema[keyword] as readonly unknown[]) : []).map((_, index) => context.subschema(keyword, index));

export const allOf: Keyword = (context) => {
  const nodes = listOf(context, 'allOf').map(context.always);
  if (nodes.length === 0) return undefined;
  return (value, at, run, seen) => {
    let passes = true;
    for (const node of nodes) {
      if (!node.evaluate(value, at, run, seen)) passes = false;
      if (!passes && !(run.lenient && at)) return false;
    }
    return passes;
  };
};

/** Each passing branch counts; all are tried where somebody listens. */
export const anyOf: Keyword = (context) => {
  const nodes = listOf(context, 'anyOf');
  if (nodes.length === 0) return undefined;
  const reaches = (): boolean => nodes.some((node) => node.reaches);
  return (value, at, run, seen) => {
    const all = seen !== null || (at !== null && reaches());
    let passes = false;
    for (const node of nodes) {
      if (branch(node, value, at, run, seen)) passes = true;
      if (passes && !all) return true;
    }
    return passes;
  };
};

export const oneOf: Keyword = (context) => {
  const nodes = listOf(context, 'oneOf');
  if (nodes.length === 0) return undefined;
  return (value, at, run, seen) => {
    const mark = run.hits.length;
    let winner: Seen | null = null;
    let passed = 0;
    for (const node of nodes) {
      const inner = seen ? noneSeen() : null;
      if (!branch(node, value, at, run, inner)) continue;
      passed += 1;
      winner = inner;
      if (passed > 1) break;
    }
    if (passed !== 1) run.hits.length = mark;
    else if (seen && winner) sawAlso(seen, winner);
    return passed === 1;
  };
};

export const not: Keyword = (context) => {
  if (!Object.hasOwn(context.schema, 'not')) return undefined;
  const node = context.subschema('not');
  return (value, _at, run) => !node.evaluate(value, null, run, null);
};

/** `if` is evaluated once; what it annotates counts when it passes. */
export const condition: Keyword = (context) => {
  if (!Object.hasOwn(context.schema, 'if')) return undefined;
  const test = context.subschema('if');
  const yes = Object.hasOwn(context.schema, 'then') ? context.subschema('then') : undefined;
  const no = Object.hasOwn(context.schema, 'else') ? context.subschema('else') : undefined;
  return (value, at, run, seen) => {
    if (!yes && !no && !seen && !(at && test.reaches)) return true;
    const next = branch(test, value, at, run, seen) ? yes : no;
    return next ? next.evaluate(value, at, run, seen) : true;
  };
};
