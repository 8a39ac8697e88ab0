import type { FormatHandling } from '../../index.ts';

/** One row of the table of a config file, or of its overrides. */
export interface SchemaTableRow {
  readonly fileMatch: readonly string[];
  /** Absolute path, or a URI that the catalog is asked for. */
  readonly schema: string;
  readonly formats?: FormatHandling;
}

/** What decides which schema a file has. Plain data, so that it can be sent to a worker. */
export interface FindSettings {
  /** `--schema`: an absolute path, or a URI that the catalog is asked for. */
  readonly schema?: string;
  readonly table?: readonly SchemaTableRow[];
  /** Where the table stands: the folder its globs begin at, and its name for an explanation. */
  readonly tableFolder?: string;
  readonly tableFile?: string;
  /** Absolute. */
  readonly catalog?: string;
  /** Absolute; files written by `terraform providers schema -json`. */
  readonly providerSchemas?: readonly string[];
  readonly strictSpec?: boolean;
  /** Of the command line; takes precedence over a row of the table. */
  readonly formats?: FormatHandling;
  /** Of the config file, for schemas whose row has none. */
  readonly defaultFormats?: FormatHandling;
}
