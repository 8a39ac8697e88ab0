import { schemaRows } from '../migrations.ts';
import { organizationLock, toLockNumber } from './lock-number.ts';
import { buildReserveSql } from './record-numbers.ts';
import { buildCommitSetting, type CommitMode } from './durable-commits.ts';
import { setMarksSql } from './write-marks.ts';

/** Every unit holds this lock: shared if the unit names its organizations, exclusively otherwise. */
const wholeStore = toLockNumber('store');

const compareNumbers = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * The beginning of a group of units that write in these organizations; undefined: anywhere. Groups with a common organization exclude each
 * other, and one that writes anywhere excludes all. Locks are taken in a fixed order, the whole store before organizations and these by
 * number, so that there are no deadlocks; they end with the transaction. Earlier releases lock the row `writer`, so locking it excludes
 * them; it also holds the ID of the current data key.
 *
 * `numbers`: how many record numbers are reserved, after the locks, so that the next holder of an organization gets higher ones.
 *
 * The isolation level is explicit, independent of the database's default: with one snapshot per transaction, a group that waited for its
 * locks would see the state before it got them.
 */
export const buildBeginSql = (organizations: readonly string[] | undefined, mode: CommitMode, numbers = 0): string => {
  const locksOfOrganizations = organizations?.map(organizationLock).sort(compareNumbers);
  const locks = locksOfOrganizations
    ? [`pg_advisory_xact_lock_shared(${wholeStore})`, ...locksOfOrganizations.map((number) => `pg_advisory_xact_lock(${number})`)]
    : [`pg_advisory_xact_lock(${wholeStore})`];
  return [
    'begin isolation level read committed',
    ...buildCommitSetting(mode),
    ...locks.map((lock) => `select ${lock}`),
    setMarksSql(organizations),
    ...(numbers > 0 ? [buildReserveSql(numbers)] : []),
    // `oldest`: whether a newer release changed the database so that this one can no longer write.
    `select value, (select value from slipway.meta where key = '${schemaRows.oldest}') as oldest from slipway.meta
      where key = 'writer' for ${organizations ? 'key share' : 'update'}`,
  ].join('; ');
};
