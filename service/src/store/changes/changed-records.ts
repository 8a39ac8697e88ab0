import type pg from 'pg';
import type { PreparedStatements } from '../prepared-statements.ts';

/** The changes of a transaction to a mark (write-marks.ts). */
export interface MovedMark {
  readonly mark: string;
  readonly before: string;
  readonly after: string;
}

/** The records that a transaction may have changed, apart from new ones, which are known by their numbers. */
export interface ChangedRecords {
  /** Called with each statement of a unit when it is sent; what it returns is called with the rows of the answer. */
  watch(sql: string): ((rows: readonly any[]) => void) | undefined;
  /** Notes a record by its number. */
  noteRecord(seq: number): void;
  /** Notes the record of this ID as changed, if it is one: other objects with links have no record. */
  noteLinksFrom(id: string): void;
  /** Undefined: any of them, or too many to be listed. */
  list(): { readonly numbers: readonly number[]; readonly ids: readonly string[] } | undefined;
}

/** Maximum number of listed records: each of them is then queried again. */
const most = 2000;
const changesRows = /^(?!select ).*\bslipway"?\."?(?:records|links)\b/s;

/** Finds, for an update, a deletion or a link, the record that it changed, or from which the link leads. */
export const createChangedRecords = (prepared: PreparedStatements): ChangedRecords => {
  const { insert, update, delete: remove, cascade, link, unlink, renote } = prepared;
  const column = new Map([
    [update.sql, 'seq'],
    [remove.sql, 'seq'],
    [cascade.sql, 'from_seq'],
    [link.sql, 'from_seq'],
    [unlink.sql, 'from_seq'],
  ]);
  // New records are found by their numbers, and no filter uses notes.
  const harmless = new Set([insert.sql, renote.sql]);
  const changed = new Set<number>();
  const ids = new Set<string>();
  let [unanswered, isAny] = [0, false];
  return {
    watch(sql) {
      const name = column.get(sql);
      if (name === undefined) {
        if (!harmless.has(sql) && changesRows.test(sql)) isAny = true;
        return undefined;
      }
      unanswered += 1;
      return (rows) => {
        unanswered -= 1;
        for (const row of rows) if (row[name] !== null) changed.add(row[name] as number);
      };
    },
    noteRecord: (seq) => void changed.add(seq),
    noteLinksFrom: (id) => void ids.add(id),
    list: () => (isAny || unanswered > 0 || changed.size + ids.size > most ? undefined : { numbers: [...changed], ids: [...ids] }),
  };
};

const insertSql = `insert into slipway.changes (mark, after, before, records)
  select m.mark, m.after, m.before, case when $4::bigint[] is null then null
      else $4 || array(select r.seq from slipway.records r where r.id = any($5::text[])) end
    from unnest($1::text[], $2::bigint[], $3::bigint[]) as m(mark, after, before)`;
/** How many transactions of the database changes are kept for: a reader that has not listed for longer counts again. */
const keptTransactions = 5000;
const deleteSql = `delete from slipway.changes where mark = any($1) and after < $2::bigint - ${keptTransactions}`;
/** One of this many transactions deletes the changes that are no longer needed. */
const deleteEvery = 64;
let written = 0;

/** Sends, ahead of a commit, what the transaction changed. Their failure is that of the commit. */
export const sendChanges = (
  client: pg.ClientBase,
  marks: readonly MovedMark[],
  changed: ChangedRecords,
  fail: (error: unknown) => void,
): void => {
  if (marks.length === 0) return;
  const names = marks.map(({ mark }) => mark);
  const [after, before] = [marks.map((one) => one.after), marks.map((one) => one.before)];
  const list = changed.list();
  const values = [names, after, before, list?.numbers ?? null, list?.ids ?? null];
  client.query({ name: 'slipway_changes', text: insertSql, values }).catch(fail);
  written += 1;
  if (written % deleteEvery === 0) client.query({ name: 'slipway_forget_changes', text: deleteSql, values: [names, after[0]] }).catch(fail);
};
