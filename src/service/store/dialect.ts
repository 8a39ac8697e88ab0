import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { Row, Tables } from './tables.ts';

/** Where two engines spell one question differently. Everything else is written once. */
export interface Dialect {
  /** Builds SQL and never runs it: sessions do. */
  readonly db: Kysely<Tables>;
  among(left: RawBuilder<string>, values: readonly string[]): RawBuilder<SqlBool>;
  contains(left: RawBuilder<string>, text: string): RawBuilder<SqlBool>;
  /** JSON text of a member of the body, NULL when absent. */
  member(path: readonly string[]): RawBuilder<string>;
  /** Terms that sort by a member: absent, null, lists and objects first, then false, true, numbers, strings (by code point). */
  terms(path: readonly string[]): readonly RawBuilder<unknown>[];
  /** What stands before a table's name where its statement is not built. */
  readonly schema: '' | 'slipway.';
  /** A question for the names of a table's columns; its one value is the table's name. */
  readonly columns: string;
  /** In an insert that says the numbers of its rows. */
  readonly overriding: string;
  /** Has a table number its next row after all it holds and ever held. */
  renumber(table: string): readonly string[];
}

/** One unit of work's way to the engine. */
export interface Session {
  /** A name marks a statement worth keeping prepared; one name, one text. */
  rows(sql: string, values: readonly unknown[], name?: string): Promise<readonly Row[]>;
  /** As rows, for a statement that may meet a taken key: undefined then, and the unit goes on. */
  rowsUnlessTaken(sql: string, values: readonly unknown[], name?: string): Promise<readonly Row[] | undefined>;
}

