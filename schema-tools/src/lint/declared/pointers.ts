import { unescaped } from '../../json.ts';

export const parentOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** The property or index a pointer ends in; '' for the whole. */
export const lastStep = (pointer: string): string => unescaped(pointer.slice(pointer.lastIndexOf('/') + 1));

/** Which schema a file has is said to editors and linters, not to the program that reads it: no schema need allow it. */
export const namesItsSchema = '/$schema';
