import type { PreparedStatement, PreparedStatements } from '../prepared-statements.ts';
import type { SqlSession } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';
import { linkColumns, recordColumns } from '../tables.ts';

type Rows = readonly SqlRow[];
type Values = readonly string[];

/** A look-up by keys that are texts, and the statement that answers many of its kind. */
interface LookupKind {
  readonly many: PreparedStatement;
  /** The values of `many`: one list for each of its parameters. */
  toLists(asked: readonly Values[]): readonly (readonly string[])[];
  /** The look-up values that this row answers. */
  toValues(row: SqlRow): Values;
}

const column = (asked: readonly Values[], at: number): readonly string[] => asked.map((values) => values[at]!);
const select = (table: string, columns: readonly string[]): string => columns.map((name) => `${table}."${name}"`).join(', ');

/** `lateral` and `offset 0`: one index search per key, independent of the planner's statistics. */
const selectLinks = (end: 'from' | 'to'): string =>
  `select ${select('l', linkColumns)} from unnest($1::text[], $2::text[]) as k(kind, anchor)
    cross join lateral (select * from slipway.links where "${end}" = k.anchor and kind = k.kind offset 0) as l order by l.seq`;

const linksBy = (end: 'from' | 'to'): LookupKind => ({
  many: { name: `slipway_links_${end}_many`, sql: selectLinks(end) },
  toLists: (asked) => [column(asked, 0), column(asked, 1)],
  toValues: (row) => [row.kind as string, row[end] as string],
});

const describeLookups = ({ get, byKey, linksFrom, linksTo }: PreparedStatements): ReadonlyMap<string, LookupKind> =>
  new Map<string, LookupKind>([
    [
      get.sql,
      {
        many: {
          name: 'slipway_get_many',
          sql: `select ${select('r', recordColumns)} from slipway.records as r where id = any($1::text[])`,
        },
        toLists: (asked) => [column(asked, 1)],
        toValues: (row) => [row.kind as string, row.id as string],
      },
    ],
    [
      byKey.sql,
      {
        many: {
          name: 'slipway_by_key_many',
          sql: `select ${select('r', recordColumns)} from unnest($1::text[], $2::text[], $3::text[]) as k(kind, scope, key)
            cross join lateral (select * from slipway.records where kind = k.kind and scope = k.scope and key = k.key limit 1) as r`,
        },
        toLists: (asked) => [column(asked, 0), column(asked, 1), column(asked, 2)],
        toValues: (row) => [row.kind as string, row.scope as string, row.key as string],
      },
    ],
    [linksFrom.sql, linksBy('from')],
    [linksTo.sql, linksBy('to')],
  ]);

/**
 * Minimum length of a list; shorter ones are padded with an empty kind, which no record and no link has. PostgreSQL keeps the plan of a
 * statement only if plans for the actual values look no cheaper, and assumes ten elements for lists of unknown length. With shorter lists
 * it would plan each time, which takes longer than the look-up.
 */
const shortestList = 10;
export const padList = (list: readonly string[]): readonly string[] =>
  list.length < shortestList ? [...list, ...Array.from({ length: shortestList - list.length }, () => '')] : list;

/** Stored texts do not contain this character. */
const keyOf = (values: Values): string => values.join('\0');

interface Waiting {
  readonly values: Values;
  resolve(rows: Rows | Promise<Rows>): void;
}
interface KnownLookup {
  readonly one: PreparedStatement;
  readonly kind: LookupKind;
  readonly answers: Map<string, Promise<Rows>>;
  waiting: Waiting[];
}

const sendWaiting = ({ one, kind, waiting }: KnownLookup, send: SqlSession['query']): void => {
  if (waiting.length === 1) {
    const { values, resolve } = waiting[0]!;
    resolve(send(one.sql, values, one.name));
    return;
  }
  const lists = kind.toLists(waiting.map(({ values }) => values)).map(padList);
  const found = send(kind.many.sql, lists, kind.many.name).then((rows) => {
    const byKey = new Map<string, SqlRow[]>();
    for (const row of rows) {
      const key = keyOf(kind.toValues(row));
      const known = byKey.get(key);
      if (known) known.push(row);
      else byKey.set(key, [row]);
    }
    return byKey;
  });
  for (const { values, resolve } of waiting) resolve(found.then((byKey) => byKey.get(keyOf(values)) ?? []));
};

export interface BatchedLookups {
  /**
   * The rows of a look-up, sent by the next `flush`; undefined: the statement is not a look-up. `wake` is called when a look-up is waiting
   * to be sent.
   */
  query(sql: string, values: readonly unknown[], name?: string): Promise<Rows> | undefined;
  flush(): void;
}

/** Look-ups within one snapshot: each is sent once, and those that wait at the same time are one statement for each of four kinds. */
export const createBatchedLookups = (prepared: PreparedStatements, send: SqlSession['query'], wake: () => void): BatchedLookups => {
  const known = new Map<string, KnownLookup>();
  const kinds = describeLookups(prepared);
  return {
    query(sql, values, name) {
      const kind = kinds.get(sql);
      if (!kind || name === undefined) return undefined;
      let lookup = known.get(sql);
      if (!lookup) known.set(sql, (lookup = { one: { sql, name }, kind, answers: new Map(), waiting: [] }));
      const key = keyOf(values as Values);
      let answer = lookup.answers.get(key);
      if (answer) return answer;
      const { waiting } = lookup;
      answer = new Promise((resolve) => {
        waiting.push({ values: values as Values, resolve });
      });
      lookup.answers.set(key, answer);
      wake();
      return answer;
    },
    flush() {
      for (const lookup of known.values()) {
        if (lookup.waiting.length === 0) continue;
        sendWaiting(lookup, send);
        lookup.waiting = [];
      }
    },
  };
};
