import type { CrossFileRule } from '../cross-file/cross-file-analysis.ts';
import type { BaselineEntry } from '../baseline/baseline.ts';
import type { Finding } from '../finding.ts';

export type ReportFormat = 'text' | 'json' | 'sarif' | 'github' | 'junit';

/** The contents of a report besides the findings. */
export interface ReportContext {
  /** The version of the linter. */
  readonly version: string;
  /** Rules of findings, in addition to the linter's own. */
  readonly rules?: readonly CrossFileRule[];
  /** Every file that was looked at, with those that have no findings. */
  readonly files: readonly string[];
  /** The linted text of a file, for the excerpts. Without it, or if it returns undefined, there are none. */
  readonly source?: (file: string) => string | undefined;
  /** Default false. `wantsColors` determines it for a stream. */
  readonly colors?: boolean;
  /** Width of the terminal in columns: longer lines are truncated. Default 120. */
  readonly width?: number;
  /** Whether every file was linted; default true. */
  readonly isComplete?: boolean;
  /** Absolute: the folder to which the file names are relative. */
  readonly folder?: string;
  /** Entries of the baseline that no longer occur. */
  readonly gone?: readonly BaselineEntry[];
  /** The number of findings that `--fix` has removed. */
  readonly fixed?: number;
  /** The limit of warnings; the summary names it when there are more. */
  readonly maxWarnings?: number;
}

/** Renders findings, in the order of the report, to the complete output; it ends with a newline unless it is empty. */
export type Report = (findings: readonly Finding[], context: ReportContext) => string;
