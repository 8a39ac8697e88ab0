/** A value that may be chosen. */
export type Option = string | number | boolean | readonly unknown[] | { readonly [name: string]: unknown };

/** The type of the module's variable, if all values have the same one. */
export const optionType = (options: readonly Option[]): string | undefined => {
  const types = new Set(options.map((option) => (Array.isArray(option) ? 'list' : typeof option)));
  const [type] = types;
  if (types.size !== 1) return undefined;
  return type === 'boolean' ? 'bool' : type === 'string' || type === 'number' ? type : undefined;
};

/** The format of `variable_options`: a text unchanged, everything else as JSON. */
export const optionText = (option: Option, type: string): string =>
  type === 'string' && typeof option === 'string' ? option : JSON.stringify(option);
