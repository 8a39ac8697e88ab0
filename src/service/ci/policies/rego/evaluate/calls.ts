import { mismatch } from '../builtins/builtin.ts';
import { findNode } from '../compile/tree.ts';
import type { BuiltinCall, FunctionCall } from '../resolve/resolved.ts';
import { isString, sizeOf, textOf, type Value } from '../values/index.ts';
import { functionValue } from './rules.ts';
import { built, type Each, type Frame } from './run.ts';
import { eachOf, eachOfAll } from './terms.ts';

/** Prints its arguments; one without a value is told so, and nothing stops for it. */
function print(frame: Frame, { items }: BuiltinCall, go: Each): boolean {
  const words = items.map((item) => {
    let word = '<undefined>';
    eachOf(frame, item, (value) => { word = isString(value) ? value : textOf(value); return true; });
    return word;
  });
  frame.view.run.print(words.join(' '));
  return go(true);
}
/** What a builtin gives; nothing when an argument does not suit it. */
function attempt<T>(run: () => T): T | undefined {
  try { return run(); } catch (error) {
    if (error === mismatch) return undefined;
    throw error;
  }
}

export function eachBuiltin(frame: Frame, term: BuiltinCall, go: Each): boolean {
  const { run } = frame.view;
  if (term.builtin.name === 'print') return print(frame, term, go);
  return eachOfAll(frame, term.items, (items) => {
    run.tick(1 + (items.reduce((size: number, item) => size + sizeOf(item), 0) >> 5));
    if (term.builtin.each) {
      for (const result of term.builtin.each(items, run)) if (go(built(run, result))) return true;
      return false;
    }
    const result = attempt(() => term.builtin.run(items, run));
    return result !== undefined && go(built(run, result));
  });
}

export function eachFunction(frame: Frame, term: FunctionCall, go: Each): boolean {
  const { node } = findNode(frame.view.run.root, term.path);
  return eachOfAll(frame, term.items, (items: readonly Value[]) => {
    const result = functionValue(frame.view, node, items);
    return result !== undefined && go(result);
  });
}
