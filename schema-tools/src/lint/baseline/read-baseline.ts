import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { describeSpecialFile } from '../files/special-file.ts';
import type { Baseline, BaselineEntry } from './baseline.ts';

/** A baseline file that cannot be read or is malformed: the user can fix it. */
export class BaselineError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BaselineError';
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isEntry = (row: unknown): row is BaselineEntry => {
  if (typeof row !== 'object' || row === null) return false;
  const { file, rule, pointer, message, count } = row as Record<string, unknown>;
  return (
    isText(file) &&
    isText(rule) &&
    isText(pointer) &&
    isText(message) &&
    (count === undefined || (Number.isInteger(count) && (count as number) > 0))
  );
};

const parseBaseline = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new BaselineError(
      `${path}: expected a baseline, which is JSON: ${(error as Error).message}. \`--write-baseline\` writes a new one.`,
    );
  }
};

/** A baseline from its file. Throws a BaselineError that names the file and what was expected. */
export const readBaseline = async (path: string): Promise<Baseline> => {
  const text = await stat(path)
    .then((found) => {
      const special = describeSpecialFile(found);
      if (special !== undefined) throw new Error(`it is ${special}, not a file`);
      return readFile(path, 'utf8');
    })
    .catch((error: NodeJS.ErrnoException) => {
      throw new BaselineError(
        error.code === 'ENOENT'
          ? `${path}: there is no such baseline; \`--write-baseline\` makes it.`
          : `${path}: the baseline cannot be read: ${error.message}`,
        { cause: error },
      );
    });
  const said = parseBaseline(text, path);
  const { version, findings } = (typeof said === 'object' && said !== null ? said : {}) as { version?: unknown; findings?: unknown };
  if (version !== 1) throw new BaselineError(`${path}: expected a baseline with "version": 1, given ${JSON.stringify(version) ?? 'none'}.`);
  if (!Array.isArray(findings)) throw new BaselineError(`${path}: expected "findings" to be an array.`);
  const bad = findings.findIndex((row) => !isEntry(row));
  if (bad !== -1)
    throw new BaselineError(
      `${path}: expected /findings/${bad} to be { file, rule, pointer, message, count }, the first four of them strings, ` +
        `count a whole number from 1.`,
    );
  return { folder: dirname(resolve(path)), entries: (findings as BaselineEntry[]).map((row) => ({ ...row, count: row.count ?? 1 })) };
};
