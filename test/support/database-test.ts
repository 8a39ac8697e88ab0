import type { Test } from 'uvu';
import type { PostgresServer } from './postgres.ts';
import { skipWithReason } from './skip.ts';

/**
 * Registers tests of a suite that get the address of a database of their own, which is named after them. `server`: what `startPostgres`
 * resolves to; a text is the reason for which all of them are skipped.
 */
export const createDatabaseTest =
  (suite: Test, server: PostgresServer | string) =>
  (name: string, run: (url: string) => Promise<void>): void =>
    typeof server === 'string'
      ? skipWithReason(suite, server)(name, () => {})
      : suite(name, async () => run((await server.database(name.replaceAll(/\W+/g, '_').slice(0, 40))).url));
