import type { FindCompanions } from './companions.ts';
import { deriveSession } from './derived-session.ts';
import type { LateRecord, LateWrites } from './late-writes.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import type { RecordPlace, RowMemory } from './row-memory.ts';
import type { SqlSession } from './sql-dialect.ts';
import type { SqlRow } from './sql-row.ts';
import { recordColumns } from './tables.ts';

type Rows = readonly SqlRow[];

const isWholeRecord = (row: SqlRow | undefined): boolean => row !== undefined && recordColumns.every((column) => row[column] !== undefined);
/** The key of a look-up. Usually all values are texts, which then need no JSON escapes: stored texts do not contain the separator. */
const keyOf = (sql: string, values: readonly unknown[]): string =>
  values.every((value) => typeof value === 'string') ? `${sql}\0${values.join('\0')}` : JSON.stringify([sql, values]);

/** A look-up by ID or key. */
interface Asked {
  readonly key: string;
  /** The place of the record, unless it was looked up by ID. */
  readonly place?: RecordPlace;
}

/** Undefined: the statement is no look-up. */
const describeLookup = ({ get, byKey }: PreparedStatements, key: string, sql: string, values: readonly unknown[]): Asked | undefined => {
  if (sql !== byKey.sql) return sql === get.sql ? { key } : undefined;
  const [kind, scope, name] = values;
  return { key, place: { kind, scope, key: name } };
};

type Answers = Map<string, Promise<Rows>>;

/** Keeps whole records that an answer brings, under their ids and as what was asked for. */
const keepRows = (rows: Rows, found: Answers, { get }: PreparedStatements, asked?: Asked, share?: ReturnType<RowMemory['watch']>): void => {
  if (rows.length === 0 && asked?.place) share?.keepAbsence(asked.key, asked.place);
  if (!isWholeRecord(rows[0])) return;
  const keep = (key: string, answer: Rows): void => {
    found.set(key, Promise.resolve(answer));
    share?.keep(key, answer[0]!);
  };
  if (asked) keep(asked.key, rows);
  for (const row of rows) keep(keyOf(get.sql, [row.kind, row.id]), [row]);
};

/** The row of a record as a look-up returns it. */
const toRow = ({ id, kind, scope, key, name, seq, body }: LateRecord, version: number): SqlRow => ({
  id,
  kind,
  scope,
  key,
  name,
  seq,
  version,
  body,
});

/** What a unit of work has seen. An insert changes no record that was found; any other write may change everything. */
const createAnswers = (prepared: PreparedStatements, memory: RowMemory | undefined) => {
  const { insert, link, appendAuditEvent } = prepared;
  const inserts = new Set([insert.sql, link.sql, appendAuditEvent.sql]);
  const found: Answers = new Map();
  const other: Answers = new Map();
  let epoch = 0;
  const keepAnswer = (answer: Promise<Rows>, asked?: Asked): void => {
    const began = epoch;
    const share = memory?.watch();
    const keep = (rows: Rows): void => {
      if (began === epoch) keepRows(rows, found, prepared, asked, share);
    };
    answer.then(keep, () => {});
  };
  return {
    find: (key: string) => found.get(key) ?? other.get(key) ?? memory?.find(key),
    /** `kind`: of the record that is inserted. */
    forgetBy(sql: string, kind?: unknown): void {
      other.clear();
      if (sql === insert.sql) memory?.noteInsert(kind);
      if (inserts.has(sql)) return;
      found.clear();
      memory?.clear();
      epoch += 1;
    },
    add(key: string, sql: string, values: readonly unknown[], answer: Promise<Rows>): void {
      other.set(key, answer);
      keepAnswer(answer, describeLookup(prepared, key, sql, values));
    },
    /** Keeps a record that this unit wrote, for later reads of this unit and of the units after it. */
    keepWritten(row: SqlRow): void {
      const keys = [keyOf(prepared.get.sql, [row.kind, row.id]), keyOf(prepared.byKey.sql, [row.kind, row.scope, row.key])];
      other.clear();
      if (row.version !== 1) {
        memory?.forget(keys);
        epoch += 1;
      }
      for (const one of keys) found.set(one, Promise.resolve([row]));
    },
    /** Whole records that came with what was asked for. */
    addCompanions: (answer: Promise<Rows>): void => keepAnswer(answer),
  };
};

