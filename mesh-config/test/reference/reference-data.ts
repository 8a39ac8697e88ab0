import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Responses of the public reference to our own documents, next to the checkout; they may be absent. */
export const referenceFolder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'mesh-reference');
export const isReferenceThere = existsSync(referenceFolder);
export const reasonOfAbsence = 'the answers of the reference are not beside this checkout';

export const readLines = <T>(file: string): readonly T[] =>
  readFileSync(join(referenceFolder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

/** Differences that are kept on purpose: a heading with the reason, and below it the names, one on each line. */
export const readDifferences = (file: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  let reason = '';
  for (const line of readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')) {
    if (line.startsWith('# ')) reason = line.slice(2);
    else if (line !== '') found.set(line, reason);
  }
  return found;
};
