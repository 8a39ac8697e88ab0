export { fix } from './fix.ts';
export type { FixResult as Fixed } from './types.ts';
export { addEdits as withEdits } from './with-edits.ts';
