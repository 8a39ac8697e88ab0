import type { Node } from '../compile/tree.ts';
import type { ResolvedClause, ResolvedRule } from '../resolve/resolved.ts';
import { equals, type Value } from '../values/index.ts';
import { holdAll } from './body.ts';
import { conflict } from './conflict.ts';
import { match } from './match.ts';
import { add, finished, startOf } from './partial.ts';
import { built, within, type Frame, type View } from './run.ts';
import { eachOfAll } from './terms.ts';

type Found = (value: Value, keys: readonly Value[]) => void;

/** Gives each result of a clause; when there is none, those of its `else`. */
function eachOfClause(frame: Frame, clause: ResolvedClause, found: Found): void {
  const once = clause.keys.length === 0 && clause.value.is === 'constant';
  let any = false;
  const { run } = frame.view;
  run.file = frame.file;
  run.at = clause.at;
  run.tick(1);
  holdAll(frame, clause.body, 0, () => eachOfAll(frame, [clause.value, ...clause.keys], ([value, ...keys]) => {
    any = true;
    found(value as Value, keys);
    return once;
  }));
  if (!any && clause.otherwise) eachOfClause(frame, clause.otherwise, found);
}
const frameOf = (view: View, rule: ResolvedRule): Frame => ({ view, slots: [], file: rule.file });

/** The one value that rules agree on, or that of the default. */
function single(view: View, rules: readonly ResolvedRule[], reason: string, evaluate: (rule: ResolvedRule, found: Found) => void): Value | undefined {
  let result: Value | undefined;
  const found = (rule: ResolvedRule): Found => (value) => {
    if (result !== undefined && !equals(result, value)) conflict(rule.file, rule.at, reason);
    result = value;
  };
  for (const rule of rules) if (!rule.isDefault) evaluate(rule, found(rule));
  const otherwise = rules.find(({ isDefault }) => isDefault);
  if (result === undefined && otherwise) evaluate(otherwise, found(otherwise));
  return result;
}

function partial(view: View, rules: readonly ResolvedRule[]): Value {
  const start = startOf(rules[0] as ResolvedRule);
  for (const rule of rules) {
    eachOfClause(frameOf(view, rule), rule.clause, (value, keys) => { view.run.tick(1); add(start, rule, keys, value); });
  }
  return finished(start);
}

/** What a rule is under a view; undefined when none of its bodies holds. Found once for each view. */
export function ruleValue(view: View, node: Node): Value | undefined {
  if (view.known.has(node)) return view.known.get(node);
  const { file, at } = view.run;
  const first = node.rules[0] as ResolvedRule;
  const value = within(view.run, () => (first.gives === 'member' || first.clause.keys.length
    ? built(view.run, partial(view, node.rules))
    : single(view, node.rules, 'complete rules must not produce multiple outputs', (rule, found) => { eachOfClause(frameOf(view, rule), rule.clause, found); })));
  view.known.set(node, value);
  Object.assign(view.run, { file, at });
  return value;
}

/** What a function gives for these arguments; undefined when no clause of it takes them. */
export function functionValue(view: View, node: Node, items: readonly Value[]): Value | undefined {
  const { file, at } = view.run;
  const value = within(view.run, () => single(view, node.rules, 'functions must not produce multiple outputs for same inputs', (rule, found) => {
    const frame = frameOf(view, rule);
    const enter = (index: number): boolean => {
      const pattern = rule.items?.[index];
      if (pattern) return match(frame, pattern, items[index] as Value, () => enter(index + 1));
      eachOfClause(frame, rule.clause, found);
      return false;
    };
    enter(0);
  }));
  Object.assign(view.run, { file, at });
  return value;
}
