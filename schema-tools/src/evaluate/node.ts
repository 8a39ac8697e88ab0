import type { Row } from './ast.ts';
import type { Draft } from './fault.ts';

/** A place in the instance, linked to its parent so that a pointer costs nothing until there is a hit. */
export interface At { readonly outer: At | null; readonly step: string | number }

/** What adjacent keywords and passing branches have evaluated of one object or array; for `unevaluated*`. */
export interface Seen { properties: Set<string> | null; allProperties: boolean; items: Set<number> | null; upTo: number }

export interface Hit { readonly at: At; readonly row: Row; readonly uri: string }

/** The state of one evaluation. */
export interface Run {
  readonly hits: Hit[];
  /** Hits survive failing neighbours. Off inside branches, whose hits stand or fall with them. */
  lenient: boolean;
  /** Where failures are told; null when only the verdict counts. */
  faults: Draft[] | null;
  /** Every failure is wanted: nothing stops at the first. */
  every: boolean;
  /** Something not known yet was asked about: what passes, passes perhaps. Looked at by the keywords that choose among branches. */
  doubt: boolean;
  /** The objects that are listened at, and those on the way to them; null for all. */
  readonly only: ReadonlySet<unknown> | null;
  /** The schema resources entered, outermost first, each once; empty unless a schema uses dynamic references. */
  readonly scope: string[];
}

/** `at` null: only validate. `seen` null: nobody asks what was evaluated. */
export type Check = (value: unknown, at: At | null, run: Run, seen: Seen | null) => boolean;

/** One compiled subschema. */
export interface Node {
  evaluate: Check;
  /** Whether what is collected can be reached from here: where not, subtrees are only validated. */
  readonly reaches: boolean;
  readonly uri: string;
}

/** Stands in an instance for a value that is not known yet. */
export const unknown: unique symbol = Symbol('a value that is not known yet');

/** Whether a value, or any part of it, is not known yet. */
export const holdsUnknown = (value: unknown): boolean =>
  value === unknown || (typeof value === 'object' && value !== null && Object.values(value).some(holdsUnknown));

export const noneSeen = (): Seen => ({ properties: null, allProperties: false, items: null, upTo: 0 });

export const sawProperty = (seen: Seen, name: string): void => { (seen.properties ??= new Set()).add(name); };
export const sawItem = (seen: Seen, index: number): void => { (seen.items ??= new Set()).add(index); };

export const sawAlso = (seen: Seen, more: Seen): void => {
  if (more.properties) for (const name of more.properties) sawProperty(seen, name);
  if (more.items) for (const index of more.items) sawItem(seen, index);
  if (more.allProperties) seen.allProperties = true;
  if (more.upTo > seen.upTo) seen.upTo = more.upTo;
};

/** Drops the hits since a mark. */
export const forget = (run: Run, mark: number): void => { if (run.hits.length > mark) run.hits.length = mark; };

/** Whether to go on after a failure: somebody listens to what is still certain, or wants every fault. */
export const goesOn = (run: Run, at: At | null): boolean => at !== null && (run.lenient || run.every);

/** Whether what a place below says is of no account: nobody listens there, and in lenient mode its verdict takes nothing away. */
export const isIdle = (value: unknown, run: Run): boolean => run.only !== null && run.lenient && run.faults === null && !run.only.has(value);

/** A subschema of a place below: listened to only where it can say something. */
export const below = (node: Node, at: At | null, step: string | number, run: Run): At | null =>
  (at !== null && (node.reaches || run.faults !== null) ? { outer: at, step } : null);
