export { fix } from './fix.ts';
export type { FixResult as Fixed } from './rename-candidate.ts';
export { addEdits as withEdits } from './add-edits.ts';
