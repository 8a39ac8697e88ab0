import { indexOf, stepsOf } from '../../../../../schema-tools/src/documents/pointer.ts';
import { escaped } from '../../../../../schema-tools/src/json.ts';
import type { Marked } from '../fault.ts';
import type { Work } from '../work.ts';

const inside = (value: unknown, step: string): unknown =>
  (typeof value === 'object' && value !== null && Object.hasOwn(value, step) && (!Array.isArray(value) || indexOf(step) !== undefined) ? (value as { readonly [key: string]: unknown })[step] : undefined);

/** What is said of a place of a compiled configuration, said of the place that it was made from. */
export const originOf = (pointer: string, message: string, compiled: unknown, root: unknown, work: Work): Marked => {
  let [value, origin, rest]: [unknown, string, string[]] = [compiled, '', []];
  for (const step of stepsOf(pointer) ?? []) {
    value = inside(value, step);
    rest.push(step);
    const made = typeof value === 'object' && value !== null ? work.origin(value) : undefined;
    if (made !== undefined) [origin, rest] = [made, []];
  }
  let found: unknown = root;
  for (const step of stepsOf(origin) ?? []) found = inside(found, step);
  let known = origin;
  for (const step of rest) {
    found = inside(found, step);
    if (found === undefined) break;
    known = `${known}/${escaped(step)}`;
  }
  return { pointer: known, message: `${rest.length > 0 ? `${rest.join('.')}: ` : ''}${message}` };
};
