import { type Annotation, annotations, collect } from './annotations.ts';
import type { Compiled, Sources } from './compile.ts';

export interface DeprecationWarning {
  /** RFC 6901, in the instance: what should not be used. */
  readonly pointer: string;
  /** What to write instead, in the schema's own words where it has some. */
  readonly message: string;
}

const words = ['x-deprecation-message', 'x-deprecationMessage', 'deprecationMessage'] as const;

const messageOf = ({ schema, pointer }: Annotation): string => {
  const said = words.map((name) => schema[name]).find((text) => typeof text === 'string' && text !== '');
  return (said as string | undefined) ?? (pointer === '' ? 'This is deprecated.' : `\`${pointer.slice(pointer.lastIndexOf('/') + 1).replaceAll('~1', '/').replaceAll('~0', '~')}\` is deprecated.`);
};

/** One warning for a place, whoever says it; distinct messages follow one another. False says nothing. */
const warnings = (found: readonly Annotation[]): readonly DeprecationWarning[] => {
  const places = new Map<string, Set<string>>();
  for (const annotation of found) {
    if (annotation.value !== true) continue;
    const messages = places.get(annotation.pointer) ?? new Set();
    places.set(annotation.pointer, messages.add(messageOf(annotation)));
  }
  return [...places].map(([pointer, messages]) => ({ pointer, message: [...messages].join(' ') }));
};

/**
 * The deprecated fields that an instance uses, found by evaluating its schema. Lenient unless asked otherwise: an
 * invalid file is still warned about as far as it is certain. A `deprecated` that is not a boolean is a SchemaError.
 */
export const deprecatedWarnings = (schema: unknown, instance: unknown, { mode = 'lenient', ...sources }: Sources & { readonly mode?: 'strict' | 'lenient' } = {}): readonly DeprecationWarning[] =>
  warnings(annotations(schema, instance, { keyword: 'deprecated', mode, ...sources }));

/** The same with a schema that was compiled for the keyword `deprecated`. */
export const deprecatedWarningsOf = (compiled: Compiled, instance: unknown, mode: 'strict' | 'lenient' = 'lenient'): readonly DeprecationWarning[] =>
  warnings(collect(compiled, instance, mode));
