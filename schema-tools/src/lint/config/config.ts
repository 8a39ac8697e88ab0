import type { TableRow } from '../find-schema/settings.ts';
import type { Severity } from '../finding.ts';
import type { ConfiguredIgnore } from '../ignores/types.ts';

export type Severities = { readonly [rule: string]: Severity | 'off' };

/** A config file, read: every path absolute. Its globs begin at its folder. */
export interface Config {
  readonly file: string;
  readonly folder: string;
  readonly table: readonly TableRow[];
  readonly catalog?: string;
  readonly providerSchemas: readonly string[];
  readonly rules: Severities;
  /** Files that are not linted. */
  readonly skip: readonly string[];
  /** Findings that are not told. */
  readonly ignore: readonly ConfiguredIgnore[];
  readonly baseline?: string;
  readonly atVersion?: string;
  readonly maxWarnings?: number;
  readonly strictSpec?: boolean;
  readonly overrides: readonly Override[];
}

/** What is otherwise for some files; of several that fit, the last says it. */
export interface Override {
  readonly files: readonly string[];
  readonly rules: Severities;
  readonly atVersion?: string;
}

/** What is wrong in a config file, each at its place: `slipway-lint.json:3:5: …`. Nothing is linted then. */
export class ConfigFault extends Error { constructor(lines: readonly string[]) { super(lines.join('\n')); this.name = 'ConfigFault'; } }
