import { typeMismatch } from '../builtins/builtin.ts';
import { findNode } from '../compile/rule-tree.ts';
import type { BuiltinCall, FunctionCall } from '../resolve/resolved.ts';
import { isString, sizeOf, formatValue, type RegoValue } from '../values/index.ts';
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

export function evaluateBuiltin(frame: Frame, term: BuiltinCall, go: OnValue): boolean {
  const { evaluation: run } = frame.view;
  if (term.builtin.name === 'print') return printOperands(frame, term, go);
  return evaluateTerms(frame, term.items, (items) => {
    run.tick(1 + (items.reduce((size: number, item) => size + sizeOf(item), 0) >> 5));
    if (term.builtin.runAll) {
      for (const result of term.builtin.runAll(items, run)) if (go(chargeValue(run, result))) return true;
      return false;
    }
    const result = undefinedOnMismatch(() => term.builtin.run(items, run));
    return result !== undefined && go(chargeValue(run, result));
  });
}

export function evaluateFunctionCall(frame: Frame, term: FunctionCall, go: OnValue): boolean {
  const { node } = findNode(frame.view.evaluation.root, term.path);
  return evaluateTerms(frame, term.items, (items: readonly RegoValue[]) => {
    const result = callFunction(frame.view, node, items);
    return result !== undefined && go(result);
  });
}
