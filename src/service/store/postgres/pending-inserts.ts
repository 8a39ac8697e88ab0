import type { PreparedStatements } from '../prepared-statements.ts';
import {
  buildEventInsert,
  buildLinkInsert,
  buildRecordInserts,
  type BulkInsert,
  type PendingEvent,
  type PendingLink,
  type PendingRecord,
} from './bulk-inserts.ts';

/** What units of one transaction insert and have not sent: first that of the units which are over, then that of the one that runs. */
export interface PendingInserts {
  readonly records: PendingRecord[];
  readonly links: PendingLink[];
  readonly events: PendingEvent[];
  /** The next unit begins. */
  beginUnit(): void;
  /** Forgets what this unit added and did not send. */
  dropOwn(): void;
  hasOwn(): boolean;
  /** Whether the answer to a question is the same without what is pending. */
  isApart(sql: string, values: readonly unknown[]): boolean;
  /** The statements that insert what came from earlier units, which is pending no more. */
  takeEarlier(): readonly BulkInsert[];
  takeAll(): readonly BulkInsert[];
}

type Lists = Pick<PendingInserts, 'records' | 'links' | 'events'>;
type Lengths = { [name in keyof Lists]: number };

const buildInserts = ({ records, links, events }: Lists): readonly BulkInsert[] => [
  // Links are of records.
  ...buildRecordInserts(records),
  ...(links.length > 0 ? [buildLinkInsert(links)] : []),
  ...(events.length > 0 ? [buildEventInsert(events)] : []),
];

/** Whether a look-up by these values finds something that is pending. */
type Match = (pending: Lists, values: readonly unknown[]) => boolean;

const describeLookups = ({ get, byKey, linksFrom, linksTo }: PreparedStatements): ReadonlyMap<string, Match> =>
  new Map<string, Match>([
    [get.sql, ({ records }, [, id]) => records.some((record) => record.id === id)],
    [byKey.sql, ({ records }, [kind, scope, key]) => records.some((one) => one.key === key && one.scope === scope && one.kind === kind)],
    [linksFrom.sql, ({ links }, [, from]) => links.some((link) => link.from === from)],
    [linksTo.sql, ({ links }, [, to]) => links.some((link) => link.to === to)],
  ]);

export const createPendingInserts = (prepared: PreparedStatements): PendingInserts => {
  const lookups = describeLookups(prepared);
  const lists: Lists = { records: [], links: [], events: [] };
  const measure = (): Lengths => ({ records: lists.records.length, links: lists.links.length, events: lists.events.length });
  let earlier: Lengths = measure();
  const take = ({ records, links, events }: Lengths): readonly BulkInsert[] => {
    const taken = {
      records: lists.records.splice(0, records),
      links: lists.links.splice(0, links),
      events: lists.events.splice(0, events),
    };
    earlier = { records: 0, links: 0, events: 0 };
    return buildInserts(taken);
  };
  const isEmpty = (): boolean => lists.records.length === 0 && lists.links.length === 0 && lists.events.length === 0;
  return {
    ...lists,
    beginUnit() {
      earlier = measure();
    },
    dropOwn() {
      lists.records.length = earlier.records;
      lists.links.length = earlier.links;
      lists.events.length = earlier.events;
    },
    hasOwn: () => lists.records.length > earlier.records || lists.links.length > earlier.links || lists.events.length > earlier.events,
    isApart(sql, values) {
      if (isEmpty()) return true;
      const isFound = lookups.get(sql);
      return isFound !== undefined && !isFound(lists, values);
    },
    takeEarlier: () => take(earlier),
    takeAll: () => take(measure()),
  };
};
