export { fix } from './fix.ts';
export type { Fixed } from './types.ts';
export { withEdits } from './with-edits.ts';
