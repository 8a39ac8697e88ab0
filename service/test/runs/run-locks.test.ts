/** In a service that simulates runs, clients of the hosted service find the workspace locked by its run, as there (decision 21). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiDialect } from '../../src/http/api-dialect.ts';
import { createNoCodeTestService, type NoCodeTestService } from './support.ts';
import { document } from '../documents.ts';

const test = suite('locks of simulated runs');

const start = (profile: ApiDialect, runs: 'none' | 'scripted'): Promise<NoCodeTestService> =>
  createNoCodeTestService({ profile, settings: { runs } });
const createRun = async ({ request }: NoCodeTestService, workspace: string): Promise<string> =>
  (await request('POST /runs', document('runs', {}, { workspace: { data: { type: 'workspaces', id: workspace } } }))).body.data.id;
const readLock = async ({ request }: NoCodeTestService, workspace: string) => {
  const { attributes, relationships } = (await request(`GET /workspaces/${workspace}`)).body.data;
  return [attributes.locked, relationships['locked-by']?.data ?? null];
};

test('a run locks its workspace until it is over; nobody else unlocks it but by force', async () => {
  const service = await start('hosted', 'scripted');
  const workspace = await service.createWorkspaceId('web', { 'execution-mode': 'remote' });
  const run = await createRun(service, workspace);
  await service.passTime(1000);
  assert.equal(await readLock(service, workspace), [true, { id: run, type: 'runs' }]);
  const unlocked = await service.request(`POST /workspaces/${workspace}/actions/unlock`);
  assert.is(unlocked.status, 409);
  assert.match(unlocked.body.errors[0].detail, new RegExp(`locked by Run ${run}`));
  assert.is((await service.request(`POST /runs/${run}/actions/discard`)).status, 202);
  assert.equal(await readLock(service, workspace), [false, null]);
  const second = await createRun(service, workspace);
  await service.passTime(1000);
  assert.equal(await readLock(service, workspace), [true, { id: second, type: 'runs' }]);
  assert.is((await service.request(`POST /workspaces/${workspace}/actions/force-unlock`)).status, 200);
  assert.equal(await readLock(service, workspace), [false, null]);
  await service.close();
});

test('neither a run of the neutral dialect locks, nor one where the service simulates none', async () => {
  for (const [profile, runs] of [
    ['neutral', 'scripted'],
    ['hosted', 'none'],
  ] as const) {
    const service = await start(profile, runs);
    const workspace = await service.createWorkspaceId('web', { 'execution-mode': 'remote' });
    await createRun(service, workspace);
    await service.passTime(1000);
    assert.equal(await readLock(service, workspace), [false, null], `${profile} ${runs}`);
    await service.close();
  }
});

test.run();
