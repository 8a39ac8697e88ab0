import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { lineIndex, decode, type Format, readSource, type Source } from '@slipway/schema-tools/documents';
import type { Flags } from '../flags/flag.ts';
import { quote } from '../flags/values/quote.ts';
import { describeValue, convertValue } from './convert-value.ts';
import { describeFileError } from '../files/describe-file-error.ts';

/** Which flag each key of a `--config` file sets, in lower case: its own name, and the nested ones that it declares. */
const indexFlagsByKey = (flags: Flags): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(flags).flatMap(([name, { keys = [] }]) => [name, ...keys].map((key): [string, string] => [key.toLowerCase(), name])),
  );

/** What is wrong with a `--config` file: the words after `fatal error in config file: `. */
export class ConfigFileError extends Error {}

const formats: Readonly<Record<string, Format>> = { '.yaml': 'yaml', '.yml': 'yaml', '.json': 'json', '.toml': 'toml' };
const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const pointerStep = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const readText = async (path: string): Promise<string> => {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigFileError(`open ${path}: ${describeFileError(error.code) ?? error.code}`);
  });
  const { text, fault } = decode(bytes);
  if (fault) throw new ConfigFileError(`${path}: ${fault.message}`);
  return text;
};

/** Unknown keys beyond this number are counted. */
const maxNotices = 20;

export interface ConfigFile {
  /** The values by flag. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Keys that no flag has: `mesh.yaml:3: "genral.kubeconfig" is no key of this file`. */
  readonly notices: readonly string[];
}

const createLineLocator = ({ documents: [document], text }: Source) => {
  const lines = lineIndex(text);
  return (pointer: string): number => lines.position(document!.locate([pointer]).get(pointer)?.key.start ?? 0).line;
};

interface Reader {
  readonly path: string;
  readonly flags: Flags;
  /** Flags by key in lower case. */
  readonly keys: ReadonlyMap<string, string>;
  /** The line of the key at a pointer. */
  readonly lineOf: (pointer: string) => number;
  readonly values: Map<string, unknown>;
  readonly notices: string[];
  /** The key that has set a flag, by flag. */
  readonly setBy: Map<string, string>;
  /** Unknown keys beyond the limit of notices. */
  unlistedKeys: number;
}

const setFlag = ({ path, flags, values, notices, setBy }: Reader, name: string, value: unknown, key: string, line: number): void => {
  const previous = setBy.get(name);
  if (previous !== undefined) throw new ConfigFileError(`${path}:${line}: ${key} says again what ${previous} says`);
  setBy.set(name, `${key} on line ${line}`);
  const flag = flags[name]!;
  if (flag.deprecated !== undefined) notices.push(`${path}:${line}: ${key} has been deprecated, ${flag.deprecated}`);
  try {
    values.set(name, convertValue(flag, value));
  } catch (error) {
    throw new ConfigFileError(`${path}:${line}: ${key}: ${(error as Error).message}`);
  }
};

const noticeUnknown = (reader: Reader, key: string, pointer: string): void => {
  const { path, notices, lineOf } = reader;
  if (notices.length < maxNotices) notices.push(`${path}:${lineOf(pointer)}: ${quote(key)} is no key of this file`);
  else reader.unlistedKeys += 1;
};

/** Whether a key leads through the table, so that a deep file is not read deeper than any key. */
const isPrefix = ({ keys }: Reader, key: string): boolean => [...keys.keys()].some((name) => name.startsWith(`${key.toLowerCase()}.`));

const readTable = (reader: Reader, table: Readonly<Record<string, unknown>>, prefix: string, pointer: string): void => {
  for (const [name, value] of Object.entries(table)) {
    const [key, place] = [prefix === '' ? name : `${prefix}.${name}`, pointer + pointerStep(name)];
    const flag = reader.keys.get(key.toLowerCase());
    if (flag !== undefined) {
      if (value !== null) setFlag(reader, flag, value, key, reader.lineOf(place));
    } else if (isTable(value) && isPrefix(reader, key)) readTable(reader, value, key, place);
    else if (value !== null || !isPrefix(reader, key)) noticeUnknown(reader, key, place);
  }
};

/** Parses the file, and throws when it is not a document. */
const parseSource = async (path: string): Promise<Source> => {
  const format = formats[extname(path).toLowerCase()];
  if (!format) throw new ConfigFileError(`Unsupported Config Type ${quote(extname(path).slice(1))}`);
  const source = await readSource(await readText(path), format);
  const fault = source.faults.find(({ severity }) => severity === 'error');
  if (fault) throw new ConfigFileError(`${path}:${lineIndex(source.text).position(fault.start).line}: ${fault.message}`);
  return source;
};

/**
 * Reads a `--config` file: YAML, JSON or TOML by its extension; keys in any case, nested or the name of a flag. A value of null
 * counts as absent. Throws only ConfigFileError.
 */
export const readConfigFile = async (path: string, flags: Flags): Promise<ConfigFile> => {
  const source = await parseSource(path);
  const { documents } = source;
  const [document] = documents;
  if (document === undefined || document.value === null) return { values: new Map(), notices: [] };
  if (documents.length > 1) throw new ConfigFileError(`${path}: expected one document, found ${documents.length}`);
  if (!isTable(document.value)) throw new ConfigFileError(`${path}: expected keys and values, found ${describeValue(document.value)}`);
  const [values, notices]: [Map<string, unknown>, string[]] = [new Map(), []];
  const lineOf = createLineLocator(source);
  const reader: Reader = { path, flags, keys: indexFlagsByKey(flags), lineOf, values, notices, setBy: new Map(), unlistedKeys: 0 };
  readTable(reader, document.value, '', '');
  if (reader.unlistedKeys > 0) notices.push(`${path}: ${reader.unlistedKeys} more keys are none of this file`);
  return { values, notices };
};
