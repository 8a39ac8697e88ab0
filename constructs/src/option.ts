/** A value that may be chosen. */
export type Option = string | number | boolean | readonly unknown[] | { readonly [name: string]: unknown };

/** The type of the module's variable, if all values imply the same. */
export const optionType = (options: readonly Option[]): string | undefined => {
  const types = new Set(options.map((option) => (Array.isArray(option) ? 'list' : typeof option)));
  const [type] = types;
  if (types.size !== 1) return undefined;
  return type === 'boolean' ? 'bool' : type === 'string' || type === 'number' ? type : undefined;
};

/** As `variable_options` spells it: a text as it is, everything else as JSON. */
export const optionText = (option: Option, type: string): string =>
  type === 'string' && typeof option === 'string' ? option : JSON.stringify(option);
