import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startHttpServer } from '../../src/http/http-server.ts';
import { createService } from '../../src/service.ts';
import { StoreUnavailable } from '../../src/store/failures.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { ciHeaders, ownerHeaders, createRequester, serveService } from './served.ts';

const test = suite('control: health, info, coverage, clock, settings');

const over = async (store: Store, story: (ask: ReturnType<typeof createRequester>) => Promise<void>): Promise<void> => {
  const { port, close } = await startHttpServer(createService({ store, control: { exposed: false } }).handle);
  try {
    await story(createRequester(port));
  } finally {
    await close();
  }
};

test('it is healthy while its store can be read', async () => {
  const { request: ask, close } = await serveService({ test: false });
  try {
    const answer = await ask('GET /_local/health');
    assert.equal(
      [answer.status, answer.body, answer.headers['content-type'], answer.headers['cache-control']],
      [200, { status: 'ok' }, 'application/json', 'no-store'],
    );
    assert.is((await ask('GET /_local/health', { headers: { host: 'balancer.example' } })).status, 200);
  } finally {
    await close();
  }
});

test('the service is unhealthy while its store cannot be read; the reason is shown on loopback only', async () => {
  const store = openSqlite({ memory: true });
  const fail = (): Promise<never> => Promise.reject(new StoreUnavailable('PostgreSQL at db:5432/slipway cannot be reached'));
  await over({ ...store, read: fail, probe: fail }, async (ask) => {
    const near = await ask('GET /_local/health');
    assert.equal(
      [near.status, near.headers['retry-after'], near.body],
      [503, '1', { status: 'unavailable', detail: 'the service cannot read its storage: PostgreSQL at db:5432/slipway cannot be reached' }],
    );
    const far = await ask('GET /_local/health', { headers: { host: 'balancer.example' } });
    assert.equal([far.status, far.body], [503, { status: 'unavailable', detail: 'the service cannot read its storage' }]);
    assert.is((await ask('GET /_local/info')).status, 503);
  });
  await store.close();
});

test('a service shows that it is the one that has a folder open, to who can read the folder', async () => {
  const { request: ask, close } = await serveService({ store: join(temporaryFolder(), 'data') });
  try {
    const folder = await ask('GET /_local/health?challenge=abc');
    assert.match(String(folder.headers['slipway-proof']), /^[0-9a-f]{64}$/);
    assert.is((await ask('GET /_local/health?challenge=abc')).headers['slipway-proof'], folder.headers['slipway-proof']);
    assert.is.not((await ask('GET /_local/health?challenge=abd')).headers['slipway-proof'], folder.headers['slipway-proof']);
    assert.is((await ask('GET /_local/health')).headers['slipway-proof'], undefined);
    assert.is((await ask(`GET /_local/health?challenge=${'a'.repeat(129)}`)).status, 400);
  } finally {
    await close();
  }
});

test('a store that does not answer is none', async () => {
  const store = openSqlite({ memory: true });
  await over({ ...store, probe: () => new Promise(() => {}) }, async (ask) => {
    const answer = await ask('GET /_local/health');
    assert.equal([answer.status, answer.body.detail], [503, 'the service cannot read its storage: it did not answer within 2 seconds']);
  });
  await store.close();
});

test('info shows what runs here, without a secret', async () => {
  const { request: ask, close } = await serveService({
    test: false,
    operatorToken: 'canary',
    settings: { opa: 'http://me:canary@policies.example:8181', rateLimit: 0 },
  });
  try {
    await ask('GET /api/v2/me', { headers: ciHeaders });
    const { text, body } = await ask('GET /_local/info');
    assert.not.match(text, /canary|first/);
    assert.equal(Object.keys(body), [
      'version',
      'dialect',
      'profile',
      'now',
      'uptimeSeconds',
      'store',
      'isolation',
      'isolationProgram',
      'runImage',
      'runNetwork',
      'services',
      'settings',
      'controls',
      'requests',
      'counts',
    ]);
    assert.equal(
      [body.dialect, body.profile, body.store, body.requests, body.settings.run_status_milliseconds, body.settings.opa],
      ['auto', 'auto', 'memory', 1, 100, 'http://policies.example:8181'],
    );
    assert.equal(
      body.services.map(({ name, base, operations }: any) => [name, base, operations > 50]),
      [
        ['workspaces', '/api/v2', true],
        ['ci', '/api/v2', true],
      ],
    );
    assert.equal(body.controls, { changing: false, operatorToken: true, journalBodies: false, beginsAgain: true });
    assert.equal(body.counts, {
      organizations: 1,
      users: 1,
      teams: 1,
      tokens: 1,
      projects: 1,
      workspaces: 0,
      variable_sets: 0,
      runs: 0,
      ci_projects: 0,
      ci_contexts: 0,
      ci_pipelines: 0,
      ci_workflows: 0,
      ci_jobs: 0,
    });
  } finally {
    await close();
  }
});

