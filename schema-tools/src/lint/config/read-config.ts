import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type DecodedText, decode, formatOf, lineIndex, readSource } from '../../documents/index.ts';
import type { Span } from '../../documents/source.ts';
import { compile, faults } from '../../index.ts';
import { isUri } from '../find-schema/is-uri.ts';
import type { ConfiguredIgnore } from '../ignores/configured-ignore.ts';
import { ruleIds } from '../rules/index.ts';
import { isVersion } from '../severity/index.ts';
import { describeSpecialFile } from '../files/special-file.ts';
import { type LintConfig, ConfigError, type Severities } from './lint-config.ts';
import { configSchema } from './config-schema.ts';

interface ConfigFile {
  readonly schemas?: readonly { readonly fileMatch: string | readonly string[]; readonly schema: string }[];
  readonly catalog?: string;
  readonly providerSchemas?: string | readonly string[];
  readonly rules?: Severities;
  readonly ignore?: readonly (string | ConfiguredIgnore)[];
  readonly baseline?: string;
  readonly atVersion?: string;
  readonly maxWarnings?: number;
  readonly strictSpec?: boolean;
  readonly overrides?: readonly {
    readonly files: string | readonly string[];
    readonly rules?: Severities;
    readonly atVersion?: string;
    readonly schema?: string;
  }[];
}

const toList = (value: string | readonly string[] = []): readonly string[] => (typeof value === 'string' ? [value] : value);

/** Reads a config file, and holds it against its schema. `shown` is what its faults call it, `others` the ids of rules that the program around brings along. Throws ConfigFault. */
export async function readConfig(file: string, shown: string, others: readonly string[] = []): Promise<LintConfig> {
  let decoded: DecodedText;
  try {
    const special = describeSpecialFile(statSync(file));
    if (special !== undefined) throw new Error(`it is ${special}, not a file`);
    decoded = decode(readFileSync(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError([`${shown}: this config file cannot be read: ${code === 'ENOENT' ? 'there is no such file' : message}`]);
  }
  const { text } = decoded;
  const format = formatOf(file) ?? 'json';
  const source = await readSource(text, format === 'json' ? 'jsonc' : format);
  const at = (span: Span, message: string): string => {
    const { line, column } = lineIndex(text).position(span.start);
    return `${shown}:${line}:${column}: ${message}`;
  };
  const unreadable = [...(decoded.fault ? [decoded.fault] : []), ...source.faults.filter(({ severity }) => severity === 'error')];
  if (unreadable.length > 0) throw new ConfigError(unreadable.map((fault) => at(fault, fault.message)));
  const [document] = source.documents;
  const value = document?.value ?? {};
  const told = (problems: readonly { readonly pointer: string; readonly message: string }[]): ConfigError => {
    const spots = document?.locate(problems.map(({ pointer }) => pointer));
    return new ConfigError(
      problems.map(({ pointer, message }) =>
        at(spots?.get(pointer)?.key ?? { start: 0, end: 0 }, pointer ? `${pointer}: ${message}` : message),
      ),
    );
  };
  const wrong = faults(await compile(configSchema([...ruleIds, ...others])), value);
  if (wrong.length > 0) throw told(wrong);

  const folder = dirname(file);
  const path = (name: string) => resolve(folder, name);
  const written = value as ConfigFile;
  const overrides = (written.overrides ?? []).map((row) => ({
    files: toList(row.files),
    rules: row.rules ?? {},
    schema: row.schema,
    ...(row.atVersion === undefined ? {} : { atVersion: row.atVersion }),
  }));
  // What it names must be there: a table that leads nowhere would be noticed by nobody.
  const named = [
    ...(written.schemas ?? []).map(({ schema }, index) => [`/schemas/${index}/schema`, schema] as const),
    ...overrides.flatMap(({ schema }, index) => (schema === undefined ? [] : [[`/overrides/${index}/schema`, schema] as const])),
    ...(written.catalog === undefined ? [] : [['/catalog', written.catalog] as const]),
    ...toList(written.providerSchemas).map(
      (name, index) => [typeof written.providerSchemas === 'string' ? '/providerSchemas' : `/providerSchemas/${index}`, name] as const,
    ),
  ].filter(([, name]) => !isUri(name) && !existsSync(path(name)));
  const versions = [
    ['/atVersion', written.atVersion] as const,
    ...overrides.map(({ atVersion }, index) => [`/overrides/${index}/atVersion`, atVersion] as const),
  ].filter(([, version]) => version !== undefined && !isVersion(version));
  if (versions.length > 0) throw told(versions.map(([pointer]) => ({ pointer, message: 'expected a version, such as 2.4 or 2026-03-31' })));
  if (named.length > 0) throw told(named.map(([pointer, name]) => ({ pointer, message: `there is no ${name} beside this file` })));

  const schema = (name: string) => (isUri(name) ? name : path(name));
  return {
    file,
    folder,
    schemaTable: [
      ...overrides.flatMap((row) => (row.schema === undefined ? [] : [{ fileMatch: row.files, schema: schema(row.schema) }])).reverse(),
      ...(written.schemas ?? []).map((row) => ({ fileMatch: toList(row.fileMatch), schema: schema(row.schema) })),
    ],
    providerSchemas: toList(written.providerSchemas).map(path),
    rules: written.rules ?? {},
    ignoredFiles: (written.ignore ?? []).filter((row) => typeof row === 'string'),
    ignoredFindings: (written.ignore ?? []).filter((row) => typeof row !== 'string'),
    overrides: overrides.map(({ schema: _, ...row }) => row),
    ...(written.catalog === undefined ? {} : { catalog: path(written.catalog) }),
    ...(written.baseline === undefined ? {} : { baseline: path(written.baseline) }),
    ...(written.atVersion === undefined ? {} : { atVersion: written.atVersion }),
    ...(written.maxWarnings === undefined ? {} : { maxWarnings: written.maxWarnings }),
    ...(written.strictSpec === undefined ? {} : { strictSpec: written.strictSpec }),
  };
}
