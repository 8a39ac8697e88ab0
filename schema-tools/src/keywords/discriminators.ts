import { childLocation } from '../evaluate/evaluation.ts';
import { isObject } from '../json.ts';
import type { KeywordFactory } from './keyword-context.ts';

/**
 * If only the first fault of a branch is reported, one about a property with enumerated values precedes all others: it identifies the kind
 * of object, and so the intended branch.
 */
export const discriminators: KeywordFactory = (context) => {
  const named = Object.entries((context.keyword('properties')?.[2] ?? {}) as { readonly [name: string]: string })
    .filter(([, uri]) => context.isLeaf(uri) && context.isEnumeration(uri))
    .map(([name, uri]) => [name, context.node(uri)] as const);
  if (named.length === 0) return undefined;
  return (value, at, run) =>
    run.faults === null ||
    run.allFaults ||
    !isObject(value) ||
    named.every(([name, node]) => !Object.hasOwn(value, name) || node.evaluate(value[name], childLocation(node, at, name, run), run, null));
};