test('coverage lists the called operations with their statuses, and those never called', async () => {
  const { request: ask, close } = await serveService();
  try {
    for (const name of ['acme', 'acme', 'none']) await ask(`GET /api/v2/organizations/${name}`, { headers: ownerHeaders });
    await ask('HEAD /api/v2/organizations/acme', { headers: ownerHeaders });
    await ask('GET /api/v2/me');
    await ask('GET /api/v2/nothing');
    const { workspaces, ci } = (await ask('GET /_local/coverage')).body;
    assert.equal(workspaces.called, [{ operation: 'GET /organizations/{organization_name}', calls: 4, statuses: { 200: 3, 404: 1 } }]);
    assert.equal(ci.called, [{ operation: 'GET /me', calls: 1, statuses: { 401: 1 } }]);
    assert.equal([workspaces.never.length, ci.never.length], [workspaces.operations - 1, ci.operations - 1]);
    assert.ok(
      workspaces.never.includes('DELETE /workspaces/{workspace_id}') &&
        !workspaces.never.includes('GET /organizations/{organization_name}'),
    );
    await ask('POST /_local/reset');
    assert.is((await ask('GET /_local/coverage')).body.ci.called.length, 1);
    await ask('DELETE /_local/coverage');
    assert.equal((await ask('GET /_local/coverage')).body.ci.called, []);
  } finally {
    await close();
  }
});

test('the clock stops, moves and follows the real one again', async () => {
  const { request: ask, close } = await serveService();
  try {
    const clock = async (body: object) => {
      const answer = await ask('POST /_local/clock', { body });
      return answer.body.now ?? answer.body.errors[0].detail;
    };
    assert.is(await clock({ stand: '2026-05-01T12:00:00Z' }), '2026-05-01T12:00:00.000Z');
    assert.is(await clock({ move: 90_000 }), '2026-05-01T12:01:30.000Z');
    assert.is(await clock({ move: -90_000 }), '2026-05-01T12:00:00.000Z');
    assert.equal((await ask('GET /_local/clock')).body, { now: '2026-05-01T12:00:00.000Z' });
    for (const wrong of [{ stand: 'noon' }, {}, { stand: 5 }])
      assert.is(await clock(wrong), 'expected {"move": milliseconds} or {"stand": a time or null}');
    for (const wrong of [{ move: 'far' }, { move: 1e300 }]) assert.is(await clock(wrong), 'expected milliseconds');
    assert.is(await clock({ jump: 5 }), 'there is no member "jump"; expected move, stand');
    assert.ok(Math.abs(Date.parse(await clock({ stand: null })) - Date.now()) < 60_000);
  } finally {
    await close();
  }
});

test('settings are read and changed with the names of a seed file', async () => {
  const { request: ask, close } = await serveService();
  try {
    const { status, body } = await ask('PATCH /_local/settings', { body: { tier: 'free', ci_page_size: 2 } });
    assert.equal([status, body.tier, body.ci_page_size, body.edition], [200, 'free', 2, 'hosted']);
    assert.equal((await ask('GET /_local/settings')).body, body);
    const wrong = await ask('PATCH /_local/settings', { body: { teir: 'free' } });
    assert.equal([wrong.status, (await ask('GET /_local/settings')).body.tier], [422, 'free']);
  } finally {
    await close();
  }
});

test.run();
