import type { Annotation, Compiled, Deprecation, Fault, Mode, Sources } from './api.ts';
export type * from './api.ts';
export { SchemaError } from './schema-error.ts';

declare const soon: never;
/** Throws a SchemaError: its place, and what was expected there. */
export const compile: (schema: unknown, sources?: Sources) => Promise<Compiled> = soon;
export const annotations: (compiled: Compiled, instance: unknown, asked: { readonly keywords: readonly string[]; readonly mode?: Mode }) => readonly Annotation[] = soon;
export const deprecations: (compiled: Compiled, instance: unknown, mode?: Mode) => readonly Deprecation[] = soon;
export const isValid: (compiled: Compiled, instance: unknown) => boolean = soon;
/** Why an instance is not valid; empty when it is. Of failing `anyOf`/`oneOf` branches the nearest one is told. */
export const faults: (compiled: Compiled, instance: unknown) => readonly Fault[] = soon;
/** Stands in an instance for a value that is not known yet (`"${…}"` of a synthesized configuration): nothing that depends on it is certain. */
export const unknown: unique symbol = Symbol('unknown') as never;
