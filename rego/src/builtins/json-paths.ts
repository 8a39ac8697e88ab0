import { unescapePointerToken } from '@slipway/schema-tools/load';
import { entriesOf, isArray, isObject, isString, keyOf, objectOf, type ObjectValue, type RegoValue } from '../values/index.ts';
import { asString } from './builtin.ts';

/** Steps by name; `null` at the end of a path. */
interface PathTree {
  readonly steps: Map<string, PathTree>;
  ends: boolean;
}

function buildPathTree(paths: readonly RegoValue[]): PathTree {
  const root: PathTree = { steps: new Map(), ends: false };
  for (const path of paths) {
    let node = root;
    const steps = isString(path)
      ? path.replace(/^\//, '').split('/').map(unescapePointerToken)
      : isArray(path)
        ? path.map(formatStep)
        : [asString(path)];
    for (const step of steps) {
      const next = node.steps.get(step) ?? { steps: new Map(), ends: false };
      node.steps.set(step, next);
      node = next;
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
      const next = tree.steps.get(String(index));
      return next ? [keepPaths(item, next)] : [];
    });
  if (!isObject(value)) return value;
  return objectOf(
    entriesOf(value).flatMap(([key, held]) => {
      const next = tree.steps.get(formatStep(key));
      return next ? [[key, keepPaths(held, next)] as const] : [];
    }),
  );
}
function dropPaths(value: RegoValue, tree: PathTree): RegoValue {
  if (isArray(value))
    return value.flatMap((item, index) => {
      const next = tree.steps.get(String(index));
      return next?.ends ? [] : [next ? dropPaths(item, next) : item];
    });
  if (!isObject(value)) return value;
  return objectOf(
    entriesOf(value).flatMap(([key, held]) => {
      const next = tree.steps.get(formatStep(key));
      return next?.ends ? [] : [[key, next ? dropPaths(held, next) : held] as const];
    }),
  );
}

/** What of a value lies on these paths: pointers, or arrays of steps. */
export const filterPaths = (value: ObjectValue, paths: readonly RegoValue[]): RegoValue => keepPaths(value, buildPathTree(paths));
/** A value without what lies at these paths. */
export const removePaths = (value: ObjectValue, paths: readonly RegoValue[]): RegoValue => dropPaths(value, buildPathTree(paths));
