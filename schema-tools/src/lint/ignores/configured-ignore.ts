/** One row of the config file's `ignore` list: what all of its members match is ignored. Plain data. */
export interface ConfiguredIgnore {
  /** Globs of files, as the findings name them. Absent: every file. */
  readonly files?: string | readonly string[];
  /** Pointers: `*` matches any characters within a step, `**` any number of steps. Absent: every place. */
  readonly pointers?: string | readonly string[];
  /** Absent: every rule. */
  readonly rules?: string | readonly string[];
  readonly reason?: string;
}
