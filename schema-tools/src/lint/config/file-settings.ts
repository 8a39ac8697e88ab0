import type { FormatHandling } from '../../index.ts';
import { fileMatcher } from '../find-schema/file-matcher.ts';
import type { FindSettings } from '../find-schema/find-settings.ts';
import type { Settings } from '../judge/index.ts';
import type { LintConfig, Severities } from './lint-config.ts';

/** Settings of the command line, which override config files. Paths are absolute. */
export interface CommandLineSettings {
  readonly schema?: string | undefined;
  readonly catalog?: string | undefined;
  readonly providerSchemas?: readonly string[] | undefined;
  readonly rules?: Severities | undefined;
  readonly atVersion?: string | undefined;
  readonly strictSpec?: boolean | undefined;
  readonly formats?: FormatHandling | undefined;
}

/** All that is to be known for linting a file. Plain data, so that it can be sent to a worker. */
export interface FileSettings {
  readonly find: FindSettings;
  readonly judge: Settings;
}

const definedMembers = <T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } => {
  const defined: Record<string, unknown> = {};
  for (const name in members) if (members[name] !== undefined) defined[name] = members[name];
  return defined as never;
};

/** `file` absolute; `name` is what its findings call it. */
export function fileSettings(file: string, name: string, config: LintConfig | undefined, said: CommandLineSettings): FileSettings {
  const fits = (globs: readonly string[]) => fileMatcher(globs, config!.folder)(file);
  const overrides = (config?.overrides ?? []).filter(({ files }) => fits(files));
  const atVersion = said.atVersion ?? overrides.findLast((row) => row.atVersion !== undefined)?.atVersion ?? config?.atVersion;
  return {
    find: definedMembers({
      schema: said.schema,
      catalog: said.catalog ?? config?.catalog,
      providerSchemas: [...(said.providerSchemas ?? []), ...(config?.providerSchemas ?? [])],
      strictSpec: said.strictSpec ?? config?.strictSpec,
      formats: said.formats,
      defaultFormats: overrides.findLast((row) => row.formats !== undefined)?.formats ?? config?.formats,
      table: config?.schemaTable,
      tableFolder: config?.folder,
      tableFile: config?.file,
    }) as FindSettings,
    judge: definedMembers({
      file: name,
      atVersion,
      severities: Object.assign({}, config?.rules, ...overrides.map(({ rules }) => rules), said.rules) as Severities,
      // Globs of a config begin at its folder, not at ours: they are asked here, and then the row is for this file.
      ignore: (config?.ignoredFindings ?? [])
        .filter(({ files }) => files === undefined || fits(typeof files === 'string' ? [files] : files))
        .map(({ files: _files, ...row }) => row),
    }) as Settings,
  };
}

/** Whether the config leaves this file out. */
export const isIgnoredFile = (file: string, config: LintConfig | undefined): boolean =>
  config !== undefined && config.ignoredFiles.length > 0 && fileMatcher(config.ignoredFiles, config.folder)(file);
