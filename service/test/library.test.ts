import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../src/index.ts';

const test = suite('the service as a library');
const seed = {
  organizations: [{ name: 'acme', owners: ['olivia'], workspaces: [{ name: 'web' }] }],
  users: [{ name: 'olivia' }],
};

const get = async ({ address, token }: TestService, path: string): Promise<{ readonly status: number; readonly body: any }> => {
  const response = await fetch(`${address}/api/v2${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
};

const post = async ({ address, token }: TestService, path: string, document: object): Promise<Response> =>
  fetch(`${address}/api/v2${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify(document),
  });
const run = (workspace: string): object => ({
  data: { type: 'runs', relationships: { workspace: { data: { type: 'workspaces', id: workspace } } } },
});
/** What a promise is rejected with; empty: it was not. */
const failure = async (action: () => Promise<unknown>): Promise<string> => {
  try {
    await action();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('starts without options: an organization, its token, a free port of loopback', async () => {
  const service = await startService();
  try {
    assert.match(service.address, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.is(service.organization, 'slipway');
    assert.is((await get(service, '/organizations/slipway')).status, 200);
  } finally {
    await service.stop();
  }
});

test('takes a seed as an object, and says which member of it is wrong', async () => {
  const service = await startService({ seed, token: 'olivias-token' });
  try {
    assert.is(service.token, 'olivias-token');
    assert.is(service.organization, 'acme');
    const { body } = await get(service, '/organizations/acme/workspaces');
    assert.equal(
      body.data.map((one: any) => one.attributes.name),
      ['web'],
    );
  } finally {
    await service.stop();
  }
  const faulty = { organizations: [{ name: 'acme', owner: ['olivia'] }] };
  assert.is(
    await failure(() => startService({ seed: faulty })),
    'seed: "organizations[0].owner" is not a member: Write `owners` instead of `owner`.',
  );
});

test('an option that it does not have is refused', async () => {
  const misspelled = { sead: seed } as object;
  assert.is(
    await failure(() => startService(misspelled)),
    '"sead" is not an option of startService: expected one of store, seed, token, organization, dialect, port',
  );
});

test('its clock is moved and stopped, and what is due happens', async () => {
  const service = await startService({ seed });
  try {
    assert.equal(service.freeze(new Date('2026-05-01T12:00:00.000Z')), new Date('2026-05-01T12:00:00.000Z'));
    assert.equal(service.advance(60_000), new Date('2026-05-01T12:01:00.000Z'));
    assert.equal(service.now(), new Date('2026-05-01T12:01:00.000Z'));
    const workspace = (await get(service, '/organizations/acme/workspaces/web')).body.data.id;
    assert.is((await post(service, '/runs', run(workspace))).status, 201);
    await service.settle();
    assert.is((await get(service, `/workspaces/${workspace}/runs`)).body.data[0].attributes.status, 'planned');
  } finally {
    await service.stop();
  }
});

test('a fault befalls the calls that fit it, and what is no fault is refused in words', async () => {
  const service = await startService();
  try {
    await service.addFault({ fault: '503', method: 'GET', path: '/organizations', times: 2 });
    const status = async (): Promise<number> => (await get(service, '/organizations/slipway')).status;
    assert.equal([await status(), await status(), await status()], [503, 503, 200]);
    await service.addFault({ fault: '500', times: 'always' });
    await service.clearFaults();
    assert.is(await status(), 200);
    assert.is(
      await failure(() => service.addFault({ fault: 'tired' })),
      'POST /_local/faults: /fault: expected one of 429, 500, 503, status, lost-before, lost-after, reset-before, reset-after, cut, ' +
        'slow, slow-body, malformed',
    );
  } finally {
    await service.stop();
  }
});

test('lists the requests that it got, without tokens; a reset forgets them and what they made', async () => {
  const service = await startService({ token: 'a-token' });
  try {
    const project = { data: { type: 'projects', attributes: { name: 'payments' } } };
    assert.is((await post(service, '/organizations/slipway/projects', project)).status, 201);
    const requests = await service.listRequests();
    assert.equal(
      requests.map(({ method, path, status }) => ({ method, path, status })),
      [{ method: 'POST', path: '/api/v2/organizations/slipway/projects', status: 201 }],
    );
    assert.not(JSON.stringify(requests).includes('a-token'));
    await service.reset();
    assert.equal(await service.listRequests(), []);
    const { body } = await get(service, '/organizations/slipway/projects');
    assert.equal(
      body.data.map((one: any) => one.attributes.name),
      ['Default Project'],
    );
  } finally {
    await service.stop();
  }
});

test('two services of one process share nothing', async () => {
  const [one, other] = [await startService({ organization: 'one' }), await startService({ organization: 'other' })];
  try {
    one.freeze(new Date('2020-01-01T00:00:00.000Z'));
    await one.addFault({ fault: '500', times: 'always' });
    assert.is((await get(other, '/organizations/other')).status, 200);
    assert.is((await get(other, '/organizations/one')).status, 404);
    assert.ok(other.now().getTime() > Date.parse('2026-01-01T00:00:00.000Z'));
    assert.is((await get({ ...other, token: one.token }, '/organizations/other')).status, 401);
    assert.equal(await one.listRequests(), []);
    await one.stop();
    assert.is((await get(other, '/organizations/other')).status, 200);
  } finally {
    await other.stop();
  }
});

test('once stopped it does not listen, and a port that is taken is said', async () => {
  const service = await startService();
  assert.match(await failure(() => startService({ port: service.port })), 'EADDRINUSE');
  await service.stop();
  const again = await startService({ port: service.port });
  await again.stop();
});

test('any endpoint below /_local/ is reached', async () => {
  const service = await startService();
  try {
    assert.equal(await service.control('POST /_local/clock', { stand: '2026-05-01T12:00:00.000Z' }), { now: '2026-05-01T12:00:00.000Z' });
    assert.equal(service.now(), new Date('2026-05-01T12:00:00.000Z'));
    assert.is(await failure(() => service.control('GET /_local/nothing')), 'GET /_local/nothing: there is no endpoint at /_local/nothing');
  } finally {
    await service.stop();
  }
});

test.run();
