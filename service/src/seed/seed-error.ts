/** A seed file that cannot be used. The message names the file, the line and what was expected there. */
export class SeedError extends Error {
  readonly file: string;
  /** Line number from 1; undefined for an error of the whole file. */
  readonly line: number | undefined;
  /** The message without file and line. */
  readonly words: string;
  /** The member that it is about. */
  readonly path: readonly (string | number)[] | undefined;
  constructor(file: string, line: number | undefined, words: string, path?: readonly (string | number)[]) {
    super(`${file}${line === undefined ? '' : `:${line}`}: ${words}`);
    this.file = file;
    this.line = line;
    this.words = words;
    this.path = path;
  }
}
