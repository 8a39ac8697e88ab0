export * from './decode.ts';
export * from './dialect.ts';
export * from './encode.ts';
export * from './pointer.ts';
export * from './profile.ts';
