import { suite } from 'uvu';
import { openPostgres } from '../../src/service/store/postgres/open-postgres.ts';
import { startPostgres } from '../support/postgres.ts';
import { skipWithReason } from '../support/skip.ts';
import { conformance } from './conformance/conformance.ts';

const server = await startPostgres();
if (typeof server === 'string') {
  const test = suite('store in PostgreSQL');
  skipWithReason(test, server)('keeps every promise of a store', () => {});
  test.run();
} else {
  conformance(
    'PostgreSQL',
    async () => openPostgres(await server.database('conformance')),
    () => server.stop(),
  );
}
