/** What a service answers whose disk did not confirm a write (docs/operating.md). */
import { fdatasync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlite } from '../src/store/sqlite/open-sqlite.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { setStoreOpener } from './stores.ts';
import { createTestService } from './support.ts';

const syncNow = promisify(fdatasync);
const test = suite('a disk that refuses');

test('the write, all that come and the health check are answered 503, with the reason', async () => {
  let refuses = false;
  const sync = (descriptor: number): Promise<void> =>
    refuses ? Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' })) : syncNow(descriptor);
  const directory = join(temporaryFolder(), 'data');
  const former = setStoreOpener(async () => openSqlite({ directory, sync }));
  const { request, close } = await createTestService();
  setStoreOpener(former);
  const create = (name: string) =>
    request('POST /organizations/acme/workspaces', { data: { type: 'workspaces', attributes: { name } } }).then(({ status, body }) => ({
      status,
      body,
    }));
  assert.is((await create('kept')).status, 201);
  refuses = true;
  const lost = await create('lost');
  refuses = false;
  const reason = `${directory}: the disk did not confirm what was written to it (EIO): start the service again`;
  const refused = {
    status: 503,
    body: {
      errors: [
        {
          status: '503',
          title: 'service unavailable',
          detail: `the service cannot reach its storage: ${reason}`,
        },
      ],
    },
  };
  assert.equal(lost, refused);
  assert.equal(await create('later'), refused);
  const read = await request('GET /organizations/acme/workspaces/kept');
  assert.equal([read.status, read.body], [503, refused.body]);
  const health = await request('GET //_local/health', undefined, { token: null });
  assert.equal([health.status, health.body], [503, { status: 'unavailable', detail: `the service cannot read its storage: ${reason}` }]);
  await close();
});

test.run();
