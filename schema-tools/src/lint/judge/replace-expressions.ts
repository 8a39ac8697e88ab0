import { unknown } from '../../index.ts';
import { isObject } from '../../json.ts';
import { setOwnProperty } from '../../documents/set-own-property.ts';

/** `${…}` and `%{…}`, unless doubled, which escapes them in Terraform. */
const hasInterpolation = (text: string): boolean => /(?:^|[^$])(?:\$\$)*\$\{|(?:^|[^%])(?:%%)*%\{/.test(text);

/**
 * A value as Terraform reads it: strings that it will evaluate are replaced by unknown values, and null members are removed, since they
 * mean absent. Returns the same value if it has neither.
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
