import { evaluateBranch, type BranchResult, reportNearestBranch } from '../evaluate/evaluate-branch.ts';
import type { InstanceLocation } from '../evaluate/instance-location.ts';
import { dropHits, canContinue, type SchemaNode, noEvaluatedMembers, type Evaluation, mergeEvaluated } from '../evaluate/evaluation.ts';
import type { KeywordContext, KeywordFactory } from './keyword-context.ts';

const nodesOf = (context: KeywordContext, keyword: string): readonly SchemaNode[] =>
  ((context.keyword(keyword)?.[2] ?? []) as readonly string[]).map((uri) => context.node(uri));

export const allOf: KeywordFactory = (context) => {
  const nodes = nodesOf(context, 'allOf');
  if (nodes.length === 0) return undefined;
  return (value, at, run, seen) => {
    let passes = true;
    for (const node of nodes) {
      if (!node.evaluate(value, at, run, seen)) passes = false;
      if (!passes && !canContinue(run, at)) return false;
    }
    return passes;
  };
};

/**
 * All passing branches count; all are evaluated if annotations are collected. With unknown values, hits count only if no other branch can
 * pass.
 */
export const anyOf: KeywordFactory = (context) => {
  const nodes = nodesOf(context, 'anyOf');
  const row = context.keyword('anyOf');
  if (!row || nodes.length === 0) return undefined;
  const reaches = nodes.some((node) => node.canAnnotate);
  return (value, at, run, seen) => {
    const hears = at !== null && reaches;
    if (!hears && seen === null && run.faults === null) {
      for (const node of nodes) if (node.evaluate(value, null, run, null)) return true;
      return false;
    }
    const all = seen !== null || hears;
    const mark = run.hits.length;
    const outcomes: BranchResult[] = [];
    let passed = 0;
    for (const node of nodes) {
      const outcome = evaluateBranch(node, value, at, run, seen, 'first');
      if (outcome.isValid) passed += 1;
      outcomes.push(outcome);
      if (passed > 0 && !all) return true;
    }
    if (passed > 1 && outcomes.some((outcome) => outcome.isValid && outcome.uncertain)) dropHits(run, mark);
    if (passed === 0 && run.faults && at) reportNearestBranch(nodes, outcomes, value, at, run, 'anyOf', row[1]);
    return passed > 0;
  };
};

export const oneOf: KeywordFactory = (context) => {
  const nodes = nodesOf(context, 'oneOf');
  const row = context.keyword('oneOf');
  if (!row || nodes.length === 0) return undefined;
  const reaches = nodes.some((node) => node.canAnnotate);
  return (value, at, run, seen) => {
    if (seen === null && run.faults === null) return isExactlyOneValid(nodes, value, reaches ? at : null, run);
    const mark = run.hits.length;
    const outcomes: BranchResult[] = [];
    const winners: number[] = [];
    const evaluated = noEvaluatedMembers();
    let doubted = false;
    for (const [index, node] of nodes.entries()) {
      const inner = seen ? noEvaluatedMembers() : null;
      const outcome = evaluateBranch(node, value, at, run, inner, 'first');
      outcomes.push(outcome);
      if (!outcome.isValid) continue;
      winners.push(index);
      doubted ||= outcome.uncertain;
      if (inner) mergeEvaluated(evaluated, inner);
      if (winners.length > 1 && !doubted) break;
    }
    if (winners.length !== 1) dropHits(run, mark);
    if (winners.length === 1 || (winners.length > 1 && doubted)) {
      // If it is uncertain which branch passes, the members that any of them evaluated are not reported as unevaluated.
      if (seen) mergeEvaluated(seen, evaluated);
      return true;
    }
    if (run.faults && at) {
      if (winners.length === 0) reportNearestBranch(nodes, outcomes, value, at, run, 'oneOf', row[1]);
      else run.faults.push({ at, keyword: 'oneOf', location: row[1], message: severalFit(nodes.length, winners) });
    }
    return false;
  };
};

/** The message of a fault where several branches of a `oneOf` are valid; `winners` are their indexes. */
const severalFit = (branches: number, winners: readonly number[]): string =>
  `expected exactly one of ${branches} alternatives; numbers ${winners.map((index) => index + 1).join(' and ')} both fit`;

/**
 * Whether exactly one branch passes, or possibly one, whose hits are kept; for evaluations that need neither faults nor evaluated members.
 */
const isExactlyOneValid = (nodes: readonly SchemaNode[], value: unknown, at: InstanceLocation | null, run: Evaluation): boolean => {
  const { uncertain: doubt, lenient } = run;
  const mark = run.hits.length;
  let [winners, doubted, asked] = [0, false, false];
  run.lenient = false;
  for (const node of nodes) {
    run.uncertain = false;
    const before = run.hits.length;
    const passes = node.evaluate(value, at, run, null);
    asked ||= run.uncertain;
    if (!passes) {
      dropHits(run, before);
      continue;
    }
    winners += 1;
    doubted ||= run.uncertain;
    if (winners > 1 && !doubted) break;
  }
  run.uncertain = doubt || asked;
  run.lenient = lenient;
  if (winners !== 1) dropHits(run, mark);
  return winners === 1 || (winners > 1 && doubted);
};

export const not: KeywordFactory = (context) => {
  const row = context.keyword('not');
  if (!row) return undefined;
  const node = context.node(row[2] as string);
  return (value, at, run) => {
    const { isValid: passes, uncertain: doubted } = evaluateBranch(node, value, null, run, null);
    if (!passes || doubted) return true;
    if (run.faults && at)
      run.faults.push({ at, keyword: 'not', location: row[1], message: 'expected something else: the schema excludes what is here' });
    return false;
  };
};

/** `if` is evaluated once; its annotations count if it passes. If that is uncertain, the result of neither consequence is certain. */
export const ifThenElse: KeywordFactory = (context) => {
  const asked = context.keyword('if');
  if (!asked) return undefined;
  const test = context.node(asked[2] as string);
  const [yes, no] = ['then', 'else']
    .map((keyword) => (context.keyword(keyword)?.[2] as readonly string[] | undefined)?.[1])
    .map((uri) => (uri === undefined ? undefined : context.node(uri)));
  return (value, at, run, seen) => {
    if (!yes && !no && !seen && !(at && test.canAnnotate)) return true;
    const mark = run.hits.length;
    const { isValid: passes, uncertain: doubted } = evaluateBranch(test, value, at, run, seen);
    if (doubted) {
      dropHits(run, mark);
      // What either consequence would evaluate may be evaluated.
      if (seen) for (const may of [yes, no]) if (may) evaluateBranch(may, value, null, run, seen);
      return true;
    }
    const next = passes ? yes : no;
    return next ? next.evaluate(value, at, run, seen) : true;
  };
};
