import type { PreparedStatements } from '../prepared-statements.ts';
import type { SqlRow } from '../sql-row.ts';

/** A record was written, or links from it. */
export interface RecordChange {
  /** The kind of the record, or of the links. */
  readonly kind: unknown;
  /** Its number; undefined: it is known by its id. */
  readonly number?: number;
  readonly id?: unknown;
}

/** The latest changes of records and links, in the order in which they were written. */
export interface ChangeLog {
  /** The place after the last change. */
  end(): number;
  /** The changes from a place on. Undefined: they are not known, or no longer. */
  since(place: number): readonly RecordChange[] | undefined;
  /** A statement that may have written. */
  note(sql: string, values: readonly unknown[], rows: readonly SqlRow[]): void;
  /** To be called after an unknown write or a rollback: forgets all changes. */
  forget(): void;
}

type ReadChanges = (values: readonly unknown[], rows: readonly SqlRow[]) => readonly RecordChange[];
const numbered = (kind: unknown, rows: readonly SqlRow[]): readonly RecordChange[] =>
  rows.map(({ seq }) => ({ kind, number: seq as number }));

/** Statements that delete many records (delete-many.ts) have no fixed text: their results name the kinds. */
const readDeletion: ReadChanges = (_, rows) =>
  rows.map(({ kind, seq, from }) => (seq === undefined ? { kind, id: from } : { kind, number: seq as number }));
const tellsDeleted = /^delete from ["](?:records|links)["] .* returning "kind", /s;

/** Maximum number of known changes; beyond it the earlier half is dropped. */
const most = 8192;

export const createChangeLog = ({ insert, update, delete: remove, cascade, link, unlink, renote }: PreparedStatements): ChangeLog => {
  const readers = new Map<string, ReadChanges>([
    [insert.sql, (values, rows) => numbered(values[1], rows)],
    [update.sql, (values, rows) => numbered(values[6], rows)],
    [remove.sql, (values, rows) => numbered(values[0], rows)],
    [cascade.sql, (_, rows) => rows.map(({ kind, from }) => ({ kind, id: from }))],
    [link.sql, (values, rows) => (rows.length === 0 ? [] : [{ kind: values[0], id: values[1] }])],
    [unlink.sql, (values, rows) => (rows.length === 0 ? [] : [{ kind: values[0], id: values[1] }])],
    // Filters do not use notes.
    [renote.sql, () => []],
  ]);
  let changes: RecordChange[] = [];
  let start = 0;
  const end = (): number => start + changes.length;
  const forget = (): void => {
    // Positions that were given out are no longer valid.
    start = end() + 1;
    changes = [];
  };
  return {
    end,
    since: (place) => (place < start ? undefined : changes.slice(place - start)),
    note(sql, values, rows) {
      const read = readers.get(sql) ?? (tellsDeleted.test(sql) ? readDeletion : undefined);
      if (!read) return forget();
      for (const change of read(values, rows)) changes.push(change);
      if (changes.length <= most) return;
      start += changes.length - most / 2;
      changes = changes.slice(-most / 2);
    },
    forget,
  };
};
