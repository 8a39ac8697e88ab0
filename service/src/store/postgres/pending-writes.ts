import type { PreparedStatements } from '../prepared-statements.ts';
import { buildDeletion, mayDelete } from './bulk-deletions.ts';
import { buildLinkWrite, buildUnlink } from './bulk-links.ts';
import { buildRecordUpdate } from './bulk-updates.ts';
import {
  buildEventInsert,
  buildRecordInserts,
  type BulkWrite,
  type PendingDeletion,
  type PendingEvent,
  type PendingLink,
  type PendingRecord,
  type PendingUnlink,
  type PendingUpdate,
} from './bulk-writes.ts';

/** Records are different ones, and so are links. */
export interface PendingLists {
  readonly records: PendingRecord[];
  readonly updates: PendingUpdate[];
  readonly links: PendingLink[];
  readonly unlinks: PendingUnlink[];
  readonly deletions: PendingDeletion[];
  readonly events: PendingEvent[];
}
type Lengths = { [name in keyof PendingLists]: number };

/** What units of one transaction write and have not sent: first that of the units which are over, then that of the one that runs. */
export interface PendingWrites extends PendingLists {
  /** The next unit begins. */
  beginUnit(): void;
  /** Adds the writes of a unit that ran in parallel; its records and links differ from the pending ones. */
  accept(other: PendingLists): void;
  /** Forgets what this unit added and did not send. */
  dropOwn(): void;
  hasOwn(): boolean;
  isApart(sql: string, values: readonly unknown[]): boolean;
  /** The statements that write what came from earlier units, which is pending no more. */
  takeEarlier(): readonly BulkWrite[];
  takeAll(): readonly BulkWrite[];
}

const names = ['records', 'updates', 'links', 'unlinks', 'deletions', 'events'] as const;
const lengthsOf = (measure: (name: keyof PendingLists) => number): Lengths => ({
  records: measure('records'),
  updates: measure('updates'),
  links: measure('links'),
  unlinks: measure('unlinks'),
  deletions: measure('deletions'),
  events: measure('events'),
});

const buildWrites = ({ records, updates, links, unlinks, deletions, events }: PendingLists): readonly BulkWrite[] => [
  // Updates and links are of records.
  ...buildRecordInserts(records),
  ...(updates.length > 0 ? [buildRecordUpdate(updates)] : []),
  ...(links.length > 0 ? [buildLinkWrite(links)] : []),
  ...(unlinks.length > 0 ? [buildUnlink(unlinks)] : []),
  // A write after a deletion that may concern a deleted record is not pending together with it (unit-writes.ts).
  ...(deletions.length > 0 ? [buildDeletion(deletions)] : []),
  ...(events.length > 0 ? [buildEventInsert(events)] : []),
];

/** Whether a look-up by these values finds something that is pending. */
type Match = (pending: PendingLists, values: readonly [kind: string, ...places: string[]]) => boolean;

const isAt =
  (kind: unknown, scope: unknown, key: unknown) =>
  (one: PendingRecord): boolean =>
    one.key === key && one.scope === scope && one.kind === kind;

const describeLookups = ({ get, byKey, linksFrom, linksTo }: PreparedStatements): ReadonlyMap<string, Match> =>
  new Map<string, Match>([
    [
      get.sql,
      ({ records, updates, deletions }, [kind, id]) =>
        [records, updates].some((list) => list.some((one) => one.id === id)) || deletions.some((one) => mayDelete(one, { kind, id: id! })),
    ],
    [
      byKey.sql,
      ({ records, updates, deletions }, [kind, scope, key]) =>
        [records, updates].some((list) => list.some(isAt(kind, scope, key))) ||
        deletions.some((one) => mayDelete(one, { kind, scope: scope! })),
    ],
    [
      linksFrom.sql,
      ({ links, unlinks, deletions }, [, from]) =>
        deletions.length > 0 || [links, unlinks].some((list) => list.some((link) => link.from === from)),
    ],
    [
      linksTo.sql,
      ({ links, unlinks, deletions }, [, to]) =>
        deletions.length > 0 || [links, unlinks].some((list) => list.some((link) => link.to === to)),
    ],
  ]);

/** Built once for each set of prepared statements, because every unit of a turn needs it. */
const known = new WeakMap<PreparedStatements, ReadonlyMap<string, Match>>();
const lookupsOf = (prepared: PreparedStatements): ReadonlyMap<string, Match> => {
  const lookups = known.get(prepared) ?? describeLookups(prepared);
  known.set(prepared, lookups);
  return lookups;
};

/** A literal, and all functions outside: each unit of a turn has such lists. */
export const createLists = (): PendingLists => ({ records: [], updates: [], links: [], unlinks: [], deletions: [], events: [] });

export const hasWrites = ({ records, updates, links, unlinks, deletions, events }: PendingLists): boolean =>
  records.length + updates.length + links.length + unlinks.length + deletions.length + events.length > 0;

/** Whether the pending writes cannot change the result of a query. */
export const isApart = (prepared: PreparedStatements, lists: PendingLists, sql: string, values: readonly unknown[]): boolean => {
  if (!hasWrites(lists)) return true;
  const isFound = lookupsOf(prepared).get(sql);
  return isFound !== undefined && !isFound(lists, values as readonly [string, ...string[]]);
};

export const createPendingWrites = (prepared: PreparedStatements): PendingWrites => {
  const lists = createLists();
  const { records, updates, links, unlinks, deletions, events } = lists;
  const measure = (): Lengths => lengthsOf((name) => lists[name].length);
  let earlier: Lengths = measure();
  const take = (lengths: Lengths): readonly BulkWrite[] => {
    const taken = Object.fromEntries(names.map((name) => [name, lists[name].splice(0, lengths[name])])) as unknown as PendingLists;
    earlier = lengthsOf(() => 0);
    return buildWrites(taken);
  };
  return {
    records,
    updates,
    links,
    unlinks,
    deletions,
    events,
    beginUnit() {
      earlier = measure();
    },
    accept(other) {
      for (const name of names) (lists[name] as unknown[]).push(...other[name]);
    },
    dropOwn() {
      for (const name of names) lists[name].length = earlier[name];
    },
    hasOwn: () => names.some((name) => lists[name].length > earlier[name]),
    isApart: (sql, values) => isApart(prepared, lists, sql, values),
    takeEarlier: () => take(earlier),
    takeAll: () => take(measure()),
  };
};
