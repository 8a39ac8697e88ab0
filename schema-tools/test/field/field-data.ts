import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

/** Small inputs of people who do this job, beside the checkout; `SLIPWAY_FIELD_DATA` names another folder. */
export const fieldData = process.env['SLIPWAY_FIELD_DATA'] ?? join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'field');

/** Why tests with these inputs are skipped; undefined where they are there. */
export const missingFieldData = existsSync(join(fieldData, 'lint-helm'))
  ? undefined
  : 'the inputs of the field are not at hand: set SLIPWAY_FIELD_DATA to their folder';

/** A copy of one input, with more files. */
export const fieldFolder = (name: string, files: { readonly [name: string]: string } = {}): string => {
  const folder = temporaryFolder(files);
  cpSync(join(fieldData, name), folder, { recursive: true });
  return folder;
};
