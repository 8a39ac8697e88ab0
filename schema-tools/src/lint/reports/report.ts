import type { CrossFileRule } from '../cross-file/cross-file-analysis.ts';
import type { BaselineEntry } from '../baseline/baseline.ts';
import type { Finding } from '../finding.ts';

export type ReportFormat = 'text' | 'json' | 'sarif' | 'github' | 'junit';

/** What a report says beside the findings. */
export interface ReportContext {
  /** The version of the linter. */
  readonly version: string;
  /** Rules that findings may be of, beside the linter's own. */
  readonly rules?: readonly CrossFileRule[];
  /** Every file that was looked at, with those that have no findings. */
  readonly files: readonly string[];
  /** A file's text as it was linted, for the excerpts. Without it, or where it answers undefined, there are none. */
  readonly source?: (file: string) => string | undefined;
  /** Default false. `wantsColors` tells what a stream wants. */
  readonly colors?: boolean;
  /** Of the terminal, in columns: longer lines are cut. Default 120. */
  readonly width?: number;
  /** Absolute: the folder to which the file names are relative. */
  readonly folder?: string;
  /** What the baseline knows and is not there any more. */
  readonly gone?: readonly BaselineEntry[];
  /** How many findings `--fix` has mended. */
  readonly fixed?: number;
  /** The limit of warnings; the summary names it when there are more. */
  readonly maxWarnings?: number;
}

/** Findings, in the order they are to be told, to the whole output; it ends with a newline unless it is empty. */
export type Report = (findings: readonly Finding[], context: ReportContext) => string;
