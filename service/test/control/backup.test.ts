import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listErrorDetails, ownerHeaders, serveService } from './served.ts';

const backups = suite('backup of a store in memory');

backups('is refused with the request that exports it', async () => {
  const service = await serveService();
  try {
    const refused = await service.request('GET /_local/backup', { headers: ownerHeaders });
    assert.is(refused.status, 409);
    assert.equal(listErrorDetails(refused), ['a store in memory has no backup; GET /_local/state with a Slipway-Export-Key exports it']);
  } finally {
    await service.close();
  }
});

backups.run();
