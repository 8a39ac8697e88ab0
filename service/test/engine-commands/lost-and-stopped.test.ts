import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultSettings } from '../../src/http/settings.ts';
import { serviceListeners } from '../../src/service.ts';
import { issueEngineToken } from '../../src/workspaces/runs/engine/run-token.ts';
import { engineCommands } from '../../src/workspaces/engine-commands/execute-commands.ts';
import type { StoredEngineCommand } from '../../src/workspaces/engine-commands/stored.ts';
import { packTar } from '../archives/tar.ts';
import { document, one } from '../documents.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from '../workspaces/support.ts';

interface Parts extends WorkspaceTestService {
  readonly workspace: string;
  readonly configuration: string;
}
const settings = { ...defaultSettings, runsJobs: true as const, runs: 'none' as const };
const test = suite<Parts>('queries and test runs by the engine, without one');
test.before.each(async (context) => {
  const bench = await createWorkspaceTestService({ settings });
  const workspace = await bench.createWorkspaceId('harbour');
  const made = await bench.request(
    `POST /workspaces/${workspace}/configuration-versions`,
    document('configuration-versions', { 'auto-queue-runs': false }),
  );
  const { id: configuration, attributes } = made.body.data;
  await bench.request(`PUT /${new URL(attributes['upload-url']).pathname}`, packTar({ name: 'main.tf' }), { token: null });
  Object.assign(context, bench, { workspace, configuration });
});
test.after.each(({ close }) => close());

const contextOf = ({ store, clock }: Parts) => ({ store, clock, settings: () => settings, listeners: serviceListeners, report: () => {} });

/** A query that a runner executes, with the token of its engine. */
const startQuery = async ({ request, store, clock, workspace, configuration }: Parts): Promise<string> => {
  const relationships = { workspace: one('workspaces', workspace), 'configuration-version': one('configuration-versions', configuration) };
  const { id } = (await request('POST /queries', document('queries', {}, relationships))).body.data;
  await store.write(async (tx) => {
    const record = (await tx.get<StoredEngineCommand>('engine-commands', id))!;
    await tx.update<StoredEngineCommand>(record, { body: { ...record.body, status: 'running', runner: 'runner-1' } });
    await issueEngineToken(tx, clock, { id, organization: 'acme', workspace }, 60_000);
  });
  return id;
};
const logOf = async ({ request }: Parts, id: string): Promise<string> => {
  const address = (await request(`GET /queries/${id}`)).body.data.attributes['log-read-url'];
  return (await request(`GET /${new URL(address).pathname}`, undefined, { token: null })).body;
};

test('a query whose runner is gone ends as errored, and its token with it', async (parts) => {
  const { request, store } = parts;
  const countTokens = () => store.read((view) => view.count({ kind: 'tokens' }));
  const before = await countTokens();
  const id = await startQuery(parts);
  assert.is(await countTokens(), before + 1);
  assert.is(await engineCommands.endLost(contextOf(parts), { alive: new Set(['runner-1']) }), 0);
  assert.is(await engineCommands.endLost(contextOf(parts), { alive: new Set() }), 1);
  assert.is((await request(`GET /queries/${id}`)).body.data.attributes.status, 'errored');
  assert.match(await logOf(parts, id), 'The service that executed this ended before it did.');
  assert.is(await countTokens(), before);
  assert.is(await engineCommands.endLost(contextOf(parts), { alive: new Set() }), 0);
});

test('a query that ignores its cancellation is ended by force a minute later, and not before', async (parts) => {
  const { request, store } = parts;
  const id = await startQuery(parts);
  assert.is((await request(`POST /queries/${id}/actions/cancel`)).status, 202);
  assert.equal([...(await engineCommands.findStops(store, [id]))], [[id, 'interrupt']]);
  assert.is((await request(`GET /queries/${id}`)).body.data.attributes.status, 'running');
  assert.is((await request(`POST /queries/${id}/actions/force-cancel`)).status, 409);
  await request('POST //_local/clock', { move: 61_000 });
  assert.is((await request(`POST /queries/${id}/actions/force-cancel`)).status, 202);
  const { status, 'status-timestamps': reached } = (await request(`GET /queries/${id}`)).body.data.attributes;
  assert.equal([status, typeof reached['canceled-at'], typeof reached['force-canceled-at']], ['canceled', 'string', 'string']);
  assert.equal([...(await engineCommands.findStops(store, [id]))], [[id, 'kill']]);
  assert.match(await logOf(parts, id), 'The cancellation was requested before this was executed to its end.');
});

test('a workspace is deleted with its queries, also with one that is executed, which is stopped', async (parts) => {
  const { request, store, workspace } = parts;
  const id = await startQuery(parts);
  assert.is((await request(`DELETE /workspaces/${workspace}`)).status, 204);
  assert.is((await request(`GET /queries/${id}`)).status, 404);
  assert.equal([...(await engineCommands.findStops(store, [id]))], [[id, 'kill']]);
  assert.is(await engineCommands.endLost(contextOf(parts), { alive: new Set() }), 0);
});

test('a module is deleted with its test runs', async ({ request, create }) => {
  await create('POST /organizations/acme/registry-modules', document('registry-modules', { name: 'vpc', provider: 'storage' }));
  const tests = '/organizations/acme/tests/registry-modules/private/acme/vpc/storage/test-runs';
  const { id: version, attributes } = (await request(`POST ${tests}/configuration-versions`)).body.data;
  await request(`PUT /${new URL(attributes['upload-url']).pathname}`, packTar({ name: 'main.tf' }), { token: null });
  const from = { 'configuration-version': one('configuration-versions', version) };
  const { id } = (await request(`POST ${tests}`, document('test-runs', {}, from))).body.data;
  assert.is((await request(`GET ${tests}/${id}`)).status, 200);
  assert.is((await request('DELETE /organizations/acme/registry-modules/private/acme/vpc/storage')).status, 204);
  assert.is((await request(`GET ${tests}/${id}`)).status, 404);
  await create('POST /organizations/acme/registry-modules', document('registry-modules', { name: 'vpc', provider: 'storage' }));
  assert.is((await request(`GET ${tests}/${id}`)).status, 404);
});

test.run();
