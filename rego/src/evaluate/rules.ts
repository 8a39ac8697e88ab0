import type { RuleNode } from '../compile/rule-tree.ts';
import type { ResolvedClause, ResolvedRule } from '../resolve/resolved.ts';
import { isEqual, type RegoValue } from '../values/index.ts';
import { evaluateBody } from './body.ts';
import { throwConflict } from './conflict.ts';
import { matchPattern } from './match.ts';
import { addToPartialResult, completePartialResult, startPartialResult } from './partial-result.ts';
import { chargeValue, descend, type Frame, type DocumentView } from './evaluation.ts';
import { evaluateTerms } from './terms.ts';

type OnResult = (value: RegoValue, keys: readonly RegoValue[]) => void;

/** Passes on each result of a clause; without results, those of its `else`. */
function evaluateClause(frame: Frame, clause: ResolvedClause, onResult: OnResult): void {
  const isConstant = clause.keys.length === 0 && clause.value.is === 'constant';
  let hasResult = false;
  const { evaluation: run } = frame.view;
  run.file = frame.file;
  run.at = clause.at;
  run.tick(1);
  evaluateBody(frame, clause.body, 0, () =>
    evaluateTerms(frame, [clause.value, ...clause.keys], ([value, ...keys]) => {
      hasResult = true;
      run.onLine?.(frame.file, clause.at.line);
      onResult(value as RegoValue, keys);
      return isConstant;
    }),
  );
  if (!hasResult && clause.otherwise) evaluateClause(frame, clause.otherwise, onResult);
}
const createFrame = (view: DocumentView, rule: ResolvedRule): Frame => ({ view, slots: [], file: rule.file });

/** The value that all rules agree on, or that of the default. */
function evaluateCompleteRules(
  view: DocumentView,
  rules: readonly ResolvedRule[],
  reason: string,
  evaluate: (rule: ResolvedRule, onResult: OnResult) => void,
): RegoValue | undefined {
  let result: RegoValue | undefined;
  const found =
    (rule: ResolvedRule): OnResult =>
    (value) => {
      if (result !== undefined && !isEqual(result, value)) throwConflict(rule.file, rule.at, reason);
      result = value;
    };
  for (const rule of rules) if (!rule.isDefault) evaluate(rule, found(rule));
  const otherwise = rules.find(({ isDefault }) => isDefault);
  if (result === undefined && otherwise) evaluate(otherwise, found(otherwise));
  return result;
}

function evaluatePartialRules(view: DocumentView, rules: readonly ResolvedRule[]): RegoValue {
  const partialResult = startPartialResult(rules[0] as ResolvedRule);
  for (const rule of rules) {
    evaluateClause(createFrame(view, rule), rule.clause, (value, keys) => {
      view.evaluation.tick(1);
      addToPartialResult(partialResult, rule, keys, value);
    });
  }
  return completePartialResult(partialResult);
}

/** The value of a rule under a view, cached; undefined when none of its bodies holds. */
export function evaluateRule(view: DocumentView, node: RuleNode): RegoValue | undefined {
  if (view.ruleValues.has(node)) return view.ruleValues.get(node);
  const { file, at } = view.evaluation;
  const first = node.rules[0] as ResolvedRule;
  const value = descend(view.evaluation, () =>
    first.produces === 'member' || first.clause.keys.length
      ? chargeValue(view.evaluation, evaluatePartialRules(view, node.rules))
      : evaluateCompleteRules(view, node.rules, 'complete rules must not produce multiple outputs', (rule, found) => {
          evaluateClause(createFrame(view, rule), rule.clause, found);
        }),
  );
  view.ruleValues.set(node, value);
  Object.assign(view.evaluation, { file, at });
  return value;
}

/** The result of a function; undefined when no clause matches the arguments. */
export function callFunction(view: DocumentView, node: RuleNode, items: readonly RegoValue[]): RegoValue | undefined {
  const { file, at } = view.evaluation;
  const value = descend(view.evaluation, () =>
    evaluateCompleteRules(view, node.rules, 'functions must not produce multiple outputs for same inputs', (rule, found) => {
      const frame = createFrame(view, rule);
      const enter = (index: number): boolean => {
        const pattern = rule.items?.[index];
        if (pattern) return matchPattern(frame, pattern, items[index] as RegoValue, () => enter(index + 1));
        evaluateClause(frame, rule.clause, found);
        return false;
      };
      enter(0);
    }),
  );
  Object.assign(view.evaluation, { file, at });
  return value;
}
