import type { Region } from '../finding.ts';

export const topOfFile: Region = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** A fault of a schema: the file in which it is reported, its location there, and a message. */
export class SchemaProblem extends Error {
  /** Absolute path. */
  readonly file: string;
  readonly region: Region;
  /** RFC 6901, in the schema. */
  readonly pointer: string;
  constructor(file: string, message: string, region: Region = topOfFile, pointer = '') {
    super(message);
    this.name = 'SchemaProblem';
    this.file = file;
    this.region = region;
    this.pointer = pointer;
  }
}
