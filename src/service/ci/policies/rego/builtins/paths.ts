import { unescaped } from '@slipway/schema-tools/load';
import { entriesOf, isArray, isObject, isString, keyOf, objectOf, type ObjectValue, type Value } from '../values/index.ts';
import { text } from './builtin.ts';

/** Steps by name; `null` at the end of a path. */
interface Tree { readonly steps: Map<string, Tree>; ends: boolean }

function treeOf(paths: readonly Value[]): Tree {
  const root: Tree = { steps: new Map(), ends: false };
  for (const path of paths) {
    let node = root;
    const steps = isString(path) ? path.replace(/^\//, '').split('/').map(unescaped) : isArray(path) ? path.map(stepText) : [text(path)];
    for (const step of steps) {
      const next = node.steps.get(step) ?? { steps: new Map(), ends: false };
      node.steps.set(step, next);
      node = next;
    }
    node.ends = true;
  }
  return root;
}
const stepText = (step: Value): string => (isString(step) ? step : keyOf(step).replace(/^#/, ''));

function keep(value: Value, tree: Tree): Value {
  if (tree.ends) return value;
  if (isArray(value)) return value.flatMap((item, index) => { const next = tree.steps.get(String(index)); return next ? [keep(item, next)] : []; });
  if (!isObject(value)) return value;
  return objectOf(entriesOf(value).flatMap(([key, held]) => { const next = tree.steps.get(stepText(key)); return next ? [[key, keep(held, next)] as const] : []; }));
}
function drop(value: Value, tree: Tree): Value {
  if (isArray(value)) return value.flatMap((item, index) => { const next = tree.steps.get(String(index)); return next?.ends ? [] : [next ? drop(item, next) : item]; });
  if (!isObject(value)) return value;
  return objectOf(entriesOf(value).flatMap(([key, held]) => { const next = tree.steps.get(stepText(key)); return next?.ends ? [] : [[key, next ? drop(held, next) : held] as const]; }));
}

/** What of a value lies on these paths: pointers, or arrays of steps. */
export const filtered = (value: ObjectValue, paths: readonly Value[]): Value => keep(value, treeOf(paths));
/** A value without what lies at these paths. */
export const removed = (value: ObjectValue, paths: readonly Value[]): Value => drop(value, treeOf(paths));
