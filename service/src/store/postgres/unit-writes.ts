import type { LateWrites, LateRecord } from '../late-writes.ts';
import type { ChangedRecords } from '../changes/changed-records.ts';
import type { SqlSession } from '../sql-dialect.ts';
import { createPendingDeletion, mayDelete } from './bulk-deletions.ts';
import type { PendingDeletion, PendingUnlink, WithinUnit } from './bulk-writes.ts';
import type { PendingLists } from './pending-writes.ts';

/** Maximum number of rows that wait for the end of the transaction; beyond it they are sent. */
const maxPending = 500;
/** Pending rows are sent as well when their documents have more characters than this. */
const maxPendingText = 1_000_000;

/** Whether rows are sent without waiting for more. */
export const isMuch = (rows: readonly LateRecord[]): boolean =>
  rows.length >= maxPending || rows.reduce((sum, { body }) => sum + body.length, 0) > maxPendingText;

/** Whether deletions are sent without waiting for more. */
export const isManyNames = (rows: readonly PendingDeletion[]): boolean =>
  rows.length >= maxPending || rows.reduce((sum, { ids, scopes }) => sum + ids.size + scopes.size, 0) >= maxPending;

/** The records that a unit inserted: no other unit can have linked them yet. */
export const createNewRecords = () => {
  const numbers = new Map<string, number>();
  const links = new Set<string>();
  return {
    add: (id: string, seq: number): void => void numbers.set(id, seq),
    numberOf: (id: string): number | undefined => numbers.get(id),
    /** False: it was there. */
    addLink(...ends: readonly string[]): boolean {
      const key = JSON.stringify(ends);
      if (links.has(key)) return false;
      links.add(key);
      return true;
    },
    clear(): void {
      numbers.clear();
      links.clear();
    },
  };
};

export interface UnitWrites extends LateWrites {
  readonly addAuditRow: NonNullable<SqlSession['addAuditRow']>;
}
export type NewRecords = ReturnType<typeof createNewRecords>;

export interface UnitWriteOptions {
  readonly pending: PendingLists;
  readonly changed: ChangedRecords;
  readonly news: NewRecords;
  readonly nextNumber: LateWrites['nextNumber'];
  readonly isOver: () => boolean;
  /** Called within the unit, at its first write. */
  readonly capture?: (() => WithinUnit) | undefined;
  /** Sends the pending writes: there are too many, or the new one has the same record or link as one of them. */
  readonly overflow: () => void;
}

/** Throws where the unit has ended; returns how something is done on its behalf. */
type RequireOpen = () => WithinUnit | undefined;

const createLinkWrites = ({ pending, changed, news, overflow }: UnitWriteOptions, requireOpen: RequireOpen) => {
  const { links, unlinks, deletions } = pending;
  /** A statement meets each link once, and not very many; deletions come last. */
  const sendSame = (kind: string, from: string, to: string): void => {
    const isSame = (link: PendingUnlink): boolean => link.from === from && link.to === to && link.kind === kind;
    const isMany = links.length + unlinks.length >= maxPending;
    if (isMany || deletions.length > 0 || links.some(isSame) || unlinks.some(isSame)) overflow();
  };
  const insertLink: LateWrites['insertLink'] = (kind, from, to, note) => {
    const within = requireOpen();
    const seq = news.numberOf(from);
    if (seq === undefined || !news.addLink(kind, from, to)) return false;
    sendSame(kind, from, to);
    links.push({ kind, from, to, note, seq, within });
    return true;
  };
  const putLink: LateWrites['putLink'] = (kind, from, to, note) => {
    const within = requireOpen();
    sendSame(kind, from, to);
    links.push({ kind, from, to, note, seq: undefined, within });
    changed.noteLinksFrom(from);
  };
  const deleteLink: LateWrites['deleteLink'] = (kind, from, to) => {
    const within = requireOpen();
    sendSame(kind, from, to);
    unlinks.push({ kind, from, to, within });
    changed.noteLinksFrom(from);
  };
  return { insertLink, putLink, deleteLink };
};

const createDeleteRecords =
  ({ pending: { deletions }, news, overflow }: UnitWriteOptions, requireOpen: RequireOpen): LateWrites['deleteRecords'] =>
  (deletion) => {
    deletions.push(createPendingDeletion(deletion, requireOpen()));
    // Deleted records may be some that this unit inserted, so none counts as new any more.
    news.clear();
    if (isManyNames(deletions)) overflow();
  };

export const createUnitWrites = (options: UnitWriteOptions): UnitWrites => {
  const { pending, changed, news, nextNumber, isOver, capture, overflow } = options;
  const { records, updates, deletions, events } = pending;
  let captured: WithinUnit | undefined;
  const requireOpen: RequireOpen = () => {
    if (isOver()) throw new Error('this unit of work has ended: await everything inside it');
    return (captured ??= capture?.());
  };
  /** Deletions are sent last, so those of what is written now are sent before. */
  const requireOpenFor = (kind: string): ReturnType<RequireOpen> => {
    if (deletions.some((one) => mayDelete(one, { kind }))) overflow();
    return requireOpen();
  };
  return {
    nextNumber,
    insertRecord({ seq, id, kind, scope, key, name, folded, body }) {
      const within = requireOpenFor(kind);
      if (records.some((one) => one.id === id || (one.key === key && one.scope === scope && one.kind === kind))) return false;
      records.push({ seq, id, kind, scope, key, name, folded, body, within });
      news.add(id, seq);
      if (isMuch(records)) overflow();
      return true;
    },
    updateRecord({ seq, id, kind, scope, key, name, folded, body, version }) {
      const within = requireOpenFor(kind);
      // A statement meets each record once.
      if (updates.some((update) => update.id === id)) overflow();
      updates.push({ seq, id, kind, scope, key, name, folded, body, version, within });
      changed.noteRecord(seq);
      if (isMuch(updates)) overflow();
    },
    ...createLinkWrites(options, requireOpen),
    deleteRecords: createDeleteRecords(options, requireOpen),
    addAuditRow(values) {
      events.push({ values, within: requireOpen() });
    },
  };
};
