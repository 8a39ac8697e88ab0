import { unescapePointerToken } from '@slipway/schema-tools/load';
import {
  entriesOf,
  isArray,
  isObject,
  isSet,
  isString,
  keyOf,
  membersOf,
  objectOf,
  setOf,
  type ObjectValue,
  type RegoValue,
} from '../values/index.ts';
import { asString } from './builtin.ts';

/** A prefix tree of paths; `ends` marks the end of a path. */
interface PathTree {
  readonly steps: Map<string, PathTree>;
  ends: boolean;
}

function buildPathTree(paths: readonly RegoValue[]): PathTree {
  const root: PathTree = { steps: new Map(), ends: false };
  for (const path of paths) {
    if (path === '') continue;
    let node = root;
    const steps = isString(path)
      ? path.replace(/^\//, '').split('/').map(unescapePointerToken)
      : isArray(path)
        ? path.map(formatStep)
        : [asString(path)];
    for (const step of steps) {
      const subtree = node.steps.get(step) ?? { steps: new Map(), ends: false };
      node.steps.set(step, subtree);
      node = subtree;
    }
    node.ends = true;
  }
  return root;
}
const formatStep = (step: RegoValue): string => (isString(step) ? step : keyOf(step).replace(/^#/, ''));

function keepPaths(value: RegoValue, tree: PathTree): RegoValue {
  if (tree.ends) return value;
  if (isArray(value))
    return value.flatMap((item, index) => {
      const subtree = tree.steps.get(String(index));
      return subtree ? [keepPaths(item, subtree)] : [];
    });
  if (isSet(value)) return setOf(membersOf(value).filter((member) => isString(member) && tree.steps.has(member)));
  if (!isObject(value)) return value;
  return objectOf(
    entriesOf(value).flatMap(([key, child]) => {
      const subtree = tree.steps.get(formatStep(key));
      return subtree ? [[key, keepPaths(child, subtree)] as const] : [];
    }),
  );
}
function dropPaths(value: RegoValue, tree: PathTree): RegoValue {
  if (isArray(value))
    return value.flatMap((item, index) => {
      const subtree = tree.steps.get(String(index));
      return subtree?.ends ? [] : [subtree ? dropPaths(item, subtree) : item];
    });
  if (!isObject(value)) return value;
  return objectOf(
    entriesOf(value).flatMap(([key, child]) => {
      const subtree = tree.steps.get(formatStep(key));
      return subtree?.ends ? [] : [[key, subtree ? dropPaths(child, subtree) : child] as const];
    }),
  );
}

/** The parts of a value on these paths: JSON pointers, or arrays of steps. */
export const filterPaths = (value: ObjectValue, paths: readonly RegoValue[]): RegoValue => keepPaths(value, buildPathTree(paths));
/** A value without the parts at these paths. */
export const removePaths = (value: ObjectValue, paths: readonly RegoValue[]): RegoValue => dropPaths(value, buildPathTree(paths));
