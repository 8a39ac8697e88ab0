export * from './decode.ts';
export * from './document-format.ts';
export * from './encode.ts';
export * from './pointer.ts';
export * from './hosted-dialect.ts';
