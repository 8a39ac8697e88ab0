/** Evaluating what was compiled beforehand: without the compiler, for programs that must start fast. */
export type * from './api.ts';
export { deprecatedLocations } from './evaluate/deprecated-locations.ts';
export { deprecations } from './evaluate/deprecations.ts';
export { annotations, faults, isValid } from './evaluate/evaluate.ts';
export {
  unescapePointerToken,
  /** @deprecated Use `unescapePointerToken`. */
  unescapePointerToken as unescaped,
} from './json.ts';
export { unknown } from './evaluate/evaluation.ts';
export { load, pack, type Packed, type PackedAnnotations, type PackedSchema } from './evaluate/pack.ts';
export { SchemaError } from './schema-error.ts';
