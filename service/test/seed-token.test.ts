import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService } from '../src/start.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('first token of a seeded service');
const start = (seed: string, token?: string) =>
  openService({ store: 'memory', seed: join(temporaryFolder({ 'seed.yaml': seed }), 'seed.yaml'), ...(token ? { token } : {}) });
const owned = 'users:\n  - name: ann\norganizations:\n  - name: acme\n    owners: [ann]\n';

test('a seed that gives nobody a token: its first owner is given one, told once', async () => {
  const service = await start(owned);
  try {
    assert.match(service.firstToken ?? '', /^slipway-[\w-]{43}$/);
    const ask = (token: string) =>
      fetch(`${service.address}/api/v2/organizations/acme/projects`, { headers: { authorization: `Bearer ${token}` } });
    assert.is((await ask(service.firstToken!)).status, 200);
    assert.is((await ask('another')).status, 401);
  } finally {
    await service.close();
  }
});
test('the token can be chosen', async () => {
  const service = await start(owned, 'chosen-token-0123456789');
  assert.is(service.firstToken, 'chosen-token-0123456789');
  await service.close();
});
test('a seed that gives tokens, or names no owner, is given none', async () => {
  for (const seed of [owned.replace('name: ann\n', 'name: ann\n    token: of-ann-0123456789\n'), 'organizations:\n  - name: acme\n']) {
    const service = await start(seed);
    assert.is(service.firstToken, undefined);
    await service.close();
  }
});
test.run();
