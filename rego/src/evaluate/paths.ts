import { getChild, mergeObjects } from '../builtins/objects.ts';
import { isFunctionNode, type RuleNode } from '../compile/rule-tree.ts';
import type { ResolvedPath, ResolvedTerm } from '../resolve/resolved.ts';
import {
  compareStrings,
  entriesOf,
  formatNumber,
  isArray,
  isNumber,
  isObject,
  isString,
  objectOf,
  type RegoValue,
} from '../values/index.ts';
import { canEvaluate, matchPattern } from './match.ts';
import { keyedMembers } from '../values/index.ts';
import { evaluateRule } from './rules.ts';
import { chargeValue, type OnValue, type Frame, type DocumentView } from './evaluation.ts';
import { evaluateTerm } from './terms.ts';

const isReplaced = (view: DocumentView, node: RuleNode): boolean => view.replacedPaths.has(JSON.stringify(node.path));

/** The child of given data, where a number finds the member that is named by its digits, and digits an item of an array. */
function getDataChild(value: RegoValue, step: RegoValue): RegoValue | undefined {
  if (isNumber(step) && isObject(value)) return getChild(value, step) ?? getChild(value, formatNumber(step));
  return getChild(value, isArray(value) && isString(step) && /^(0|[1-9]\d{0,8})$/.test(step) ? Number(step) : step);
}

function evaluateValuePath(
  frame: Frame,
  value: RegoValue,
  path: readonly ResolvedTerm[],
  index: number,
  go: OnValue,
  childOf = getChild,
): boolean {
  const step = path[index];
  if (!step) return go(value);
  const onward = (next: RegoValue | undefined) => next !== undefined && evaluateValuePath(frame, next, path, index + 1, go, childOf);
  frame.view.evaluation.tick(1);
  if (step.is === 'constant') return onward(childOf(value, step.value));
  if (canEvaluate(frame, step)) return evaluateTerm(frame, step, (key) => onward(childOf(value, key)));
  for (const [key, child] of keyedMembers(value)) {
    frame.view.evaluation.tick(1);
    if (matchPattern(frame, step, key, () => onward(child))) return true;
  }
  return false;
}

/** The values of the rules at a node and below it. */
function evaluateLeaves(view: DocumentView, node: RuleNode): RegoValue {
  const entries: (readonly [RegoValue, RegoValue])[] = [];
  for (const [name, child] of node.children) {
    if (isReplaced(view, child) || isFunctionNode(child)) continue;
    const value = child.rules.length ? evaluateRule(view, child) : evaluateLeaves(view, child);
    if (value !== undefined) entries.push([name, value]);
  }
  return chargeValue(view.evaluation, objectOf(entries));
}
/** The document at a node: the values of rules, overlaid with the given data. */
function evaluateDocument(view: DocumentView, node: RuleNode, data: RegoValue | undefined): RegoValue {
  const leaves = evaluateLeaves(view, node);
  return data === undefined ? leaves : chargeValue(view.evaluation, mergeObjects(leaves, data));
}

function evaluateDataPath(
  frame: Frame,
  node: RuleNode | undefined,
  data: RegoValue | undefined,
  path: readonly ResolvedTerm[],
  index: number,
  go: OnValue,
): boolean {
  const { view } = frame;
  if (!node || isReplaced(view, node)) return data !== undefined && evaluateValuePath(frame, data, path, index, go, getDataChild);
  if (node.rules.length) {
    const value = isFunctionNode(node) ? undefined : evaluateRule(view, node);
    return value !== undefined && evaluateValuePath(frame, value, path, index, go);
  }
  const step = path[index];
  if (!step) return go(evaluateDocument(view, node, data));
  const onward = (key: RegoValue) =>
    evaluateDataPath(
      frame,
      isString(key) ? node.children.get(key) : undefined,
      data === undefined ? undefined : getDataChild(data, key),
      path,
      index + 1,
      go,
    );
  view.evaluation.tick(1);
  if (canEvaluate(frame, step)) return evaluateTerm(frame, step, onward);
  const names = new Set([
    ...node.children.keys(),
    ...(data !== undefined && isObject(data)
      ? entriesOf(data)
          .map(([key]) => key)
          .filter(isString)
      : []),
  ]);
  return [...names].sort(compareStrings).some((name) => matchPattern(frame, step, name, () => onward(name)));
}

/** Calls `go` with the value at a path, once for each binding of its variables. */
export function evaluatePath(frame: Frame, { root, path }: ResolvedPath, go: OnValue): boolean {
  const { view } = frame;
  if (root === 'data') return evaluateDataPath(frame, view.evaluation.root, view.data, path, 0, go);
  if (root === 'input') return view.input !== undefined && evaluateValuePath(frame, view.input, path, 0, go);
  return evaluateTerm(frame, root, (value) => evaluateValuePath(frame, value, path, 0, go));
}
