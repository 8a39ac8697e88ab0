import type { CompiledKeyword } from './ast.ts';
import type { InstanceLocation } from './instance-location.ts';
import type { PendingFault } from './pending-fault.ts';

/** The members of one object or array that adjacent keywords and passing branches have evaluated; for `unevaluated*`. */
export interface EvaluatedMembers {
  properties: Set<string> | null;
  allProperties: boolean;
  items: Set<number> | null;
  upTo: number;
}

export interface AnnotationHit {
  readonly at: InstanceLocation;
  readonly row: CompiledKeyword;
  readonly uri: string;
}

/** The state of one evaluation. */
export interface Evaluation {
  readonly hits: AnnotationHit[];
  /** Annotations are kept when neighbours fail. Off inside branches, whose annotations depend on the branch. */
  lenient: boolean;
  /** Receives failures; null if only the verdict counts. */
  faults: PendingFault[] | null;
  /** All failures are wanted: the evaluation does not stop at the first. */
  allFaults: boolean;
  /** Something not known yet was asked about: what passes, passes perhaps. Looked at by the keywords that choose among branches. */
  uncertain: boolean;
  /** The objects that are listened at, and those on the way to them; null for all. */
  readonly only: ReadonlySet<unknown> | null;
  /** The schema resources entered, outermost first, each once; empty unless a schema uses dynamic references. */
  readonly dynamicScope: string[];
}

/** `at` null: validate without annotations. `seen` null: evaluated members are not tracked. */
export type Evaluator = (value: unknown, at: InstanceLocation | null, run: Evaluation, seen: EvaluatedMembers | null) => boolean;

/** One compiled subschema, with the function that evaluates an instance. */
export interface SchemaNode {
  evaluate: Evaluator;
  /** Whether what is collected can be reached from here: where not, subtrees are only validated. */
  readonly canAnnotate: boolean;
  readonly uri: string;
}

/** Represents a value in an instance that is not known yet. */
export const unknown: unique symbol = Symbol('a value that is not known yet');

/** Whether a value, or any part of it, is not known yet. */
export const containsUnknown = (value: unknown): boolean =>
  value === unknown || (typeof value === 'object' && value !== null && Object.values(value).some(containsUnknown));

export const noEvaluatedMembers = (): EvaluatedMembers => ({ properties: null, allProperties: false, items: null, upTo: 0 });

export const markProperty = (seen: EvaluatedMembers, name: string): void => {
  (seen.properties ??= new Set()).add(name);
};
export const markItem = (seen: EvaluatedMembers, index: number): void => {
  (seen.items ??= new Set()).add(index);
};

export const mergeEvaluated = (seen: EvaluatedMembers, more: EvaluatedMembers): void => {
  if (more.properties) for (const name of more.properties) markProperty(seen, name);
  if (more.items) for (const index of more.items) markItem(seen, index);
  if (more.allProperties) seen.allProperties = true;
  if (more.upTo > seen.upTo) seen.upTo = more.upTo;
};

/** Drops the hits since a mark. */
export const dropHits = (run: Evaluation, mark: number): void => {
  if (run.hits.length > mark) run.hits.length = mark;
};

/** Whether to continue after a failure: certain annotations are still collected, or every fault is wanted. */
export const canContinue = (run: Evaluation, at: InstanceLocation | null): boolean => at !== null && (run.lenient || run.allFaults);

/** Whether results below a location can be skipped: nothing there is collected, and in lenient mode its verdict does not matter. */
export const canSkip = (value: unknown, run: Evaluation): boolean =>
  run.only !== null && run.lenient && run.faults === null && !run.only.has(value);

/** A subschema of a place below: annotations are collected only if it can have any. */
export const childLocation = (
  node: SchemaNode,
  at: InstanceLocation | null,
  step: string | number,
  run: Evaluation,
): InstanceLocation | null => (at !== null && (node.canAnnotate || run.faults !== null) ? { parent: at, step } : null);
