import { unescapePointerToken } from '../json.ts';

const isPlain = (name: string): boolean => /^[A-Za-z_$][\w$-]*$/.test(name);

/**
 * A pointer into an object as people who use kubectl write it: `spec.containers[0].env["a.b"].name`. Whether `0` is an
 * index or a name the object says.
 */
export const fieldPath = (object: unknown, pointer: string): string => {
  let value = object;
  return pointer
    .split('/')
    .slice(1)
    .map(unescapePointerToken)
    .reduce((path, step) => {
      const isIndex = Array.isArray(value);
      value = (value as { readonly [step: string]: unknown } | null | undefined)?.[step];
      if (isIndex) return `${path}[${step}]`;
      if (!isPlain(step)) return `${path}[${JSON.stringify(step)}]`;
      return path === '' ? step : `${path}.${step}`;
    }, '');
};
