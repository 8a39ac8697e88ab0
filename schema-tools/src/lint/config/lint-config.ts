import type { FormatHandling } from '../../index.ts';
import type { SchemaTableRow } from '../find-schema/find-settings.ts';
import type { Severity } from '../finding.ts';
import type { ConfiguredIgnore } from '../ignores/configured-ignore.ts';

export type Severities = { readonly [rule: string]: Severity | 'off' };

/** A config file, read: every path absolute. Its globs begin at its folder. */
export interface LintConfig {
  readonly file: string;
  readonly folder: string;
  readonly schemaTable: readonly SchemaTableRow[];
  readonly catalog?: string;
  readonly providerSchemas: readonly string[];
  readonly rules: Severities;
  /** Files that are not linted. */
  readonly ignoredFiles: readonly string[];
  /** Findings that are not reported. */
  readonly ignoredFindings: readonly ConfiguredIgnore[];
  readonly baseline?: string;
  readonly atVersion?: string;
  readonly maxWarnings?: number;
  readonly strictSpec?: boolean;
  readonly formats?: FormatHandling;
  readonly overrides: readonly ConfigOverride[];
}

/** Settings for some files; the last matching entry has precedence. */
export interface ConfigOverride {
  readonly files: readonly string[];
  readonly rules: Severities;
  readonly atVersion?: string;
  readonly formats?: FormatHandling;
}

/** The faults of a config file, each with its location: `slipway-lint.json:3:5: …`. No file is linted then. */
export class ConfigError extends Error {
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
  }
}
