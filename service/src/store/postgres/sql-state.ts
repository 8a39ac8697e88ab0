import { StorageFull, StoreUnavailable } from '../failures.ts';

/** An SQLSTATE, or the name of a failed system call. */
export const readSqlState = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

export const uniqueViolation = '23505';
/** What a statement does that finds a record with another version (bulk-updates.ts). */
export const divisionByZero = '22012';

/** Serialization failure and deadlock: the unit is innocent and may run again. */
export const isSerializationFailure = (error: unknown): boolean => readSqlState(error) === '40001' || readSqlState(error) === '40P01';

const messages: readonly (readonly [test: RegExp, sentence: string])[] = [
  [/^28/, 'refuses this user: check user and password'],
  [/^3D000$/, 'has no such database: create it'],
  [/^42501$/, 'gives this user too few rights: it needs to create a schema, or to own the schema slipway'],
  [/^53300$/, 'has no connection left: lower the pool size or raise max_connections'],
  [/^25P03$/, 'gave up on a unit of work that did nothing for half a minute'],
  [/^(57P0[1-3]|08...|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EAI_AGAIN|EACCES)$/, 'cannot be reached'],
];

/** The driver has no code for these. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;

export const toStoreFailure = (error: unknown, where: string): unknown => {
  const code = readSqlState(error),
    message = error instanceof Error ? error.message : '';
  if (code === '53100') return new StorageFull(where);
  const known = messages.find(([test]) => test.test(code));
  if (known) return new StoreUnavailable(`${where} ${known[1]} (${code})`, { cause: error });
  return lostConnection.test(message) ? new StoreUnavailable(`${where} cannot be reached (${message})`, { cause: error }) : error;
};
