export type Severity = 'error' | 'warning' | 'info';

/** 1-based; columns in UTF-16 code units; `endColumn` is the first that no longer belongs. */
export interface Region {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * One row of the result: `--format json` prints it unchanged, with its members in this order; `isUncertain`, `related` and `baseline` are
 * omitted if there are none.
 */
export interface Finding extends Region {
  /** The file as it was named on the command line, with `/`. */
  readonly file: string;
  /** RFC 6901, in the document. */
  readonly pointer: string;
  /** A rule's id; `syntax`, `schema` or `file` for what kept the rules from being asked. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** The name to write instead. */
  readonly replacement?: string;
  /** The value could have another meaning under that name: it is for a person to rename it. */
  readonly isUncertain?: true;
  /** Locations at which an alias or a merge key includes the same place. */
  readonly related?: readonly Region[];
  /** With a baseline: whether it contains the finding. */
  readonly baseline?: 'known' | 'new';
  /** Only where it was asked for, and never in `--format json`: the rename that is safe, in the key's own spelling. */
  readonly edit?: Region & { readonly text: string };
  /** Only where it was asked for: what ignores it. Such a finding does not count. */
  readonly suppressed?: { readonly by: 'comment' | 'config'; readonly reason?: string };
}
