import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService } from '../../../src/start.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('CI records of older stores');

test('a store of an older release gets the records of the CI service', async () => {
  const folder = temporaryFolder();
  const options = { store: join(folder, 'data'), organization: 'acme' };
  const first = await openService({ ...options, token: 'first' });
  await first.close();
  const { openSqlite } = await import('../../../src/store/sqlite/open-sqlite.ts');
  const store = openSqlite({ directory: options.store });
  await store.write(async (tx) => {
    for (const kind of ['ci-organizations', 'ci-slugs', 'ci-secret'])
      for (const { id } of (await tx.list({ kind })).records) await tx.delete(kind, id);
    for (const user of (await tx.list<any>({ kind: 'users' })).records) {
      const { uuid: _uuid, ...body } = user.body;
      await tx.update(user, { body });
    }
  });
  await store.close();
  const again = await openService(options);
  try {
    const get = async (path: string) => (await fetch(`${again.address}/api/v2${path}`, { headers: { 'ci-token': 'first' } })).json() as any;
    assert.equal(
      (await get('/me/collaborations')).map(({ name }: any) => name),
      ['acme'],
    );
    assert.match((await get('/me')).id, /^[0-9a-f-]{36}$/);
  } finally {
    await again.close();
  }
});

test.run();
