import type { LateDeletion } from '../late-writes.ts';
import type { PreparedStatement } from '../prepared-statements.ts';
import type { ChildKinds } from '../store.ts';
import { padList } from './batched-lookups.ts';
import { type BulkWrite, listUnits, type PendingDeletion } from './bulk-writes.ts';

/** The kinds of children by the kind of their parent: of these kinds, of their children, and so on. */
const selectChildKinds = (kinds: readonly string[], childKinds: ChildKinds): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>();
  const reach = (kind: string): void => {
    const children = childKinds[kind];
    if (!children || found.has(kind)) return;
    found.set(kind, children);
    children.forEach(reach);
  };
  kinds.forEach(reach);
  return found;
};

export const createPendingDeletion = (deletion: LateDeletion, within: PendingDeletion['within']): PendingDeletion => {
  const { kinds, ids, scopes, report } = deletion;
  const childKinds = selectChildKinds(kinds, deletion.childKinds);
  const below = new Set([...childKinds.values()].flat());
  return { kinds: new Set(kinds), ids: new Set(ids), scopes: new Set(scopes), childKinds, below, report, within };
};

/** What is known of a record: what is absent, may be anything. */
interface Described {
  readonly kind: string;
  readonly id?: string;
  readonly scope?: string;
}

/** Whether it may delete such a record. */
export const mayDelete = ({ kinds, ids, scopes, below }: PendingDeletion, { kind, id, scope }: Described): boolean => {
  if (below.has(kind)) return true;
  if (!kinds.has(kind)) return false;
  const isNamed = id === undefined ? ids.size > 0 : ids.has(id);
  return isNamed || (scope === undefined ? scopes.size > 0 : scopes.has(scope));
};

/**
 * `lateral` and `offset 0`: searches of an index, independent of the planner's statistics; without `offset` it plans joins, and reads the
 * whole table. Returns what was deleted: the kinds and numbers of the records, and the numbers of the records from which links led to them.
 */
const deleteRecords: PreparedStatement = {
  name: 'slipway_delete_many',
  sql: `with recursive gone(seq, id, kind, deep) as (
      select r.seq, r.id, r.kind, d.deep from unnest($1::text[], $2::text[], $3::boolean[]) as d(kind, id, deep)
        cross join lateral (select * from slipway.records where id = d.id and kind = d.kind offset 0) as r
      union select r.seq, r.id, r.kind, d.deep from unnest($4::text[], $5::text[], $6::boolean[]) as d(kind, scope, deep)
        cross join lateral (select * from slipway.records where kind = d.kind and scope = d.scope offset 0) as r
      union select r.seq, r.id, r.kind, true from gone as g join unnest($7::text[], $8::text[]) as c(parent, child) on c.parent = g.kind
        cross join lateral (select * from slipway.records where kind = c.child and scope = g.id offset 0) as r where g.deep
    ), deleted as (
      delete from slipway.records where seq = any(array(select seq from gone))
    ), cut as (
      delete from slipway.links where seq = any(array(
        select l.seq from gone as g cross join lateral (
          select seq from slipway.links where "from" = g.id union all select seq from slipway.links where "to" = g.id offset 0) as l))
      returning from_seq
    ) select kind, seq from gone union all select null, from_seq from cut where from_seq is not null`,
};

/** Pairs of a kind and an ID, or of a kind and a scope, padded to a length whose plan is kept. */
const listPairs = (rows: readonly PendingDeletion[], side: 'ids' | 'scopes'): readonly (readonly unknown[])[] => {
  const pairs = rows.flatMap((row) =>
    [...row.kinds].flatMap((kind) => [...row[side]].map((name) => ({ kind, name, deep: row.childKinds.size > 0 }))),
  );
  const kinds = padList(pairs.map(({ kind }) => kind));
  return [kinds, padList(pairs.map(({ name }) => name)), kinds.map((_, at) => pairs[at]?.deep ?? false)];
};

/** The pairs of child kinds; they depend on the kind only. */
const listChildPairs = (rows: readonly PendingDeletion[]): readonly (readonly string[])[] => {
  const childKinds = new Map(rows.flatMap((row) => [...row.childKinds]));
  const pairs = [...childKinds].flatMap(([parent, children]) => children.map((child) => [parent, child] as const));
  return [padList(pairs.map(([parent]) => parent)), padList(pairs.map(([, child]) => child))];
};

export const buildDeletion = (rows: readonly PendingDeletion[]): BulkWrite => ({
  statement: deleteRecords,
  values: [...listPairs(rows, 'ids'), ...listPairs(rows, 'scopes'), ...listChildPairs(rows)],
  units: listUnits(rows),
  deletions: rows,
});
