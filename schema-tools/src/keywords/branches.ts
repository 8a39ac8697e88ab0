import { branch, type Outcome, tellNearest } from '../evaluate/branch.ts';
import { type At, forget, goesOn, type Node, noneSeen, type Run, sawAlso } from '../evaluate/node.ts';
import type { Context, Keyword } from './context.ts';

const listOf = (context: Context, keyword: string): readonly Node[] => ((context.row(keyword)?.[2] ?? []) as readonly string[]).map((uri) => context.node(uri));

export const allOf: Keyword = (context) => {
  const nodes = listOf(context, 'allOf');
  if (nodes.length === 0) return undefined;
  return (value, at, run, seen) => {
    let passes = true;
    for (const node of nodes) {
      if (!node.evaluate(value, at, run, seen)) passes = false;
      if (!passes && !goesOn(run, at)) return false;
    }
    return passes;
  };
};

/** Each passing branch counts; all are tried where somebody listens. Where values are not known yet, hits count only of a branch without rival. */
export const anyOf: Keyword = (context) => {
  const nodes = listOf(context, 'anyOf');
  const row = context.row('anyOf');
  if (!row || nodes.length === 0) return undefined;
  const reaches = nodes.some((node) => node.reaches);
  return (value, at, run, seen) => {
    const hears = at !== null && reaches;
    if (!hears && seen === null && run.faults === null) {
      for (const node of nodes) if (node.evaluate(value, null, run, null)) return true;
      return false;
    }
    const all = seen !== null || hears;
    const mark = run.hits.length;
    const outcomes: Outcome[] = [];
    let passed = 0;
    for (const node of nodes) {
      const outcome = branch(node, value, at, run, seen, 'first');
      if (outcome.passes) passed += 1;
      outcomes.push(outcome);
      if (passed > 0 && !all) return true;
    }
    if (passed > 1 && outcomes.some((outcome) => outcome.passes && outcome.doubted)) forget(run, mark);
    if (passed === 0 && run.faults && at) tellNearest(nodes, outcomes, value, at, run, 'anyOf', row[1]);
    return passed > 0;
  };
};

export const oneOf: Keyword = (context) => {
  const nodes = listOf(context, 'oneOf');
  const row = context.row('oneOf');
  if (!row || nodes.length === 0) return undefined;
  const reaches = nodes.some((node) => node.reaches);
  return (value, at, run, seen) => {
    if (seen === null && run.faults === null) return isOne(nodes, value, reaches ? at : null, run);
    const mark = run.hits.length;
    const outcomes: Outcome[] = [];
    const winners: number[] = [];
    const evaluated = noneSeen();
    let doubted = false;
    for (const [index, node] of nodes.entries()) {
      const inner = seen ? noneSeen() : null;
      const outcome = branch(node, value, at, run, inner, 'first');
      outcomes.push(outcome);
      if (!outcome.passes) continue;
      winners.push(index);
      doubted ||= outcome.doubted;
      if (inner) sawAlso(evaluated, inner);
      if (winners.length > 1 && !doubted) break;
    }
    if (winners.length !== 1) forget(run, mark);
    if (winners.length === 1 || (winners.length > 1 && doubted)) {
      // Where one of several wins perhaps, what any of them has evaluated may be: nobody is told that it was left over.
      if (seen) sawAlso(seen, evaluated);
      return true;
    }
    if (run.faults && at) {
      if (winners.length === 0) tellNearest(nodes, outcomes, value, at, run, 'oneOf', row[1]);
      else run.faults.push({ at, keyword: 'oneOf', location: row[1], message: `expected exactly one of ${nodes.length} alternatives; numbers ${winners.map((index) => index + 1).join(' and ')} both fit` });
    }
    return false;
  };
};

/** Whether just one passes, or perhaps just one, whose hits are kept: where nobody asks why not, nor what was evaluated. */
const isOne = (nodes: readonly Node[], value: unknown, at: At | null, run: Run): boolean => {
  const { doubt, lenient } = run;
  const mark = run.hits.length;
  let [winners, doubted, asked] = [0, false, false];
  run.lenient = false;
  for (const node of nodes) {
    run.doubt = false;
    const before = run.hits.length;
    const passes = node.evaluate(value, at, run, null);
    asked ||= run.doubt;
    if (!passes) { forget(run, before); continue; }
    winners += 1;
    doubted ||= run.doubt;
    if (winners > 1 && !doubted) break;
  }
  run.doubt = doubt || asked;
  run.lenient = lenient;
  if (winners !== 1) forget(run, mark);
  return winners === 1 || (winners > 1 && doubted);
};

export const not: Keyword = (context) => {
  const row = context.row('not');
  if (!row) return undefined;
  const node = context.node(row[2] as string);
  return (value, at, run) => {
    const { passes, doubted } = branch(node, value, null, run, null);
    if (!passes || doubted) return true;
    if (run.faults && at) run.faults.push({ at, keyword: 'not', location: row[1], message: 'expected something else: the schema excludes what is here' });
    return false;
  };
};

/** `if` is evaluated once; what it annotates counts when it passes. Where it is in doubt, neither consequence is certain. */
export const condition: Keyword = (context) => {
  const asked = context.row('if');
  if (!asked) return undefined;
  const test = context.node(asked[2] as string);
  const [yes, no] = ['then', 'else'].map((keyword) => (context.row(keyword)?.[2] as readonly string[] | undefined)?.[1]).map((uri) => (uri === undefined ? undefined : context.node(uri)));
  return (value, at, run, seen) => {
    if (!yes && !no && !seen && !(at && test.reaches)) return true;
    const mark = run.hits.length;
    const { passes, doubted } = branch(test, value, at, run, seen);
    if (doubted) {
      forget(run, mark);
      // What either consequence would evaluate may be evaluated.
      if (seen) for (const may of [yes, no]) if (may) branch(may, value, null, run, seen);
      return true;
    }
    const next = passes ? yes : no;
    return next ? next.evaluate(value, at, run, seen) : true;
  };
};
