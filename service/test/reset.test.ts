import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService, type RunningService, type StartOptions } from '../src/start.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const reset = suite('control reset');
const seed = `
users: [{ name: ann, token: ann-token }]
organizations: [{ name: globex, owners: [ann], projects: [{ name: sea }] }]
`;
const started = async (
  options: Omit<StartOptions, 'store'>,
  story: (ask: (token: string, row: string, body?: object) => Promise<any>) => Promise<void>,
): Promise<void> => {
  const service: RunningService = await openService({ store: 'memory', test: true, ...options });
  try {
    await story(async (token, row, body) => {
      const [method, path] = row.split(' ') as [string, string];
      const answer = await fetch(`${service.address}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      return { status: answer.status, names: text === '' ? undefined : JSON.parse(text).data?.map?.((one: any) => one.attributes.name) };
    });
  } finally {
    await service.close();
  }
};
const project = { data: { type: 'projects', attributes: { name: 'later' } } };
const plain = { users: [{ name: 'bob', token: 'bob' }], organizations: [{ name: 'initech', owners: ['bob'] }] };

reset('of a service that was given its first token: the organization again, empty, with the same token', async () => {
  await started({ token: 'first', organization: 'acme' }, async (ask) => {
    assert.is((await ask('first', 'POST /api/v2/organizations/acme/projects', project)).status, 201);
    for (const _ of [1, 2]) {
      assert.equal(await ask('first', 'POST /_local/reset'), { status: 204, names: undefined });
      assert.equal(await ask('first', 'GET /api/v2/organizations/acme/projects'), { status: 200, names: ['Default Project'] });
    }
    assert.is((await ask('first', 'POST /_local/seed', plain)).status, 409);
  });
});

reset('of a service that was started with a seed: the seed again', async () => {
  await started({ seed: join(temporaryFolder({ 'seed.yaml': seed }), 'seed.yaml') }, async (ask) => {
    assert.is((await ask('ann-token', 'POST /api/v2/organizations/globex/projects', project)).status, 201);
    assert.is((await ask('ann-token', 'POST /_local/reset')).status, 204);
    assert.equal(await ask('ann-token', 'GET /api/v2/organizations/globex/projects'), { status: 200, names: ['Default Project', 'sea'] });
  });
});

reset('of a service whose token was made by chance, or when asked for nothing: nothing, ready for a seed', async () => {
  for (const options of [{}, { token: 'first' }]) {
    await started(options, async (ask) => {
      assert.is((await ask('first', 'POST /_local/reset', options.token ? { empty: true } : undefined)).status, 204);
      assert.is((await ask('first', 'GET /api/v2/organizations')).status, 401);
      assert.is((await ask('first', 'POST /_local/seed', plain)).status, 201);
      assert.equal((await ask('bob', 'GET /api/v2/organizations')).names, ['initech']);
    });
  }
  await started({ token: 'first' }, async (ask) => {
    assert.is((await ask('first', 'POST /_local/reset', { empty: 1 })).status, 422);
  });
});

reset.run();
