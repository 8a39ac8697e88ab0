const isPlainObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The engine's primitive types. Clients of the hosted service send every value as text. */
const primitives: { readonly [type: string]: (value: unknown) => boolean } = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,300}(\.\d{1,300})?$/.test(value)),
  bool: (value) => typeof value === 'boolean' || value === 'true' || value === 'false',
};

/** Whether a variable of the type can have the value, by the outermost part of the type. Only a primitive is never given as code. */
export const fitsType = (type: string, value: unknown): boolean => {
  const outer = /^[a-z]+/.exec(type.trim())?.[0] ?? '';
  const primitive = Object.hasOwn(primitives, outer) ? primitives[outer] : undefined;
  if (primitive) return primitive(value);
  if (typeof value === 'string') return true;
  if (outer === 'list' || outer === 'set' || outer === 'tuple') return Array.isArray(value);
  return outer === 'map' || outer === 'object' ? isPlainObject(value) : true;
};

/** Whether two types are equal, ignoring spaces. */
export const isSameType = (one: string, other: string): boolean => one.replaceAll(/\s/g, '') === other.replaceAll(/\s/g, '');
