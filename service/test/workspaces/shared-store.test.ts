/** Two services on one PostgreSQL, as two processes would be. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdjustableClock } from '../../src/http/clock.ts';
import { newId } from '../../src/store/new-id.ts';
import { toFetch, createService, serviceListeners } from '../../src/service.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { createOrganization, createApiToken, createUser } from '../../src/workspaces/organizations/bootstrap.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';

const server = await startPostgres();
const shared = suite('workspaces in a shared store');
const test = typeof server === 'string' ? skipWithReason(shared, server) : shared;

test('of fifty creates, locks, renames and deletes over both services one wins each, and nothing is lost', async () => {
  if (typeof server === 'string') return;
  const { url } = await server.database('workspace_races');
  const stores = [await openPostgres({ url, poolSize: 4 }), await openPostgres({ url, poolSize: 4 })];
  await stores[0]!.write(async (tx) => {
    const making = { clock: createAdjustableClock(), newId, listeners: serviceListeners };
    const owner = await createUser(tx, making, { name: 'olivia' });
    await createOrganization(tx, making, { name: 'acme', email: '', owners: [owner.id] });
    await createApiToken(tx, making, { secret: 'owner-token', owner: { kind: 'user', id: owner.id } });
  });
  const fetches = stores.map((store) => toFetch(createService({ store }).handle));
  const ask = async (index: number, method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> => {
    const response = await fetches[index % 2]!(
      new Request(`http://slipway.test/api/v2${path}`, {
        method,
        headers: { authorization: 'Bearer owner-token', 'content-type': 'application/vnd.api+json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const fifty = async (one: (index: number) => Promise<{ status: number }>) => {
    const counts: Record<string, number> = {};
    for (const { status } of await Promise.all(Array.from({ length: 50 }, (_, index) => one(index))))
      counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const document = (attributes: object, relationships: object = {}) => ({ data: { type: 'workspaces', attributes, relationships } });
  const create = '/organizations/acme/workspaces';
  const blue = { tags: { data: [{ type: 'tags', attributes: { name: 'blue' } }] } };

  assert.equal(await fifty((index) => ask(index, 'POST', create, document({ name: 'web' }))), { 201: 1, 422: 49 });
  const web = (await ask(0, 'GET', `${create}/web`)).body.data.id;
  assert.equal(await fifty((index) => ask(index, 'POST', `/workspaces/${web}/actions/lock`)), { 200: 1, 409: 49 });
  assert.equal(await fifty((index) => ask(index, 'POST', `/workspaces/${web}/actions/unlock`)), { 200: 1, 409: 49 });
  assert.equal(await fifty((index) => ask(index, 'POST', create, document({ name: `w${index}` }, blue))), { 201: 50 });
  assert.equal(
    (await ask(1, 'GET', '/organizations/acme/tags')).body.data.map((tag: any) => [tag.attributes.name, tag.attributes['instance-count']]),
    [['blue', 50]],
  );
  assert.equal(await fifty((index) => ask(index, 'PATCH', `${create}/w${index}`, document({ name: 'the-one' }))), { 200: 1, 422: 49 });
  assert.equal(
    await fifty((index) =>
      ask(index, 'POST', `/workspaces/${web}/relationships/tags`, { data: [{ type: 'tags', attributes: { name: `t${index}` } }] }),
    ),
    { 204: 50 },
  );
  assert.is((await ask(0, 'GET', `/workspaces/${web}`)).body.data.attributes['tag-names'].length, 50);
  assert.equal(await fifty((index) => ask(index, 'POST', `/workspaces/${web}/actions/safe-delete`)), { 204: 1, 404: 49 });
  const list = async (query: string) =>
    (await ask(1, 'GET', `${create}?${new URLSearchParams(query)}`)).body.meta.pagination['total-count'];
  assert.equal(
    [
      await list('search[tags]=blue'),
      await list('search[exclude-tags]=blue'),
      await list('search[wildcard-name]=w1*'),
      await list('sort=-latest-change-at'),
    ],
    [50, 0, await list('search[name]=w1'), 50],
  );
  for (const store of stores) await store.close();
});

shared.after(async () => {
  if (typeof server !== 'string') await server.stop();
});
shared.run();
