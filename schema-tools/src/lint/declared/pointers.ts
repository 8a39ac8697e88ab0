import { unescaped } from '../../json.ts';

export const parentOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** The property or index a pointer ends in; '' for the whole. */
export const lastStep = (pointer: string): string => unescaped(pointer.slice(pointer.lastIndexOf('/') + 1));
