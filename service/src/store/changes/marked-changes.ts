import type { SqlSession } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';

export type Marks = Readonly<Record<string, string>>;

/** The marks of a snapshot, and the changes that led to them. */
export interface MarkedSnapshot {
  readonly marks: Marks;
  /** The number of the newest record of the kind, in its scope or its group. */
  readonly newest: number;
  /** The records that may have changed since other marks, without new ones; undefined: not known. */
  changedSince(marks: Marks): readonly number[] | undefined;
}
export interface MarkedQuestion {
  readonly kind: string;
  readonly scope: string;
  readonly marks: readonly string[];
  /** Changes are asked for from these marks on, not from earlier ones; undefined: none are asked for. */
  readonly since: Marks | undefined;
}

/** Maximum number of listed records: each of them is then queried again. */
const most = 2000;
/** A number higher than that of any transaction, so that nothing follows it. */
const never = '9000000000000000000';

const readSql = `select k.mark, m.value,
    greatest((select max(r.seq) from slipway.records r where r.kind = $3 and r.scope = $4),
      (select max(g.seq) from slipway.record_members g
        where g.kind = $3 and g.scope = $4 and g.member = 'organization' and g.value = $4)) as newest,
    (select json_agg(json_build_array(c.before::text, c.after::text, c.records) order by c.after)::text
      from slipway.changes c where c.mark = k.mark and c.after > k.since) as changes
  from unnest($1::text[], $2::bigint[]) as k(mark, since) join slipway.meta m on m.key = k.mark order by k.mark`;

type Change = readonly [before: string, after: string, records: readonly number[] | null];
interface MarkRow {
  readonly mark: string;
  readonly value: string;
  readonly changes: readonly Change[];
}

/** Follows the changes of one mark from one value to the next. Undefined: one of them is unknown. */
const followMark = ({ value, changes }: MarkRow, since: string | undefined): readonly number[] | undefined => {
  let reached = since;
  const records: number[] = [];
  for (const [before, after, changed] of changes) {
    if (before !== reached) continue;
    if (changed === null) return undefined;
    records.push(...changed);
    reached = after;
  }
  return reached === value ? records : undefined;
};

const collectChanges = (rows: readonly MarkRow[], since: Marks): readonly number[] | undefined => {
  const all = new Set<number>();
  for (const row of rows) {
    const records = followMark(row, since[row.mark]);
    if (!records) return undefined;
    for (const record of records) all.add(record);
  }
  return all.size > most ? undefined : [...all];
};

const toMarkRow = ({ mark, value, changes }: SqlRow): MarkRow => ({
  mark: mark as string,
  value: value as string,
  changes: JSON.parse((changes as string | null) ?? '[]') as readonly Change[],
});

/** `missing`: the marks for which there is no row yet. */
export const readMarkedSnapshot = async (
  query: SqlSession['query'],
  { kind, scope, marks, since }: MarkedQuestion,
): Promise<MarkedSnapshot | { readonly missing: readonly string[] }> => {
  const rows = await query(readSql, [marks, marks.map((mark) => since?.[mark] ?? never), kind, scope], 'slipway_read_changes');
  const found = rows.map(toMarkRow);
  if (found.length < marks.length) return { missing: marks.filter((mark) => !found.some((row) => row.mark === mark)) };
  return {
    marks: Object.fromEntries(found.map(({ mark, value }) => [mark, value])),
    newest: (rows[0]!.newest as number | null) ?? 0,
    changedSince: (earlier) => collectChanges(found, earlier),
  };
};
