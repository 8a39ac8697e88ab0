import { type Draft, nearest, together } from './fault.ts';
import { type At, forget, type Node, type Run, type Seen } from './node.ts';

/** How a branch ended: whether it passes, whether that is certain, and why not. */
export interface Outcome { readonly passes: boolean; readonly doubted: boolean; readonly faults: readonly Draft[] }

/** Which faults of a branch are wanted. The first alone costs no more than the verdict, however deep branches nest. */
type Wanted = 'none' | 'first' | 'every';

const noFaults: readonly Draft[] = [];

/** A subschema in place whose hits and evaluated members count only if it passes; its faults are the caller's to tell. */
export const branch = (node: Node, value: unknown, at: At | null, run: Run, seen: Seen | null, wanted: Wanted = 'none'): Outcome => {
  const { lenient, doubt, faults, every } = run;
  const mark = run.hits.length;
  const own: Draft[] | null = wanted === 'none' || faults === null ? null : [];
  run.lenient = false;
  run.doubt = false;
  run.faults = own;
  run.every = wanted === 'every';
  const passes = node.evaluate(value, at, run, seen);
  const doubted = run.doubt;
  run.lenient = lenient;
  run.doubt = doubt || doubted;
  run.faults = faults;
  run.every = every;
  if (!passes) forget(run, mark);
  return { passes, doubted, faults: own ?? noFaults };
};

/** Tells why none of several branches passes: what they expect together, or what the one that was probably meant expects. */
export const tellNearest = (nodes: readonly Node[], outcomes: readonly Outcome[], value: unknown, at: At, run: Run, keyword: string, location: string): void => {
  const branches = outcomes.map(({ faults }) => faults);
  const alike = together(branches);
  if (alike) { run.faults?.push({ ...alike, keyword, location }); return; }
  const index = nearest(at, branches);
  const told = run.every ? branch(nodes[index]!, value, at, run, null, 'every').faults : branches[index]!;
  run.faults?.push(...told);
};
