import { stepInto } from '../builtins/objects.ts';
import { isFunction, type Node } from '../compile/tree.ts';
import type { Path, Resolved } from '../resolve/resolved.ts';
import { compareStrings, entriesOf, isObject, isString, objectOf, type Value } from '../values/index.ts';
import { isReady, match } from './match.ts';
import { pairsIn } from './members.ts';
import { ruleValue } from './rules.ts';
import { built, type Each, type Frame, type View } from './run.ts';
import { eachOf } from './terms.ts';

const missing = (view: View, node: Node): boolean => view.hidden.has(JSON.stringify(node.path));

function intoValue(frame: Frame, value: Value, path: readonly Resolved[], index: number, go: Each): boolean {
  const step = path[index];
  if (!step) return go(value);
  const onward = (next: Value | undefined) => next !== undefined && intoValue(frame, next, path, index + 1, go);
  frame.view.run.tick(1);
  if (step.is === 'constant') return onward(stepInto(value, step.value));
  if (isReady(frame, step)) return eachOf(frame, step, (key) => onward(stepInto(value, key)));
  for (const [key, held] of pairsIn(value)) {
    frame.view.run.tick(1);
    if (match(frame, step, key, () => onward(held))) return true;
  }
  return false;
}

/** All that lies at a node: what was given as data, with the rules' values over it. */
function document(view: View, node: Node, given: Value | undefined): Value {
  const entries = given !== undefined && isObject(given) ? [...entriesOf(given)] : [];
  for (const [name, child] of node.children) {
    if (missing(view, child) || isFunction(child)) continue;
    const value = child.rules.length ? ruleValue(view, child) : document(view, child, given === undefined ? undefined : stepInto(given, name));
    if (value !== undefined) entries.push([name, value]);
  }
  return built(view.run, objectOf(entries));
}

function intoData(frame: Frame, node: Node | undefined, given: Value | undefined, path: readonly Resolved[], index: number, go: Each): boolean {
  const { view } = frame;
  if (!node || missing(view, node)) return given !== undefined && intoValue(frame, given, path, index, go);
  if (node.rules.length) {
    const value = isFunction(node) ? undefined : ruleValue(view, node);
    return value !== undefined && intoValue(frame, value, path, index, go);
  }
  const step = path[index];
  if (!step) return go(document(view, node, given));
  const onward = (key: Value) => intoData(frame, isString(key) ? node.children.get(key) : undefined, given === undefined ? undefined : stepInto(given, key), path, index + 1, go);
  view.run.tick(1);
  if (isReady(frame, step)) return eachOf(frame, step, onward);
  const names = new Set([...node.children.keys(), ...(given !== undefined && isObject(given) ? entriesOf(given).map(([key]) => key).filter(isString) : [])]);
  return [...names].sort(compareStrings).some((name) => match(frame, step, name, () => onward(name)));
}

/** Calls `go` with what lies at a path, once for each way to go it. */
export function eachOfPath(frame: Frame, { root, path }: Path, go: Each): boolean {
  const { view } = frame;
  if (root === 'data') return intoData(frame, view.run.root, view.data, path, 0, go);
  if (root === 'input') return view.input !== undefined && intoValue(frame, view.input, path, 0, go);
  return eachOf(frame, root, (value) => intoValue(frame, value, path, 0, go));
}
