import { readFileSync } from 'node:fs';
import { syntaxFault } from '@slipway/schema-tools/json-syntax';
import { CliError } from './cli-error.ts';

/** The value of a file's text. Throws a CliError with the place that is not JSON. Nothing is quoted: the file can hold secrets. */
export function parseJson(text: string, file: string, exitCode: CliError['exitCode'] = 1): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    const lines = text.slice(0, syntaxFault(text, false)?.start).split('\n');
    throw new CliError(`${file} is not JSON: line ${lines.length}, column ${lines.at(-1)!.length + 1}.`, exitCode);
  }
}

/** As `parseJson`, for a file; errors of the file system stay as they are. */
export const readJsonFile = (file: string): unknown => parseJson(readFileSync(file, 'utf8'), file);
