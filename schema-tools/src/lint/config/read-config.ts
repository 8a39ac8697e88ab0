import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type DecodedText, decode, formatOf, lineIndex, readSource } from '../../documents/index.ts';
import type { Span } from '../../documents/source.ts';
import { compile, faults, type FormatHandling } from '../../index.ts';
import { isUri } from '../find-schema/is-uri.ts';
import type { ConfiguredIgnore } from '../ignores/configured-ignore.ts';
import { ruleIds } from '../rules/index.ts';
import { isVersion } from '../severity/index.ts';
import { describeSpecialFile } from '../files/special-file.ts';
import { type LintConfig, ConfigError, type Severities } from './lint-config.ts';
import { configSchema } from './config-schema.ts';

interface ConfigFile {
  readonly schemas?: readonly {
    readonly fileMatch: string | readonly string[];
    readonly schema: string;
    readonly formats?: FormatHandling;
  }[];
  readonly catalog?: string;
  readonly providerSchemas?: string | readonly string[];
  readonly rules?: Severities;
  readonly ignore?: readonly (string | ConfiguredIgnore)[];
  readonly baseline?: string;
  readonly atVersion?: string;
  readonly maxWarnings?: number;
  readonly strictSpec?: boolean;
  readonly formats?: FormatHandling;
  readonly overrides?: readonly {
    readonly files: string | readonly string[];
    readonly rules?: Severities;
    readonly atVersion?: string;
    readonly formats?: FormatHandling;
    readonly schema?: string;
  }[];
}

const toList = (value: string | readonly string[] = []): readonly string[] => (typeof value === 'string' ? [value] : value);

interface ConfigProblem {
  readonly pointer: string;
  readonly message: string;
}

/** A config file's text and value, and how a problem at one of its places is reported. */
interface ConfigSource {
  readonly value: unknown;
  createError(problems: readonly ConfigProblem[]): ConfigError;
}

function readConfigText(file: string, name: string): DecodedText {
  try {
    const special = describeSpecialFile(statSync(file));
    if (special !== undefined) throw new Error(`it is ${special}, not a file`);
    return decode(readFileSync(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError([`${name}: this config file cannot be read: ${code === 'ENOENT' ? 'there is no such file' : message}`]);
  }
}

async function readConfigSource(file: string, name: string): Promise<ConfigSource> {
  const { text, fault } = readConfigText(file, name);
  const format = formatOf(file) ?? 'json';
  const source = await readSource(text, format === 'json' ? 'jsonc' : format);
  const at = (span: Span, message: string): string => {
    const { line, column } = lineIndex(text).position(span.start);
    return `${name}:${line}:${column}: ${message}`;
  };
  const syntaxFaults = [...(fault ? [fault] : []), ...source.faults.filter(({ severity }) => severity === 'error')];
  if (syntaxFaults.length > 0) throw new ConfigError(syntaxFaults.map((one) => at(one, one.message)));
  const [document] = source.documents;
  return {
    value: document?.value ?? {},
    createError(problems) {
      const spots = document?.locate(problems.map(({ pointer }) => pointer));
      const lines = problems.map(({ pointer, message }) =>
        at(spots?.get(pointer)?.key ?? { start: 0, end: 0 }, pointer ? `${pointer}: ${message}` : message),
      );
      return new ConfigError(lines);
    },
  };
}

/** Versions that cannot be compared with any other. */
const versionProblems = ({ atVersion, overrides = [] }: ConfigFile): readonly ConfigProblem[] =>
  [
    ['/atVersion', atVersion] as const,
    ...overrides.map((override, index) => [`/overrides/${index}/atVersion`, override.atVersion] as const),
  ]
    .filter(([, version]) => version !== undefined && !isVersion(version))
    .map(([pointer]) => ({ pointer, message: 'expected a version, such as 2.4 or 2026-03-31' }));

/** Files that the config names and that do not exist: otherwise an unused schema would go unnoticed. */
function missingFiles({ schemas = [], overrides = [], catalog, providerSchemas }: ConfigFile, folder: string): readonly ConfigProblem[] {
  const names = [
    ...schemas.map(({ schema }, index) => [`/schemas/${index}/schema`, schema] as const),
    ...overrides.flatMap(({ schema }, index) => (schema === undefined ? [] : [[`/overrides/${index}/schema`, schema] as const])),
    ...(catalog === undefined ? [] : [['/catalog', catalog] as const]),
    ...toList(providerSchemas).map(
      (name, index) => [typeof providerSchemas === 'string' ? '/providerSchemas' : `/providerSchemas/${index}`, name] as const,
    ),
  ];
  return names
    .filter(([, name]) => !isUri(name) && !existsSync(resolve(folder, name)))
    .map(([pointer, name]) => ({ pointer, message: `there is no ${name} beside this file` }));
}

/** The config with every path absolute. */
function resolveConfig(file: string, config: ConfigFile): LintConfig {
  const folder = dirname(file);
  const path = (name: string): string => resolve(folder, name);
  const schemaName = (name: string): string => (isUri(name) ? name : path(name));
  const { schemas = [], overrides = [], ignore = [], catalog, baseline, atVersion, maxWarnings, strictSpec, formats } = config;
  const overrideRows = overrides.flatMap(({ files, schema }) =>
    schema === undefined ? [] : [{ fileMatch: toList(files), schema: schemaName(schema) }],
  );
  return {
    file,
    folder,
    schemaTable: [
      ...overrideRows.reverse(),
      ...schemas.map((row) => ({ ...row, fileMatch: toList(row.fileMatch), schema: schemaName(row.schema) })),
    ],
    providerSchemas: toList(config.providerSchemas).map(path),
    rules: config.rules ?? {},
    ignoredFiles: ignore.filter((row) => typeof row === 'string'),
    ignoredFindings: ignore.filter((row) => typeof row !== 'string'),
    overrides: overrides.map((row) => ({
      files: toList(row.files),
      rules: row.rules ?? {},
      ...(row.atVersion === undefined ? {} : { atVersion: row.atVersion }),
      ...(row.formats === undefined ? {} : { formats: row.formats }),
    })),
    ...(catalog === undefined ? {} : { catalog: path(catalog) }),
    ...(baseline === undefined ? {} : { baseline: path(baseline) }),
    ...(atVersion === undefined ? {} : { atVersion }),
    ...(maxWarnings === undefined ? {} : { maxWarnings }),
    ...(strictSpec === undefined ? {} : { strictSpec }),
    ...(formats === undefined ? {} : { formats }),
  };
}

/**
 * Reads a config file, and validates it. `name` is what error messages call it; `hostRules` are the ids of rules that the program
 * around the linter brings along. Throws ConfigError.
 */
export async function readConfig(file: string, name: string, hostRules: readonly string[] = []): Promise<LintConfig> {
  const { value, createError } = await readConfigSource(file, name);
  const invalid = faults(await compile(configSchema([...ruleIds, ...hostRules])), value);
  if (invalid.length > 0) throw createError(invalid);
  const config = value as ConfigFile;
  for (const problems of [versionProblems(config), missingFiles(config, dirname(file))])
    if (problems.length > 0) throw createError(problems);
  return resolveConfig(file, config);
}
