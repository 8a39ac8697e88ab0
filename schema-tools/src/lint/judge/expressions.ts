import { unknown } from '../../index.ts';
import { isObject } from '../../json.ts';
import { setOwn } from '../../documents/own.ts';

/** `${…}` and `%{…}`, unless doubled, which is how Terraform is told that they are meant as they stand. */
const interpolates = (text: string): boolean => /(?:^|[^$])(?:\$\$)*\$\{|(?:^|[^%])(?:%%)*%\{/.test(text);

/**
 * A value as Terraform takes it: with what is not known yet instead of strings that it will evaluate, and without members that
 * are null, which to it is the same as not written. The same value where there is neither.
 */
export const withUnknowns = (value: unknown): unknown => {
  if (typeof value === 'string') return interpolates(value) ? unknown : value;
  if (Array.isArray(value)) {
    const items = value.map(withUnknowns);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  let changed = false;
  const members: object = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === null) { changed = true; continue; }
    const now = withUnknowns(member);
    if (now !== member) changed = true;
    setOwn(members, name, now);
  }
  return changed ? members : value;
};
