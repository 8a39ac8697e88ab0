import { unknown } from '../../index.ts';
import { isObject } from '../../json.ts';
import { setOwnProperty } from '../../documents/set-own-property.ts';

/** `${…}` and `%{…}`, unless doubled, which is how Terraform is told that they are meant as they stand. */
const hasInterpolation = (text: string): boolean => /(?:^|[^$])(?:\$\$)*\$\{|(?:^|[^%])(?:%%)*%\{/.test(text);

/**
 * A value as Terraform takes it: with what is not known yet instead of strings that it will evaluate, and without members that
 * are null, which to it is the same as not written. The same value where there is neither.
 */
export const replaceExpressions = (value: unknown): unknown => {
  if (typeof value === 'string') return hasInterpolation(value) ? unknown : value;
  if (Array.isArray(value)) {
    const items = value.map(replaceExpressions);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  let changed = false;
  const members: object = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === null) {
      changed = true;
      continue;
    }
    const now = replaceExpressions(member);
    if (now !== member) changed = true;
    setOwnProperty(members, name, now);
  }
  return changed ? members : value;
};
