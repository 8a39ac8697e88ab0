/** A seed file that cannot be used. The message names the file, the line and what was expected there. */
export class SeedError extends Error {
  readonly file: string;
  /** Line number from 1; undefined for an error of the whole file. */
  readonly line: number | undefined;
  constructor(file: string, line: number | undefined, words: string) {
    super(`${file}${line === undefined ? '' : `:${line}`}: ${words}`);
    this.file = file;
    this.line = line;
  }
}
