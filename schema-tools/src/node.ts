/** A place in the instance, linked to its parent so that a pointer costs nothing until there is a hit. */
export interface At { readonly outer: At | null; readonly step: string | number }

/** What adjacent keywords and passing branches have evaluated of one object or array; for `unevaluated*`. */
export interface Seen { properties: Set<string> | null; allProperties: boolean; items: Set<number> | null; upTo: number }

export interface Hit { readonly at: At; readonly node: Node }

/** The state of one evaluation. */
export interface Run {
  readonly hits: Hit[];
  /** Hits survive failing neighbours. Off inside branches, whose hits stand or fall with them. */
  lenient: boolean;
  /** The schema resources entered, outermost first, each once; empty unless a schema uses `$dynamicRef`. */
  readonly scope: string[];
}

/** `at` null: only validate. `seen` null: nobody asks what was evaluated. */
export type Check = (value: unknown, at: At | null, run: Run, seen: Seen | null) => boolean;

/** One compiled subschema. */
export interface Node {
  evaluate: Check;
  /** Whether the keyword stands here, and whether it can be reached from here: where not, subtrees are only validated. */
  readonly own: boolean;
  reaches: boolean;
  /** `contentMediaType` and its kin annotate strings alone. */
  readonly ofStrings: boolean;
  readonly children: Node[];
  /** Those that are evaluated on the same value without condition: a circle of them never ends. */
  readonly always: Node[];
  readonly schema: unknown;
  /** The URI of the place, without the fragment; and the fragment, a JSON pointer. */
  readonly base: string;
  readonly pointer: string;
}

export const noneSeen = (): Seen => ({ properties: null, allProperties: false, items: null, upTo: 0 });

export const sawProperty = (seen: Seen, name: string): void => { (seen.properties ??= new Set()).add(name); };
export const sawItem = (seen: Seen, index: number): void => { (seen.items ??= new Set()).add(index); };

export const sawAlso = (seen: Seen, more: Seen): void => {
  if (more.properties) for (const name of more.properties) sawProperty(seen, name);
  if (more.items) for (const index of more.items) sawItem(seen, index);
  if (more.allProperties) seen.allProperties = true;
  if (more.upTo > seen.upTo) seen.upTo = more.upTo;
};

/** A subschema in place whose hits and evaluated members count only if it passes. */
export const branch = (node: Node, value: unknown, at: At | null, run: Run, seen: Seen | null): boolean => {
  const { lenient } = run;
  const mark = run.hits.length;
  run.lenient = false;
  const passes = node.evaluate(value, at, run, seen);
  run.lenient = lenient;
  if (!passes) run.hits.length = mark;
  return passes;
};
