/** A 1-based line and column of a file. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** `parse`, `compile`, `type` and `unsupported` are errors of the text; `conflict` and `limit` end an evaluation. */
export type PolicyErrorKind = 'parse' | 'compile' | 'type' | 'unsupported' | 'conflict' | 'limit';

/** An error in a policy or in its evaluation, with file, position and reason. */
export class PolicyError extends Error {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly reason: string;
  readonly kind: PolicyErrorKind;

  constructor(kind: PolicyErrorKind, file: string, at: Position, reason: string) {
    super(`${file}:${at.line}:${at.column}: ${reason}`);
    this.name = 'PolicyError';
    this.kind = kind;
    this.file = file;
    this.line = at.line;
    this.column = at.column;
    this.reason = reason;
  }
}

/** A query that cannot be evaluated, or a result of an unexpected shape: `input` is not JSON, or the path does not begin with `data`. */
export class RegoQueryError extends Error {
  override readonly name = 'RegoQueryError';
}

/** Whether an error is a stack overflow. */
export const isStackOverflow = (error: unknown): boolean => error instanceof RangeError && /call stack/i.test(error.message);
