/** The findings that were known when the baseline was written. Lines are not part of it, so that moved findings stay known. */
export interface BaselineEntry {
  /** Relative to the baseline's folder, with `/`. */
  readonly file: string;
  readonly rule: string;
  readonly pointer: string;
  readonly message: string;
  /** The number of such findings. */
  readonly count: number;
}

export interface Baseline {
  /** Absolute: the folder of the baseline's file. */
  readonly folder: string;
  readonly entries: readonly BaselineEntry[];
}
