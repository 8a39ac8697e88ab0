import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Inputs drawn from public reports, beside the checkout: a folder for each. Tests run in the checkout. */
const field = join(process.cwd(), '..', 'shared', 'data', 'field');

/** Why the tests over the inputs cannot run; empty where they are there. */
export const withoutField = existsSync(field) ? '' : 'the inputs of public reports are not beside the checkout';
export const fieldFolder = (folder: string): string => join(field, folder);
export const readField = (folder: string, file: string): string => readFileSync(join(fieldFolder(folder), file), 'utf8');
