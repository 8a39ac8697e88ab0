import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { lineIndex, decode, type Format, readSource, type Source } from '@slipway/schema-tools/documents';
import type { Flags } from '../flags/flag.ts';
import { quote } from '../flags/values/quote.ts';
import { indexFlagsByKey } from './flags-by-key.ts';
import { describeValue, convertValue } from './convert-value.ts';
import { describeFileError } from '../files/describe-file-error.ts';

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

/** Of keys that are not known, so many are told one by one. */
const maxNotices = 20;

export interface ConfigFile {
  /** By flag. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Keys that no flag has: `mesh.yaml:3: "genral.kubeconfig" is no key of this file`. */
  readonly notices: readonly string[];
}

const createLineLocator = ({ documents: [document], text }: Source) => {
  const lines = lineIndex(text);
  return (pointer: string): number => lines.position(document!.locate([pointer]).get(pointer)?.key.start ?? 0).line;
};

/**
 * Reads a `--config` file: YAML, JSON or TOML by its ending, keys in any case, nested or a flag's name. What is null is
 * as good as not there. Throws ConfigFileError, and nothing else.
 */
export const readConfigFile = async (path: string, flags: Flags): Promise<ConfigFile> => {
  const format = formats[extname(path).toLowerCase()];
  if (!format) throw new ConfigFileError(`Unsupported Config Type ${quote(extname(path).slice(1))}`);
  const source = await readSource(await readText(path), format);
  const fault = source.faults.find(({ severity }) => severity === 'error');
  if (fault) throw new ConfigFileError(`${path}:${lineIndex(source.text).position(fault.start).line}: ${fault.message}`);
  const [document] = source.documents;
  if (document === undefined || document.value === null) return { values: new Map(), notices: [] };
  if (source.documents.length > 1) throw new ConfigFileError(`${path}: expected one document, found ${source.documents.length}`);
  if (!isTable(document.value)) throw new ConfigFileError(`${path}: expected keys and values, found ${describeValue(document.value)}`);

  const names = indexFlagsByKey(flags),
    line = createLineLocator(source);
  const values = new Map<string, unknown>(),
    notices: string[] = [],
    saidBy = new Map<string, string>();
  const take = (flag: string, value: unknown, key: string, at: number): void => {
    const before = saidBy.get(flag);
    if (before !== undefined) throw new ConfigFileError(`${path}:${at}: ${key} says again what ${before} says`);
    saidBy.set(flag, `${key} on line ${at}`);
    const { deprecated } = flags[flag]!;
    if (deprecated !== undefined) notices.push(`${path}:${at}: ${key} has been deprecated, ${deprecated}`);
    try {
      values.set(flag, convertValue(flags[flag]!, value));
    } catch (error) {
      throw new ConfigFileError(`${path}:${at}: ${key}: ${(error as Error).message}`);
    }
  };
  let more = 0;
  const unknown = (key: string, place: string): void => {
    if (notices.length < maxNotices) notices.push(`${path}:${line(place)}: ${quote(key)} is no key of this file`);
    else more += 1;
  };
  // Only into tables that a key leads through: however deep a file is, no key is deeper.
  const through = (key: string): boolean => [...names.keys()].some((name) => name.startsWith(`${key.toLowerCase()}.`));
  const visit = (table: Readonly<Record<string, unknown>>, key: string, pointer: string): void => {
    for (const [name, value] of Object.entries(table)) {
      const [inner, place] = [key === '' ? name : `${key}.${name}`, pointer + pointerStep(name)];
      const flag = names.get(inner.toLowerCase());
      if (flag !== undefined) {
        if (value !== null) take(flag, value, inner, line(place));
      } else if (isTable(value) && through(inner)) visit(value, inner, place);
      else if (value !== null || !through(inner)) unknown(inner, place);
    }
  };
  visit(document.value, '', '');
  if (more > 0) notices.push(`${path}: ${more} more keys are none of this file`);
  return { values, notices };
};
