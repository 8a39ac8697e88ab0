import { readFile, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { decode, formatOf, lineIndex, readSource } from '../../documents/index.ts';
import type { Source } from '../../documents/source.ts';
import { InlineLimitError } from '../files/inline-limits.ts';
import { describeSpecialFile } from '../files/special-file.ts';
import { SchemaProblem } from './schema-problem.ts';

/** A schema's file, read; JSON, YAML or TOML. */
export interface SchemaFile {
  readonly file: string;
  /** The `file:` URI. */ readonly uri: string;
  readonly value: unknown;
  readonly source: Source;
}

const readErrors: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  EISDIR: 'it is a folder',
  ELOOP: 'the link leads round in a circle',
};

/** Throws a SchemaProblem at the place of what is wrong, and TooMuch for more than `most` bytes. */
export async function readSchemaFile(file: string, most = Infinity): Promise<SchemaFile> {
  let bytes: Buffer;
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    const special = describeSpecialFile(found);
    if (special !== undefined) throw new Error(`it is ${special}, not a file`);
    if (found.size > most) throw new InlineLimitError();
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof InlineLimitError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SchemaProblem(file, `This schema cannot be read: ${readErrors[code ?? ''] ?? message}.`);
  }
  const { text, fault } = decode(bytes);
  if (fault) throw new SchemaProblem(file, `This schema cannot be read: ${fault.message}.`, lineIndex(text).region(fault));
  const source = await readSource(text, formatOf(file) ?? 'json');
  const wrong = source.faults.find(({ severity }) => severity === 'error');
  if (wrong) throw new SchemaProblem(file, `This schema cannot be read: ${wrong.message}`, lineIndex(text).region(wrong));
  const [document, another] = source.documents;
  if (!document) throw new SchemaProblem(file, 'This schema is empty; a schema is an object, or true or false.');
  if (another) throw new SchemaProblem(file, 'This file holds several documents; a schema is one.');
  const { value } = document;
  if (typeof value !== 'boolean' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
    throw new SchemaProblem(
      file,
      `A schema is an object, or true or false; this is ` +
        `${value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`}.`,
    );
  }
  return { file, uri: pathToFileURL(file).href, value, source };
}

/** A schema that is written inside of the settings of an editor, as if it were the content of `file`. */
export async function inlineSchemaFile(file: string, value: unknown): Promise<SchemaFile> {
  return { file, uri: pathToFileURL(file).href, value, source: await readSource(JSON.stringify(value), 'json') };
}
