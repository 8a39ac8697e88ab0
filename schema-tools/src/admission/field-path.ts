import { unescapePointerToken } from '../json.ts';

const isPlain = (name: string): boolean => /^[A-Za-z_$][\w$-]*$/.test(name);

/** A JSON pointer in kubectl's notation: `spec.containers[0].env["a.b"].name`. The object decides whether `0` is an index or a name. */
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
