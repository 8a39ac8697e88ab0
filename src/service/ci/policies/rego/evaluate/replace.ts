import { findNode } from '../compile/tree.ts';
import { PolicyFault } from '../fault.ts';
import type { Step } from '../resolve/resolved.ts';
import { entriesOf, fieldOf, isObject, isString, objectOf, type Value } from '../values/index.ts';
import type { Frame, View } from './run.ts';
import { eachOfAll } from './terms.ts';

/** A value with another at a path in it; what is in the way becomes an object. */
function put(value: Value | undefined, path: readonly Value[], inner: Value): Value {
  const [step, ...rest] = path;
  if (step === undefined) return inner;
  const object = value !== undefined && isObject(value) ? value : objectOf([]);
  return objectOf([...entriesOf(object), [step, put(fieldOf(object, step), rest, inner)]]);
}

function replaced(frame: Frame, view: View, { replacing, at }: Step, index: number, value: Value): View {
  const { root, path } = replacing[index] as Step['replacing'][number];
  if (root === 'input') return { ...view, input: put(view.input, path, value) };
  const names = path.filter(isString);
  const { node, rest } = findNode(view.run.root, names);
  if (node.rules.length && rest.length) throw new PolicyFault('unsupported', frame.file, at, `\`with\` replaces the whole of the rule ${node.path.join('.')}, not a part of it`);
  return { ...view, data: put(view.data, path, value), hidden: new Set([...view.hidden, JSON.stringify(names)]) };
}

/** Evaluates a statement under another `input` or `data`. The variables are the same. */
export function replacing(frame: Frame, step: Step, go: (inner: Frame) => boolean): boolean {
  return eachOfAll(frame, step.replacing.map(({ value }) => value), (values) => {
    const view = values.reduce<View>((before, value, index) => replaced(frame, before, step, index, value), { ...frame.view, known: new Map() });
    return go({ ...frame, view });
  });
}
