import { unescapePointerToken } from '@slipway/schema-tools/load';
import {
  entriesOf,
  getField,
  hasMember,
  isArray,
  isEqual,
  isObject,
  isSet,
  isString,
  membersOf,
  objectOf,
  setOf,
  type ObjectValue,
  type RegoValue,
} from '../values/index.ts';
import { asArray, asObject, typeMismatch } from './builtin.ts';

const fail = (): never => {
  throw typeMismatch;
};
/** The steps of a JSON pointer, or of an array of keys. */
function stepsOf(path: RegoValue | undefined): readonly RegoValue[] {
  if (path === undefined) return fail();
  if (!isString(path)) return asArray(path);
  return path === '' ? [] : path.replace(/^\//, '').split('/').map(unescapePointerToken);
}
/** The index of a step in an array; `-` is the one after the last. */
function indexOf(step: RegoValue, length: number): number {
  if (step === '-') return length;
  const index = typeof step === 'number' ? step : isString(step) && /^(0|[1-9]\d*)$/.test(step) ? Number(step) : -1;
  return Number.isInteger(index) && index >= 0 && index <= length ? index : fail();
}
function childAt(value: RegoValue, step: RegoValue): RegoValue {
  const child = isArray(value)
    ? value[indexOf(step, value.length)]
    : isObject(value)
      ? getField(value, step)
      : isSet(value) && hasMember(value, step)
        ? step
        : undefined;
  return child === undefined ? fail() : child;
}
/** The value, with the parent of the last step changed. */
function changeParent(value: RegoValue, steps: readonly RegoValue[], change: (parent: RegoValue, last: RegoValue) => RegoValue): RegoValue {
  const [step, ...rest] = steps;
  if (step === undefined) return fail();
  if (rest.length === 0) return change(value, step);
  const child = changeParent(childAt(value, step), rest, change);
  if (isArray(value)) return value.map((item, index) => (index === indexOf(step, value.length) ? child : item));
  if (isObject(value)) return objectOf([...entriesOf(value), [step, child]]);
  return isSet(value) ? setOf([...membersOf(value).filter((member) => !isEqual(member, step)), child]) : fail();
}
const addAt = (value: RegoValue, steps: readonly RegoValue[], added: RegoValue): RegoValue =>
  steps.length === 0
    ? added
    : changeParent(value, steps, (parent, last) => {
        if (isArray(parent)) return parent.toSpliced(indexOf(last, parent.length), 0, added);
        if (isObject(parent)) return objectOf([...entriesOf(parent), [last, added]]);
        return isSet(parent) && isEqual(last, added) ? setOf([...membersOf(parent), added]) : fail();
      });
const removeAt = (value: RegoValue, steps: readonly RegoValue[]): RegoValue =>
  changeParent(value, steps, (parent, last) => {
    const removed = childAt(parent, last);
    if (isArray(parent)) return parent.toSpliced(indexOf(last, parent.length), 1);
    if (isObject(parent)) return objectOf(entriesOf(parent).filter(([key]) => !isEqual(key, last)));
    return isSet(parent) ? setOf(membersOf(parent).filter((member) => !isEqual(member, removed))) : fail();
  });
const valueAt = (value: RegoValue, steps: readonly RegoValue[]): RegoValue => steps.reduce(childAt, value);
const beginsWith = (steps: readonly RegoValue[], start: readonly RegoValue[]): boolean =>
  steps.length > start.length && start.every((step, index) => isEqual(step, steps[index] as RegoValue));

function applyOperation(document: RegoValue, operation: ObjectValue): RegoValue {
  const steps = stepsOf(getField(operation, 'path'));
  const value = () => {
    const found = getField(operation, 'value');
    return found === undefined ? fail() : found;
  };
  switch (getField(operation, 'op')) {
    case 'add':
      return addAt(document, steps, value());
    case 'remove':
      return removeAt(document, steps);
    case 'replace':
      return steps.length === 0 ? value() : addAt(removeAt(document, steps), steps, value());
    case 'move': {
      const from = stepsOf(getField(operation, 'from'));
      return beginsWith(steps, from) ? fail() : addAt(removeAt(document, from), steps, valueAt(document, from));
    }
    case 'copy':
      return addAt(document, steps, valueAt(document, stepsOf(getField(operation, 'from'))));
    case 'test':
      return isEqual(valueAt(document, steps), value()) ? document : fail();
    default:
      return fail();
  }
}
/** Applies the operations of RFC 6902, which also change sets. @throws typeMismatch when one of them fails. */
export const patchJson = (document: RegoValue, operations: RegoValue): RegoValue =>
  asArray(operations).map(asObject).reduce(applyOperation, document);
