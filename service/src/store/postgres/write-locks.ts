import { schemaRows } from '../migrations.ts';
import { organizationLock, toLockNumber } from './lock-number.ts';
import { buildReserveSql } from './record-numbers.ts';
import { setMarksSql } from './write-marks.ts';

/** Every unit holds this lock: shared if the unit names its organizations, exclusively otherwise. */
const wholeStore = toLockNumber('store');

const compareNumbers = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * The beginning of a group of units that write in these organizations; undefined: anywhere. Two groups wait for each other where they have
 * an organization in common, and one that writes anywhere waits for all. Locks are taken in one order, the whole store before
 * organizations and these by number, so that no two wait for one another; they end with the transaction. The row `writer` is what earlier
 * releases lock: it keeps one of them from writing meanwhile, and holds the id of the current data key.
 *
 * `numbers`: so many numbers of records are reserved, after the locks: whoever has an organization next gets higher ones.
 *
 * The level is said, whatever the database's default: with one snapshot per unit, who waited would see the time before its turn.
 */
export const buildBeginSql = (organizations: readonly string[] | undefined, numbers = 0): string => {
  const locksOfOrganizations = organizations?.map(organizationLock).sort(compareNumbers);
  const locks = locksOfOrganizations
    ? [`pg_advisory_xact_lock_shared(${wholeStore})`, ...locksOfOrganizations.map((number) => `pg_advisory_xact_lock(${number})`)]
    : [`pg_advisory_xact_lock(${wholeStore})`];
  return [
    'begin isolation level read committed',
    ...locks.map((lock) => `select ${lock}`),
    setMarksSql(organizations),
    ...(numbers > 0 ? [buildReserveSql(numbers)] : []),
    // `oldest`: whether a newer release changed the database so that this one can no longer write.
    `select value, (select value from slipway.meta where key = '${schemaRows.oldest}') as oldest from slipway.meta
      where key = 'writer' for ${organizations ? 'key share' : 'update'}`,
  ].join('; ');
};
