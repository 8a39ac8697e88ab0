import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { Announcer, LateWrites } from './late-writes.ts';
import type { RowMemory } from './row-memory.ts';
import type { SqlRow } from './sql-row.ts';
import type { RecordFilter } from './record-filter.ts';
import type { ReadEvidence } from './store.ts';
import type { Tables } from './tables.ts';

/** The beginning of the finds of a name, in the order of their numbers. */
export interface FirstNamed {
  /** Conditions of a record that is found by its number. */
  readonly indexed: RawBuilder<unknown>;
  /** Conditions of a record that is not found by its number. */
  readonly others: RawBuilder<unknown>;
  readonly direction: 'asc' | 'desc';
  readonly most: number;
}

/** The differences between the SQL of the two engines; everything else is shared. */
export interface SqlDialect {
  /** Builds SQL and never runs it: sessions do. */
  readonly db: Kysely<Tables>;
  isAnyOf(left: RawBuilder<string>, values: readonly string[]): RawBuilder<SqlBool>;
  /** A table `t` of texts, in its column `value`. */
  selectTexts(values: readonly string[]): RawBuilder<unknown>;
  isNumberOf(left: RawBuilder<unknown>, values: readonly number[]): RawBuilder<SqlBool>;
  /**
   * The numbers of records that may have all these parts in their names, from an index; undefined where it is of no use. Absent where the
   * database finds its index by itself.
   */
  selectNameCandidates?(kind: string, scope: string, parts: readonly string[]): RawBuilder<unknown> | undefined;
  /**
   * Selects the numbers of the first records whose names contain all these parts and that fulfill conditions. Undefined and absent as for
   * `selectNameCandidates`.
   */
  selectFirstNamed?(parts: readonly string[], first: FirstNamed): RawBuilder<unknown> | undefined;
  /**
   * The numbers of the records that a filter by links finds; undefined where it has other conditions. Absent where the database plans such
   * a filter by itself.
   */
  selectLinkedNumbers?(filter: RecordFilter): RawBuilder<unknown> | undefined;
  contains(left: RawBuilder<string>, text: string): RawBuilder<SqlBool>;
  /** JSON text of a member of the body, NULL when absent. */
  bodyMember(path: readonly string[]): RawBuilder<string>;
  /** A text of the body, without quotes; NULL when absent. */
  bodyText(path: readonly string[]): RawBuilder<string>;
  /** Terms that sort by a member: absent, null, lists and objects first, then false, true, numbers, strings (by code point). */
  sortTerms(path: readonly string[]): readonly RawBuilder<unknown>[];
  /** Whether a statement blocks this process while it runs. */
  readonly worksInProcess: boolean;
  /** The prefix of table names in statements that are not built by Kysely. */
  readonly schemaPrefix: '' | 'slipway.';
  /** A question for the names of a table's columns; its one value is the table's name. */
  readonly columnsQuery: string;
  /** The organization of what is recorded of a project; absent where rows do not have it. */
  organizationOfProject?(project: string): RawBuilder<string>;
  /** The end of a look-up that holds the row until the unit ends, and passes over one that another unit holds. */
  readonly claimClause: string;
  /** The clause of an insert that sets `seq`. */
  readonly insertOverride: string;
  /** Makes a table continue its row numbers after the highest that it ever held. */
  resetSequence(table: string): readonly string[];
  /** Statements that update the planner's statistics after all content was replaced; until then it plans as for empty tables. */
  readonly refreshStatistics: readonly string[];
}

export interface SqlText {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A statement that counts, as `total`. */
export interface CountQuestion extends SqlText {
  /** Which records it counts; absent where not only a record's own row, and the links from it, decide that. */
  readonly numbers?: CountedNumbers | undefined;
}
export interface CountedNumbers {
  /** Selects the numbers in a range (exclusive at both ends), as `seq`. */
  selectRange(after: number, before: number): SqlText;
  /** The records that it counts among these numbers, as `seq`. */
  selectAmong(numbers: readonly number[]): SqlText;
  /** The numbers take long to find, so they are kept even if they are few. */
  readonly isCostly?: boolean;
}

/** The start of a part of an order: after this record. */
export interface OrderedPlace {
  readonly value: string;
  readonly seq: number;
}
/** An order of all records of a kind in one scope, which an index has. */
export interface IndexedOrder {
  readonly kind: string;
  readonly scope: string;
  /** Identifies this order among all kinds and scopes. */
  readonly name: string;
  /** Their numbers and values, as `seq` and `value`, in ascending order; `most`: and no more of them. */
  select(after?: OrderedPlace, most?: number): SqlText;
}

/** A part of a list. */
export interface NumberedPart {
  readonly offset: number;
  readonly limit: number;
  readonly descending: boolean;
  /** Absent: that of insertion. */
  readonly order?: IndexedOrder | undefined;
  /** Reading it without kept numbers takes milliseconds: numbers are read for short lists only, and orders seldom. */
  readonly isNear?: boolean | undefined;
}
/** The numbers of records among which it is, and how many the whole list has. */
export interface PickedPart {
  readonly numbers: readonly number[];
  /** How many of the records precede the part, in its order. */
  readonly before: number;
  readonly total: number;
}

/** One unit of work's way to the engine. */
export interface SqlSession extends Announcer {
  /** What the units before it in the same transaction have looked up. */
  readonly memory?: RowMemory | undefined;
  /** Set if simultaneous look-ups by ID or key are sent as one statement. */
  readonly joinsLookups?: true;
  /** The row of a record that the unit has seen, or asked for, already. Absent where an answer costs no waiting. */
  findSeen?(kind: string, id: string): Promise<readonly SqlRow[]> | undefined;
  /** See `ReadTransaction`. */
  readonly listEvidence?: (() => ReadEvidence | undefined) | undefined;
  /** Pending while it is being checked whether the sealer's keys are current: nothing may be sealed before. */
  ready?(): Promise<void> | undefined;
  /** Absent where an answer costs no waiting. */
  readonly later?: LateWrites | undefined;
  /**
   * Sends a statement whose result is not needed: the unit can end in the meantime, and is undone if the statement fails. Absent where
   * results cost no waiting.
   */
  send?(sql: string, values: readonly unknown[], name?: string): void;
  /**
   * Adds an entry of the audit trail, which is written at the end of the transaction, or before anything looks at the trail. Absent where
   * entries are sent one by one.
   */
  readonly addAuditRow?: ((values: readonly string[]) => void) | undefined;
  /** Counts records, if counts of the engine are kept; absent where they are counted, or kept by their statements. */
  count?(question: CountQuestion): Promise<number>;
  /** Counts approximately, possibly from some seconds ago, to decide how a query is written. Absent where the database plans by itself. */
  estimate?(question: CountQuestion): Promise<number>;
  /** A part of what a question counts, by the numbers that are kept of it. Undefined: they are not. Absent: they never are. */
  pick?(question: CountQuestion, part: NumberedPart): Promise<PickedPart | undefined>;
  /** A name marks a statement worth keeping prepared; one name, one text. */
  query(sql: string, values: readonly unknown[], name?: string): Promise<readonly SqlRow[]>;
  /** The rows of a statement that may meet a taken key: undefined in that case, and the unit continues. */
  queryUnlessDuplicate(sql: string, values: readonly unknown[], name?: string): Promise<readonly SqlRow[] | undefined>;
}
