import type { Values } from '@slipway/declarations/declare';

/** Options are strings in the configuration and values on the wire: for another type than `string`, each is JSON. */
export const optionToWire = (type: string, option: string): unknown => {
  if (type === 'string') return option;
  try {
    return JSON.parse(option);
  } catch {
    return option;
  }
};
export const optionFromWire = (option: unknown): string => (typeof option === 'string' ? option : JSON.stringify(option));

export interface OptionDocument {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly options: readonly string[];
}

/** The `variable-options` documents that came along (`include=variable_options`). */
export const parseIncludedOptions = (body: unknown): readonly OptionDocument[] =>
  ((body as { included?: readonly Values[] } | null)?.included ?? [])
    .filter((document) => document['type'] === 'variable-options')
    .map((document) => {
      const attributes = (document['attributes'] ?? {}) as Values;
      return {
        id: String(document['id']),
        name: String(attributes['variable-name']),
        type: String(attributes['variable-type']),
        options: ((attributes['options'] ?? []) as readonly unknown[]).map(optionFromWire),
      };
    });
