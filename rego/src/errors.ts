/** Where something stands in a policy: 1-based line and column of a file. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What kind of refusal: the text does not parse; it parses but means nothing sound; or it ran into trouble. */
export type PolicyErrorKind = 'parse' | 'compile' | 'unsupported' | 'conflict' | 'limit';

/** A policy that is refused, or that cannot be evaluated to an end: which file, where, and why. */
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

/** A question that cannot be asked: what was given is no JSON, or a policy answers in a shape that means nothing. */
export class RegoQueryError extends Error {
  override readonly name = 'RegoQueryError';
}

/** Whether an error is that of a stack that is used up. */
export const isStackOverflow = (error: unknown): boolean => error instanceof RangeError && /call stack/i.test(error.message);
