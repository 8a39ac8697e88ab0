import { type PendingFault, nearestBranch, combineFaults } from './pending-fault.ts';
import type { InstanceLocation } from './instance-location.ts';
import { dropHits, type SchemaNode, type Evaluation, type EvaluatedMembers } from './evaluation.ts';

/** The result of a branch: whether it passes, whether that is certain, and why not. */
export interface BranchResult {
  readonly isValid: boolean;
  readonly uncertain: boolean;
  readonly faults: readonly PendingFault[];
}

/** Which faults of a branch are wanted. The first one only costs no more than the verdict, however deep branches nest. */
type FaultDetail = 'none' | 'first' | 'every';

const noFaults: readonly PendingFault[] = [];

/** Evaluates a subschema in place whose hits and evaluated members count only if it passes; its faults are returned to the caller. */
export const evaluateBranch = (
  node: SchemaNode,
  value: unknown,
  at: InstanceLocation | null,
  run: Evaluation,
  seen: EvaluatedMembers | null,
  wanted: FaultDetail = 'none',
): BranchResult => {
  const { lenient, uncertain: doubt, faults, allFaults: every } = run;
  const mark = run.hits.length;
  const own: PendingFault[] | null = wanted === 'none' || faults === null ? null : [];
  run.lenient = false;
  run.uncertain = false;
  run.faults = own;
  run.allFaults = wanted === 'every';
  const passes = node.evaluate(value, at, run, seen);
  const doubted = run.uncertain;
  run.lenient = lenient;
  run.uncertain = doubt || doubted;
  run.faults = faults;
  run.allFaults = every;
  if (!passes) dropHits(run, mark);
  return { isValid: passes, uncertain: doubted, faults: own ?? noFaults };
};

/** Reports why none of several branches passes: the expectations of all, or of the one that was probably meant. */
export const reportNearestBranch = (
  nodes: readonly SchemaNode[],
  outcomes: readonly BranchResult[],
  value: unknown,
  at: InstanceLocation,
  run: Evaluation,
  keyword: string,
  location: string,
): void => {
  const branches = outcomes.map(({ faults }) => faults);
  const alike = combineFaults(branches);
  if (alike) {
    run.faults?.push({ ...alike, keyword, location });
    return;
  }
  const index = nearestBranch(at, branches);
  const told = run.allFaults ? evaluateBranch(nodes[index]!, value, at, run, null, 'every').faults : branches[index]!;
  for (const fault of told) run.faults?.push(fault);
};
