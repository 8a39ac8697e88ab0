import { getChild } from '../builtins/objects.ts';
import { isFunctionNode, type RuleNode } from '../compile/rule-tree.ts';
import type { ResolvedPath, ResolvedTerm } from '../resolve/resolved.ts';
import { compareStrings, entriesOf, isObject, isString, objectOf, type RegoValue } from '../values/index.ts';
import { canEvaluate, matchPattern } from './match.ts';
import { keyedMembers } from './keyed-members.ts';
import { evaluateRule } from './rules.ts';
import { chargeValue, type OnValue, type Frame, type DocumentView } from './evaluation.ts';
import { evaluateTerm } from './terms.ts';

const isReplaced = (view: DocumentView, node: RuleNode): boolean => view.replacedPaths.has(JSON.stringify(node.path));

function evaluateValuePath(frame: Frame, value: RegoValue, path: readonly ResolvedTerm[], index: number, go: OnValue): boolean {
  const step = path[index];
  if (!step) return go(value);
  const onward = (next: RegoValue | undefined) => next !== undefined && evaluateValuePath(frame, next, path, index + 1, go);
  frame.view.evaluation.tick(1);
  if (step.is === 'constant') return onward(getChild(value, step.value));
  if (canEvaluate(frame, step)) return evaluateTerm(frame, step, (key) => onward(getChild(value, key)));
  for (const [key, held] of keyedMembers(value)) {
    frame.view.evaluation.tick(1);
    if (matchPattern(frame, step, key, () => onward(held))) return true;
  }
  return false;
}

/** All that lies at a node: what was given as data, with the rules' values over it. */
function evaluateDocument(view: DocumentView, node: RuleNode, given: RegoValue | undefined): RegoValue {
  const entries = given !== undefined && isObject(given) ? [...entriesOf(given)] : [];
  for (const [name, child] of node.children) {
    if (isReplaced(view, child) || isFunctionNode(child)) continue;
    const value = child.rules.length
      ? evaluateRule(view, child)
      : evaluateDocument(view, child, given === undefined ? undefined : getChild(given, name));
    if (value !== undefined) entries.push([name, value]);
  }
  return chargeValue(view.evaluation, objectOf(entries));
}

function evaluateDataPath(
  frame: Frame,
  node: RuleNode | undefined,
  given: RegoValue | undefined,
  path: readonly ResolvedTerm[],
  index: number,
  go: OnValue,
): boolean {
  const { view } = frame;
  if (!node || isReplaced(view, node)) return given !== undefined && evaluateValuePath(frame, given, path, index, go);
  if (node.rules.length) {
    const value = isFunctionNode(node) ? undefined : evaluateRule(view, node);
    return value !== undefined && evaluateValuePath(frame, value, path, index, go);
  }
  const step = path[index];
  if (!step) return go(evaluateDocument(view, node, given));
  const onward = (key: RegoValue) =>
    evaluateDataPath(
      frame,
      isString(key) ? node.children.get(key) : undefined,
      given === undefined ? undefined : getChild(given, key),
      path,
      index + 1,
      go,
    );
  view.evaluation.tick(1);
  if (canEvaluate(frame, step)) return evaluateTerm(frame, step, onward);
  const names = new Set([
    ...node.children.keys(),
    ...(given !== undefined && isObject(given)
      ? entriesOf(given)
          .map(([key]) => key)
          .filter(isString)
      : []),
  ]);
  return [...names].sort(compareStrings).some((name) => matchPattern(frame, step, name, () => onward(name)));
}

/** Calls `go` with what lies at a path, once for each way to go it. */
export function evaluatePath(frame: Frame, { root, path }: ResolvedPath, go: OnValue): boolean {
  const { view } = frame;
  if (root === 'data') return evaluateDataPath(frame, view.evaluation.root, view.data, path, 0, go);
  if (root === 'input') return view.input !== undefined && evaluateValuePath(frame, view.input, path, 0, go);
  return evaluateTerm(frame, root, (value) => evaluateValuePath(frame, value, path, 0, go));
}
