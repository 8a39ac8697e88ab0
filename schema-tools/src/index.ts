export type * from './api.ts';
export { compile } from './compile/compile.ts';
export { deprecations } from './evaluate/deprecations.ts';
export { annotations, faults, isValid } from './evaluate/evaluate.ts';
export { load, pack, type Packed, type PackedAnnotations, type PackedSchema } from './evaluate/pack.ts';
export { unknown } from './evaluate/evaluation.ts';
export { SchemaError } from './schema-error.ts';
