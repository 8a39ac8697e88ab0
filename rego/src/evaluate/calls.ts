import { typeMismatch } from '../builtins/builtin.ts';
import { findNode } from '../compile/rule-tree.ts';
import type { BuiltinCall, FunctionCall } from '../resolve/resolved.ts';
import { formatPath } from '../syntax/path-text.ts';
import { isString, keyOf, sizeOf, formatValue, type RegoValue } from '../values/index.ts';
import { callFunction } from './rules.ts';
import { chargeValue, type OnValue, type Frame } from './evaluation.ts';
import { evaluateTerm, evaluateTerms } from './terms.ts';

/** Prints the operands; an undefined one is printed as `<undefined>`. */
function printOperands(frame: Frame, { items }: BuiltinCall, go: OnValue): boolean {
  const texts = items.map((item) => {
    let text = '<undefined>';
    evaluateTerm(frame, item, (value) => {
      text = isString(value) ? value : formatValue(value);
      return true;
    });
    return text;
  });
  frame.view.evaluation.print(texts.join(' '));
  return go(true);
}
/** The result of a builtin; undefined for an operand of the wrong type. */
function undefinedOnMismatch<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error === typeMismatch) return undefined;
    throw error;
  }
}

function callBuiltin(frame: Frame, { builtin }: BuiltinCall, items: readonly RegoValue[], go: OnValue): boolean {
  const { evaluation: run } = frame.view;
  run.tick(1 + (items.reduce((size: number, item) => size + sizeOf(item), 0) >> 5));
  if (builtin.runAll) {
    for (const result of builtin.runAll(items, run)) if (go(chargeValue(run, result))) return true;
    return false;
  }
  const result = undefinedOnMismatch(() => builtin.run(items, run));
  return result !== undefined && go(chargeValue(run, result));
}

/** The result of a policy's own function, kept for equal arguments. */
function callOwnFunction({ view }: Frame, { path }: FunctionCall, items: readonly RegoValue[], go: OnValue): boolean {
  const { node } = findNode(view.evaluation.root, path);
  const results = view.functionValues.get(node) ?? new Map<string, RegoValue | undefined>();
  view.functionValues.set(node, results);
  const key = keyOf(items);
  if (!results.has(key)) results.set(key, callFunction(view, node, items));
  const result = results.get(key);
  return result !== undefined && go(result);
}

function callWith(frame: Frame, call: BuiltinCall | FunctionCall, items: readonly RegoValue[], go: OnValue): boolean {
  return call.is === 'builtin' ? callBuiltin(frame, call, items, go) : callOwnFunction(frame, call, items, go);
}

/** Evaluates a call, or its replacement by `with`; inside the replacement, functions are not replaced. */
export function evaluateCall(frame: Frame, term: BuiltinCall | FunctionCall, go: OnValue): boolean {
  if (term.is === 'builtin' && term.builtin.name === 'print') return printOperands(frame, term, go);
  const { replacedFunctions } = frame.view;
  if (replacedFunctions.size === 0) return evaluateTerms(frame, term.items, (items) => callWith(frame, term, items, go));
  const name = term.is === 'builtin' ? term.builtin.name : formatPath(['data', ...term.path]);
  const replacement = replacedFunctions.get(name);
  return evaluateTerms(frame, term.items, (items) => {
    if (!replacement) return callWith(frame, term, items, go);
    if ('value' in replacement) return go(replacement.value);
    const view = { ...frame.view, replacedFunctions: new Map(), ruleValues: new Map(), functionValues: new Map() };
    return callWith({ ...frame, view }, replacement.call, items, go);
  });
}
