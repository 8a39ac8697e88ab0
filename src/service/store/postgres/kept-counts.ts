import type { SqlSession } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';
import { createMissingMarks, type Mark } from './missing-marks.ts';
import { marksOfRead, readMarksSql } from './write-marks.ts';

type Rows = readonly SqlRow[];
type Query = SqlSession['query'];

/** As read-transaction.ts begins the count of records of a kind in one scope. */
const countStart = 'select count(*) as "total" from "slipway"."records" as "r" where "r"."kind" = $1 and "r"."scope" = $2';
/** Fewer records are counted in no time, and need no marks. */
const fewest = 500;
/** How many counts are kept at most; the younger half survives. */
const most = 4000;

interface KeptCount {
  /** Of the snapshot that was counted. */
  readonly marks: string;
  readonly rows: Rows;
}

/** Counts by statement and values. */
const createMemory = () => {
  let counts = new Map<string, KeptCount>();
  return {
    get: (key: string) => counts.get(key),
    set(key: string, count: KeptCount): void {
      if (counts.size >= most) counts = new Map([...counts].slice(most / 2));
      counts.set(key, count);
    },
  };
};

/**
 * Counts of lists, until a unit of work has written in their organization, in whichever process: each sets the mark of what it locks
 * (write-marks.ts), and a snapshot that has the marks of an earlier one has the same records and links of the organization. Records of the
 * CI service have other scopes, which might be spelled like an organization.
 */
export const createKeptCounts = (write: Parameters<typeof createMissingMarks>[0]) => {
  const memory = createMemory();
  const makeMarks = createMissingMarks(write);
  const countAgain = async (query: Query, statement: Parameters<Query>, key: string, organization: string): Promise<Rows> => {
    const readMarks = async () =>
      (await query(readMarksSql, [marksOfRead([organization])], 'slipway_read_marks')) as unknown as readonly Mark[];
    const known = memory.get(key);
    const marks = readMarks();
    marks.catch(() => {});
    if (known && JSON.stringify(await marks) === known.marks) return known.rows;
    const rows = await query(...statement);
    const found = await marks;
    if ((rows[0]?.['total'] as number) < fewest) return rows;
    if (found.length === marksOfRead([organization]).length) memory.set(key, { marks: JSON.stringify(found), rows });
    else makeMarks([organization], found);
    return rows;
  };
  /** The session of a list that is read for a caller of these organizations. */
  return (session: SqlSession, organizations: readonly string[]): SqlSession => {
    const query: Query = (sql, values, name) => {
      const [kind, scope] = values as readonly string[];
      const isKept = sql.startsWith(countStart) && organizations.includes(scope!) && !kind!.startsWith('ci-');
      if (!isKept) return session.query(sql, values, name);
      return countAgain(session.query, [sql, values, name], JSON.stringify([sql, values]), scope!);
    };
    return Object.create(session, { query: { value: query } }) as SqlSession;
  };
};
