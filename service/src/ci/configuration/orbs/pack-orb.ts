import { readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { isObject } from '@slipway/schema-tools/json';
import { stringify } from 'yaml';
import { readConfiguration } from '../source/read-configuration.ts';

/** The folder of an orb cannot be packed. The message is the user's: it names the file. */
export class OrbPackError extends Error {
  override readonly name = 'OrbPackError';
}

const elementFolders = ['commands', 'executors', 'jobs', 'examples'];
const wholeInclude = /^\s*<<\s*include\(\s*([^)]+?)\s*\)\s*>>\s*$/;

const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new OrbPackError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`);
  }
};

const readYaml = async (file: string): Promise<unknown> => {
  const reading = await readConfiguration(await readText(file));
  if (!('faults' in reading)) return reading.document.value;
  const { line, column, message } = reading.faults[0]!;
  throw new OrbPackError(`${file}:${line}:${column}: ${message}`);
};

/** The text of an included file, with its `<<` escaped, because it is not a template. */
const includeText = async (text: string, file: string, folder: string): Promise<string> => {
  if (!/<<\s*include\(/.test(text)) return text;
  const [, path] = wholeInclude.exec(text) ?? [];
  if (path === undefined) throw new OrbPackError(`${file}: expected <<include(FILE)>> as the whole of a text, once`);
  const way = relative(folder, resolve(folder, path));
  if (isAbsolute(way) || way.startsWith('..')) throw new OrbPackError(`${file}: <<include(${path})>> is outside of the orb's folder`);
  return (await readText(join(folder, path))).replaceAll('<<', '\\<<');
};

const includeTexts = async (value: unknown, file: string, folder: string): Promise<unknown> => {
  if (typeof value === 'string') return includeText(value, file, folder);
  if (Array.isArray(value)) return Promise.all(value.map((item) => includeTexts(item, file, folder)));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    await Promise.all(Object.entries(value).map(async ([name, inner]) => [name, await includeTexts(inner, file, folder)] as const)),
  );
};

const listYaml = async (folder: string): Promise<readonly string[]> => {
  try {
    return (await readdir(folder)).filter((name) => /\.ya?ml$/.test(name)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new OrbPackError(`${folder} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`);
  }
};

const readElement = async (file: string, folder: string): Promise<unknown> => includeTexts(await readYaml(file), file, folder);

/**
 * Packs the folder of an orb into one text: `@orb.yml`, and an element for each file of `commands`, `executors`, `jobs` and
 * `examples`. `<<include(scripts/a.sh)>>` is replaced by that file. @throws OrbPackError
 */
export const packOrb = async (folder: string): Promise<string> => {
  const files = await listYaml(folder);
  const stray = files.find((name) => !name.startsWith('@'));
  if (stray !== undefined) throw new OrbPackError(`${join(folder, stray)}: expected elements in ${elementFolders.join(', ')}`);
  if (files.length === 0) throw new OrbPackError(`there is no file ${join(folder, '@orb.yml')}`);
  const orb: Record<string, unknown> = {};
  for (const name of files) {
    const value = await readElement(join(folder, name), folder);
    if (!isObject(value)) throw new OrbPackError(`${join(folder, name)}: expected a mapping`);
    Object.assign(orb, value);
  }
  for (const kind of elementFolders) {
    const elements = isObject(orb[kind]) ? { ...orb[kind] } : {};
    for (const name of await listYaml(join(folder, kind))) {
      const key = name.replace(/\.ya?ml$/, '');
      if (Object.hasOwn(elements, key)) throw new OrbPackError(`${join(folder, kind, name)}: ${key} is declared twice`);
      Object.assign(elements, { [key]: await readElement(join(folder, kind, name), folder) });
    }
    if (Object.keys(elements).length > 0) orb[kind] = elements;
  }
  return stringify(orb, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0, indentSeq: true });
};
