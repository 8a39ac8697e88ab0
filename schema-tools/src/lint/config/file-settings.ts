import { fileMatch } from '../find-schema/file-match.ts';
import type { FindSettings } from '../find-schema/settings.ts';
import type { Settings } from '../judge/index.ts';
import type { Config, Severities } from './config.ts';

/** What the command line says, each of it stronger than a config file. Paths are absolute. */
export interface Said {
  readonly schema?: string | undefined;
  readonly catalog?: string | undefined;
  readonly providerSchemas?: readonly string[] | undefined;
  readonly rules?: Severities | undefined;
  readonly atVersion?: string | undefined;
  readonly strictSpec?: boolean | undefined;
}

/** All that is to be known for linting a file. Plain data, so that it can be sent to a worker. */
export interface FileSettings { readonly find: FindSettings; readonly judge: Settings }

const given = <T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;

/** `file` absolute; `name` is what its findings call it. */
export function fileSettings(file: string, name: string, config: Config | undefined, said: Said): FileSettings {
  const fits = (globs: readonly string[]) => fileMatch(globs, config!.folder)(file);
  const overrides = (config?.overrides ?? []).filter(({ files }) => fits(files));
  const atVersion = said.atVersion ?? overrides.findLast((row) => row.atVersion !== undefined)?.atVersion ?? config?.atVersion;
  return {
    find: given({
      schema: said.schema, catalog: said.catalog ?? config?.catalog,
      providerSchemas: [...said.providerSchemas ?? [], ...config?.providerSchemas ?? []],
      strictSpec: said.strictSpec ?? config?.strictSpec,
      table: config?.table, tableFolder: config?.folder, tableFile: config?.file,
    }) as FindSettings,
    judge: given({
      file: name, atVersion,
      severities: Object.assign({}, config?.rules, ...overrides.map(({ rules }) => rules), said.rules) as Severities,
      // Globs of a config begin at its folder, not at ours: they are asked here, and then the row is for this file.
      ignore: (config?.ignore ?? []).filter(({ files }) => files === undefined || fits(typeof files === 'string' ? [files] : files)).map(({ files: _, ...row }) => row),
    }) as Settings,
  };
}

/** Whether the config leaves this file out. */
export const isSkipped = (file: string, config: Config | undefined): boolean => config !== undefined && config.skip.length > 0 && fileMatch(config.skip, config.folder)(file);
