import { oneOf, required } from '../../declare/index.ts';

/** Levels whose permissions are fixed. */
export const fixedLevels = ['read', 'plan', 'write', 'maintain', 'admin'] as const;

export const accessLevel = required(oneOf(...fixedLevels, 'custom'), 'The level; only `custom` takes single permissions.');
