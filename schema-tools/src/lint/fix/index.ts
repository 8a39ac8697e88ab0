export { fix } from './fix.ts';
export type { FixResult } from './rename-candidate.ts';
export { addEdits } from './add-edits.ts';
