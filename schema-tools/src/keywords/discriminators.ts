import { below } from '../evaluate/node.ts';
import { isObject } from '../json.ts';
import type { Keyword } from './context.ts';

/**
 * Where only the first fault of a branch is told, one about a property whose values are listed comes before all others:
 * it says which kind of object the branch is for, and so which branch was meant.
 */
export const discriminators: Keyword = (context) => {
  const named = Object.entries((context.row('properties')?.[2] ?? {}) as { readonly [name: string]: string }).filter(([, uri]) => context.isPlain(uri) && context.isChoice(uri))
    .map(([name, uri]) => [name, context.node(uri)] as const);
  if (named.length === 0) return undefined;
  return (value, at, run) => run.faults === null || run.every || !isObject(value)
    || named.every(([name, node]) => !Object.hasOwn(value, name) || node.evaluate(value[name], below(node, at, name, run), run, null));
};
