/** Addresses that need no token: what signs them, when they end, and which processes take them. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type AddressSigning,
  findAddressEnd,
  requireSignedAddress,
  signAddress,
  signAddressUntil,
} from '../../src/access/signed-addresses.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const server = await startPostgres();
const test = suite('signed addresses');
const onPostgres = typeof server === 'string' ? skipWithReason(test, server) : test;

const at = (time: string, key = Buffer.alloc(32, 1)): AddressSigning => ({ clock: { now: () => new Date(time) }, addressKey: key });
const subject = { id: 'sv-1', operation: 'download', secret: 'x7' };
const opens = (signing: AddressSigning, signed: string, one = subject): number | string => {
  try {
    requireSignedAddress(signing, one, signed, 'the state');
    return 200;
  } catch (error) {
    return `${(error as any).status} ${(error as any).errors[0].detail}`;
  }
};
const unknown = '404 the state was not found, or this token has no access to it';
const ended = '404 this address has ended; read the document that told it again, which tells a new one';

test('a day less what has passed of the hour, to the millisecond', () => {
  const signed = signAddress(at('2026-05-01T12:34:56.789Z'), subject);
  assert.is(signed, signAddress(at('2026-05-01T12:00:00.000Z'), subject));
  assert.is(new Date(findAddressEnd(at('2026-05-01T12:34:56.789Z'), subject, signed, '')).toISOString(), '2026-05-02T12:00:00.000Z');
  assert.equal(
    ['2026-05-01T12:34:56.789Z', '2026-05-02T12:00:00.000Z', '2026-05-02T12:00:00.001Z'].map((time) => opens(at(time), signed)),
    [200, 200, ended],
  );
});

test('it is for one operation on one thing with its secret, under one key, and its end is signed', () => {
  const now = at('2026-05-01T12:00:00.000Z');
  const signed = signAddressUntil(now, subject, Date.parse('2026-05-01T12:01:00.000Z'));
  assert.is(opens(now, signed), 200);
  for (const other of [{ id: 'sv-2' }, { operation: 'upload' }, { secret: 'x8' }])
    assert.is(opens(now, signed, { ...subject, ...other }), unknown);
  assert.is(opens(at('2026-05-01T12:00:00.000Z', Buffer.alloc(32, 2)), signed), unknown);
  const [end, signature] = signed.split('.') as [string, string];
  const later = (Number.parseInt(end, 36) + 1).toString(36);
  for (const forged of [
    `${later}.${signature}`,
    `${end}.${signature}x`,
    `${end}.`,
    end,
    '',
    `.${signature}`,
    'x7',
    `${signed}.x`,
    `.${signed}`,
  ])
    assert.is(opens(now, forged), unknown, forged);
});

const keyOf = (store: Store): string => store.deriveKey('addresses').toString('hex');

test('the key is that of the store: it stays when the store is opened again, and another comes with a rotation', async () => {
  const directory = temporaryFolder();
  const first = openSqlite({ directory });
  const key = keyOf(first);
  assert.is.not(key, first.deriveKey('other').toString('hex'));
  await first.close();
  const again = openSqlite({ directory });
  assert.is(keyOf(again), key);
  await again.rotateKeys();
  assert.is.not(keyOf(again), key);
  const rotated = keyOf(again);
  await again.close();
  const last = openSqlite({ directory });
  assert.is(keyOf(last), rotated);
  await last.close();
});

onPostgres('processes on one database have the same key, also once one of them has rotated it', async () => {
  if (typeof server === 'string') return;
  const { url } = await server.database('signed_addresses');
  const stores = [await openPostgres({ url, poolSize: 2 }), await openPostgres({ url, poolSize: 2 })] as const;
  assert.is(keyOf(stores[0]), keyOf(stores[1]));
  const before = keyOf(stores[0]);
  await stores[0].rotateKeys();
  // The other one hears of it with its next unit that writes.
  await stores[1].write(async (tx) => void (await tx.link('test', 'a', 'b')));
  assert.is(keyOf(stores[0]), keyOf(stores[1]));
  assert.is.not(keyOf(stores[0]), before);
  for (const store of stores) await store.close();
});

test.run();