/** The records that this unit has inserted and not linked: their IDs are new, so no link can lead to them. */
const createUnlinked = ({ insert, link, linksFrom, linksTo }: PreparedStatements) => {
  const inserted = new Set<unknown>();
  const linked = new Set<unknown>();
  return {
    note(sql: string, values: readonly unknown[], answer: Promise<Rows>): void {
      if (sql === link.sql) for (const end of values.slice(1, 3)) linked.add(end);
      if (sql !== insert.sql) return;
      answer.then(
        // An insert that returns no row met an ID that was taken.
        (rows) => void (rows.length > 0 && inserted.add(values[0])),
        () => {},
      );
    },
    noteInserted: (id: string): void => void inserted.add(id),
    noteLink: (from: string, to: string): void => void linked.add(from).add(to),
    /** Whether the statement looks for links of such a record. */
    covers: (sql: string, values: readonly unknown[]): boolean =>
      (sql === linksFrom.sql || sql === linksTo.sql) && inserted.has(values[1]) && !linked.has(values[1]),
  };
};

/** Looks a record up, and has what it names come with it. */
const createLookup = (session: SqlSession, { get, byKey }: PreparedStatements, findCompanions: FindCompanions) => {
  const ways = new Map([
    [get.sql, 'get' as const],
    [byKey.sql, 'byKey' as const],
  ]);
  return (...[sql, values, name]: Parameters<SqlSession['query']>): { readonly all?: Promise<Rows>; readonly answer: Promise<Rows> } => {
    const way = ways.get(sql);
    const wide = way && !session.joinsLookups && findCompanions(way, values[0] as string);
    if (!wide) return { answer: session.query(sql, values, name) };
    const all = session.query(wide.sql, Array.from({ length: wide.times }, () => values).flat(), wide.name);
    const isAsked = ({ kind, id, scope, key }: SqlRow): boolean =>
      kind === values[0] && (way === 'get' ? id === values[1] : scope === values[1] && key === values[2]);
    return { all, answer: all.then((rows) => rows.filter(isAsked).slice(0, 1)) };
  };
};

/** Wraps the late writes of a session, and notes what they write for the look-ups of the unit that follow. */
const watchLateWrites = (
  later: LateWrites,
  { insert, link, delete: remove }: PreparedStatements,
  answers: ReturnType<typeof createAnswers>,
  unlinked: ReturnType<typeof createUnlinked>,
): LateWrites => ({
  nextNumber: later.nextNumber,
  insertRecord(record) {
    if (!later.insertRecord(record)) return false;
    answers.forgetBy(insert.sql, record.kind);
    answers.keepWritten(toRow(record, 1));
    unlinked.noteInserted(record.id);
    return true;
  },
  insertLink(kind, from, to, note) {
    if (!later.insertLink(kind, from, to, note)) return false;
    answers.forgetBy(link.sql);
    unlinked.noteLink(from, to);
    return true;
  },
  updateRecord(update) {
    later.updateRecord(update);
    answers.keepWritten(toRow(update, update.version + 1));
  },
  putLink(kind, from, to, note) {
    later.putLink(kind, from, to, note);
    answers.forgetBy(link.sql);
    unlinked.noteLink(from, to);
  },
  deleteLink(kind, from, to) {
    later.deleteLink(kind, from, to);
    answers.forgetBy(link.sql);
  },
  deleteRecords(deletion) {
    later.deleteRecords(deletion);
    answers.forgetBy(remove.sql);
  },
});

/**
 * A session that sends each query of a unit of work once, until the unit writes: a record that was already read (in a list, by key, or
 * together with another record) is not looked up by ID again. The answers would be the same, because the unit reads one snapshot, or no
 * other unit writes at the same time.
 */
export const withoutRepeatedReads = (session: SqlSession, prepared: PreparedStatements, findCompanions: FindCompanions): SqlSession => {
  const answers = createAnswers(prepared, session.memory);
  const unlinked = createUnlinked(prepared);
  const lookUp = createLookup(session, prepared, findCompanions);
  const query: SqlSession['query'] = (sql, values, name) => {
    if (!sql.startsWith('select ')) {
      // The kind is the second value of an insert.
      answers.forgetBy(sql, values[1]);
      const answer = session.query(sql, values, name);
      unlinked.note(sql, values, answer);
      return answer;
    }
    if (unlinked.covers(sql, values)) return Promise.resolve([]);
    const key = keyOf(sql, values);
    const known = answers.find(key);
    if (known) return known;
    const { answer, all } = lookUp(sql, values, name);
    if (all) answers.addCompanions(all);
    answers.add(key, sql, values, answer);
    return answer;
  };
  const queryUnlessDuplicate: SqlSession['queryUnlessDuplicate'] = (sql, values, name) => {
    answers.forgetBy(sql);
    return session.queryUnlessDuplicate(sql, values, name);
  };
  const later = session.later && watchLateWrites(session.later, prepared, answers, unlinked);
  const findSeen = (kind: string, id: string): Promise<Rows> | undefined => answers.find(keyOf(prepared.get.sql, [kind, id]));
  return deriveSession(session, { query, queryUnlessDuplicate, later, findSeen });
};
