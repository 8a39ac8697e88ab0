import type { FormatHandling } from '../../index.ts';

/** One row of the table of a config file, or of its overrides. */
export interface SchemaTableRow {
  readonly fileMatch: readonly string[];
  /** Absolute path, or a URI that the catalog is asked for. */
  readonly schema: string;
  readonly formats?: FormatHandling;
}

/** The schema that an editor's own settings have for a file. */
export interface EditorSchema {
  readonly setting: 'json.schemas' | 'yaml.schemas';
  /** A path from the folder, or a URI; empty for a schema without one. */
  readonly schema: string;
  /** The schema itself, if it is written inside of the settings. */
  readonly inline?: unknown;
  /** Absolute: the folder that the editor has open. */
  readonly folder: string;
}

/** The settings that determine a file's schema. Plain data, so that it can be sent to a worker. */
export interface FindSettings {
  /** `--schema`: an absolute path, or a URI that the catalog is asked for. */
  readonly schema?: string;
  readonly table?: readonly SchemaTableRow[];
  /** The folder to which the table's globs are relative, and the table's name in explanations. */
  readonly tableFolder?: string;
  readonly tableFile?: string;
  /** Asked after the table. */
  readonly editorSchema?: EditorSchema;
  /** Absolute paths. */
  readonly catalog?: string;
  /** Absolute; files written by `terraform providers schema -json`. */
  readonly providerSchemas?: readonly string[];
  readonly strictSpec?: boolean;
  /** From the command line; takes precedence over a row of the table. */
  readonly formats?: FormatHandling;
  /** From the config file, for schemas whose row has none. */
  readonly defaultFormats?: FormatHandling;
}
