import type { PreparedStatements } from '../prepared-statements.ts';
import type { PendingWrites } from './pending-writes.ts';

/** No text that is stored has this character. */
const nameOf = (...parts: readonly unknown[]): string => parts.join('\0');

/** What units have written: what a look-up may find otherwise than before, and what a statement may write once. */
export interface Footprint {
  readonly seen: Set<string>;
  readonly written: Set<string>;
}

export const createFootprint = (): Footprint => ({ seen: new Set(), written: new Set() });

/** Names of what a look-up finds. Undefined: the statement is no look-up by whole keys. */
export const createReadNames = ({ get, byKey, linksFrom, linksTo }: PreparedStatements) => {
  const kinds = new Map([
    // An ID is one record's, of whatever kind.
    [get.sql, ([, id]: readonly unknown[]) => nameOf('id', id)],
    [byKey.sql, (values: readonly unknown[]) => nameOf('key', ...values)],
    [linksFrom.sql, (values: readonly unknown[]) => nameOf('from', ...values)],
    [linksTo.sql, (values: readonly unknown[]) => nameOf('to', ...values)],
  ]);
  return (sql: string, values: readonly unknown[]): string | undefined => kinds.get(sql)?.(values);
};

/** What the pending writes of a unit leave behind. */
export const findFootprint = ({ records, updates, links, unlinks }: PendingWrites): Footprint => {
  const footprint = createFootprint();
  for (const { id, kind, scope, key } of [...records, ...updates])
    for (const name of [nameOf('id', id), nameOf('key', kind, scope, key)]) {
      footprint.seen.add(name);
      footprint.written.add(name);
    }
  for (const { kind, from, to } of [...links, ...unlinks]) {
    footprint.seen.add(nameOf('from', kind, from)).add(nameOf('to', kind, to));
    footprint.written.add(nameOf('link', kind, from, to));
  }
  return footprint;
};

/** Whether a unit that read this, and leaves that behind, did as it would have done after the others. */
export const isApartFrom = (others: Footprint, reads: ReadonlySet<string>, own: Footprint): boolean =>
  [...reads].every((name) => !others.seen.has(name)) && [...own.written].every((name) => !others.written.has(name));

export const addFootprint = (others: Footprint, own: Footprint): void => {
  for (const name of own.seen) others.seen.add(name);
  for (const name of own.written) others.written.add(name);
};
