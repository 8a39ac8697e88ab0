import { suite } from 'uvu';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
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
