export { type Annotation, type Asked, annotations, collect, isValid } from './annotations.ts';
export { type Compiled, compile, type Sources } from './compile.ts';
export { deprecatedWarnings, deprecatedWarningsOf, type DeprecationWarning } from './deprecated.ts';
export { SchemaError } from './schema-error.ts';
