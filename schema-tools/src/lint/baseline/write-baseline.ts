import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Finding } from '../finding.ts';
import { baselineEntries } from './entries.ts';
import { BaselineError } from './read-baseline.ts';

/**
 * Writes what was found as the baseline; the file is whole or untouched. `cwd`: the folder to which the findings' files are
 * relative. Answers how many findings are in it. Throws a BaselineError.
 */
export const writeBaseline = async (path: string, findings: readonly Finding[], cwd: string = process.cwd()): Promise<number> => {
  const known = baselineEntries(findings, dirname(resolve(path)), cwd);
  const rows = known.map(({ file, rule, pointer, message, count }) => `    ${JSON.stringify({ file, rule, pointer, message, count })}`);
  const beside = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(beside, `{\n  "version": 1,\n  "findings": [${rows.length === 0 ? '' : `\n${rows.join(',\n')}\n  `}]\n}\n`);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw new BaselineError(`${path}: the baseline cannot be written: ${(error as Error).message}`, { cause: error });
  }
  return known.reduce((sum, { count }) => sum + count, 0);
};
