import { organizationLock } from './lock-number.ts';

/**
 * Marks of the last unit of work: a row of the table `meta` for each organization, and one for units that may write anywhere. A unit of
 * work sets the marks of what it locks to the number of its transaction, so a replica with the same marks has every unit of these
 * organizations, from all processes. A mark is created by the first list query to a replica: without a replica there are none, and a unit
 * of work finds no row to change.
 */
const wholeStoreMark = 'writes';
const markOf = (organization: string): string => `writes ${organizationLock(organization)}`;

/** The marks that a unit of work in these organizations sets; undefined: anywhere. Keys contain only digits. */
export const marksOfWrite = (organizations: readonly string[] | undefined): readonly string[] =>
  organizations ? organizations.map(markOf) : [wholeStoreMark];

/** The marks that decide whether what is read of these organizations is current. */
export const marksOfRead = (organizations: readonly string[]): readonly string[] =>
  [...new Set([wholeStoreMark, ...organizations.map(markOf)])].toSorted();

/** `txid_current` and not `pg_current_xact_id`: servers before version 13 have it as well. */
export const setMarksSql = (organizations: readonly string[] | undefined): string =>
  `update slipway.meta m set value = txid_current()::text from slipway.meta o where o.key = m.key and m.key in (${
    marksOfWrite(organizations)
      .map((mark) => `'${mark}'`)
      .join(', ') || 'null'
  }) returning m.key as mark, o.value as before, m.value as after`;
export const readMarksSql = 'select key, value from slipway.meta where key = any($1) order by key';
/** SQL that sets marks, for a unit of work that locks their organizations. */
export const createMarksSql =
  'insert into slipway.meta select mark, txid_current()::text from unnest($1::text[]) as mark on conflict (key) do nothing';
