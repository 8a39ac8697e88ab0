export type * from './module.ts';
export type * from './statements.ts';
export type * from './terms.ts';
