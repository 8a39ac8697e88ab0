import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultSettings } from '../../src/http/settings.ts';
import type { StoredRun } from '../../src/workspaces/runs/stored.ts';
import { advanceRuns } from '../../src/workspaces/runs/advance-runs.ts';
import { createNoCodeTestService, type NoCodeTestService, variable } from './support.ts';
import { serviceListeners } from '../../src/service.ts';
import { document } from '../documents.ts';

const races = suite<NoCodeTestService>('runs under races');
races.before.each(async (context) => {
  Object.assign(context, await createNoCodeTestService());
});
races.after.each(async ({ close }) => {
  await close();
});

const start = ({ request: ask }: NoCodeTestService, workspace: string) =>
  ask('POST /runs', document('runs', { 'auto-apply': true }, { workspace: { data: { type: 'workspaces', id: workspace } } }));
const counted = async (asked: readonly Promise<{ readonly status: number }>[]): Promise<{ readonly [status: string]: number }> => {
  const counts: Record<string, number> = {};
  for (const { status } of await Promise.all(asked)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const fifty = <T>(one: (index: number) => T): readonly T[] => Array.from({ length: 50 }, (_, index) => one(index));

races('five who move twenty runs at once move each once', async (context) => {
  const { createWorkspaceId: id, request: ask, store, clock } = context;
  const ids: string[] = [];
  for (let index = 0; index < 20; index++) ids.push(await id(`w${index}`));
  for (const workspace of ids) await start(context, workspace);
  await ask('POST //_local/clock', { move: 10_000 });
  const moved = await Promise.all(
    Array.from({ length: 5 }, () => advanceRuns(store, { clock, settings: defaultSettings, listeners: serviceListeners })),
  );
  assert.is(
    moved.reduce((sum, one) => sum + one, 0),
    20,
  );
  const shown = (await ask('GET /organizations/acme/workspaces?page[size]=100')).body.data;
  assert.equal(
    shown.map((one: any) => one.attributes['workspace-kpis-runs-count']),
    Array(20).fill(1),
  );
});

races('while they are moved, what is asked of them is not lost', async (context) => {
  const { createWorkspaceId: id, request: ask, store, clock } = context;
  const web = await id('web');
  const run = (await ask('POST /runs', document('runs', {}, { workspace: { data: { type: 'workspaces', id: web } } }))).body.data.id;
  await ask('POST //_local/clock', { move: 300 });
  await advanceRuns(store, { clock, settings: defaultSettings, listeners: serviceListeners });
  const [statuses] = await Promise.all([
    counted(fifty((index) => ask(`POST /runs/${run}/actions/${index % 2 === 0 ? 'apply' : 'discard'}`))),
    ...Array.from({ length: 5 }, () => advanceRuns(store, { clock, settings: defaultSettings, listeners: serviceListeners })),
  ]);
  assert.equal(statuses, { 202: 1, 409: 49 });
});

races('of fifty confirmations one is taken; fifty starts of one upgrade are one upgrade; of fifty others none', async (context) => {
  const { createNoCodeModule: offer, createWorkspace: make, startUpgrade: upgrade, passTime: pass, request: ask } = context;
  const offered = await offer();
  const shop = (await make(offered, { name: 'shop' })).body.data.id;
  await pass(1000);
  const begun = await Promise.all(fifty(() => upgrade(offered, shop, [variable('region', 'us')])));
  assert.equal([begun.map(({ status }) => status), new Set(begun.map(({ body }) => body.data.id)).size], [Array(50).fill(200), 1]);
  assert.equal(await counted(fifty((index) => upgrade(offered, shop, [variable('zones', `["${index}"]`)]))), { 409: 50 });
  await pass(1000);
  assert.equal(await counted(fifty(() => ask(`POST /no-code-modules/${offered}/workspaces/${shop}/upgrade/${begun[0]!.body.data.id}`))), {
    200: 1,
    409: 49,
  });
  await pass(1000);
  assert.is((await ask(`GET /workspaces/${shop}`)).body.data.attributes['workspace-kpis-runs-count'], 2);
});

races(
  'of fifty who enable one module one does; of fifty workspaces of one name one is made',
  async ({ createModule: module, enableModule: enable, createWorkspace: make }) => {
    const mod = await module();
    assert.equal(await counted(fifty(() => enable(mod))), { 200: 1, 422: 49 });
    const offered = (await enable(await module('net'))).body.data.id;
    assert.equal(await counted(fifty(() => make(offered, { name: 'shop' }))), { 200: 1, 422: 49 });
  },
);

races('of fifty runs of one workspace one goes, and the rest follow in the order they came', async (context) => {
  const { createWorkspaceId: id, request: ask, passTime: pass } = context;
  const web = await id('web');
  assert.equal(await counted(fifty(() => start(context, web))), { 201: 50 });
  await pass(100);
  const statuses = async () => (await ask(`GET /workspaces/${web}/runs?page[size]=100`)).body.data.map((one: any) => one.attributes.status);
  assert.equal(await statuses(), [...Array(49).fill('pending'), 'fetching']);
  await pass(50 * 600);
  assert.equal(await statuses(), Array(50).fill('applied'));
  assert.is((await ask(`GET /workspaces/${web}`)).body.data.attributes['workspace-kpis-runs-count'], 50);
});

races('a run that cannot be moved holds up no other, and is reported each time', async (context) => {
  const { createWorkspaceId: id, store, clock, request: ask } = context;
  const sick = (await start(context, await id('sick'))).body.data.id;
  const well = (await start(context, await id('well'))).body.data.id;
  await store.write(async (tx) => {
    const run = (await tx.get<StoredRun>('runs', sick))!;
    await tx.update(run, { body: { ...run.body, aim: null } });
  });
  await ask('POST //_local/clock', { move: 10_000 });
  for (let beat = 0; beat < 2; beat++) {
    await advanceRuns(store, { clock, settings: defaultSettings, listeners: serviceListeners }).then(
      () => assert.unreachable('it should have failed'),
      (error: unknown) => assert.instance(error, TypeError),
    );
  }
  const status = async (run: string) => (await ask(`GET /runs/${run}`)).body.data.attributes.status;
  assert.equal([await status(well), await status(sick)], ['applied', 'pending']);
});

races.run();
