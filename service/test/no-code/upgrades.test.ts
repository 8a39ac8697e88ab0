import * as assert from 'uvu/assert';
import { createNoCodeTestService, listErrors, variable } from './support.ts';
import {
  upgradePath,
  changePin,
  createUpgradeFixture,
  startUpgrade,
  readStatus,
  upgradeSuite,
  readVariable,
  readWorkspace,
} from './upgrade-support.ts';
import { document } from '../documents.ts';

const upgrades = upgradeSuite('no-code upgrades');

upgrades('step by step by the clock: start, wait for the plan, confirm, applied', async (context) => {
  const { request: ask, startUpgrade: upgrade, noCodeModule: offered, workspace: shop, addVersion: version, passTime: pass } = context;
  await version('1.3.0', { resources: 5 });
  await changePin(context, '1.3.0');
  const begun = await upgrade(offered, shop, [variable('region', 'us')]);
  const { id } = begun.body.data;
  assert.match(id, /^run-[A-Za-z0-9]{16}$/);
  assert.equal(
    [begun.status, begun.body],
    [
      200,
      {
        data: {
          id,
          type: 'workspace-upgrade',
          attributes: { status: 'pending', 'plan-url': `http://slipway.test/app/acme/workspaces/shop/runs/${id}` },
          relationships: { workspace: { data: { id: shop, type: 'workspaces' } } },
        },
      },
    ],
  );
  const seen: string[] = [];
  for (let step = 0; step < 5; step++) {
    await pass(100);
    seen.push(await readStatus(context, id));
  }
  assert.equal(seen, ['fetching', 'planning', 'planned', 'cost_estimated', 'cost_estimated']);
  assert.is(await pass(3_600_000), 0, 'it waits for its confirmation as long as it takes');
  assert.equal(
    [await readVariable(context, 'region'), (await readWorkspace(context))['source-module-id']],
    ['eu', 'private/acme/vpc/aws/1.2.0'],
    'nothing has changed so far',
  );

  const confirmed = await ask(`POST ${upgradePath(context, id)}`);
  assert.equal([confirmed.status, confirmed.body], [200, 'Workspace update completed']);
  seen.length = 0;
  seen.push(await readStatus(context, id));
  for (let step = 0; step < 2; step++) {
    await pass(100);
    seen.push(await readStatus(context, id));
  }
  assert.equal(seen, ['confirmed', 'applying', 'applied']);
  const after = await readWorkspace(context);
  assert.equal(
    [await readVariable(context, 'region'), after['source-module-id'], after['no-code-upgrade-available'], after['resource-count']],
    ['us', 'private/acme/vpc/aws/1.3.0', false, 5],
  );
});

upgrades('on a lesser tier no costs are estimated: it waits when planned', async () => {
  const context = await createUpgradeFixture(await createNoCodeTestService({ settings: { tier: 'standard' } }));
  const id = await startUpgrade(context, variable('region', 'us'));
  await context.passTime(10_000);
  assert.is(await readStatus(context, id), 'planned');
  assert.is((await context.request(`POST ${upgradePath(context, id)}`)).status, 200);
  await context.close();
});

upgrades('steps take as long as the setting says', async () => {
  const context = await createUpgradeFixture(await createNoCodeTestService({ settings: { runStatusMilliseconds: 5 } }));
  const id = await startUpgrade(context, variable('region', 'us'));
  await context.passTime(14);
  assert.is(await readStatus(context, id), 'planning');
  await context.close();
});

upgrades('a clock that stands moves nothing; one that is set moves everything', async (context) => {
  const { request: ask, passTime: pass } = context;
  const id = await startUpgrade(context, variable('region', 'us'));
  assert.is(await pass(0), 0);
  await ask('POST //_local/clock', { stand: '2030-01-01T00:00:00.000Z' });
  assert.is(await pass(0), 1);
  assert.is(await readStatus(context, id), 'cost_estimated');
});

upgrades('the same version with the same variables is planned and finished: there is nothing to confirm', async (context) => {
  const { request: ask, passTime: pass } = context;
  const id = await startUpgrade(context, variable('region', 'eu'));
  await pass(1000);
  assert.is(await readStatus(context, id), 'planned_and_finished');
  assert.equal(listErrors(await ask(`POST ${upgradePath(context, id)}`)), [
    ['409', `the upgrade ${id} cannot be confirmed: it is planned_and_finished`],
  ]);
});

upgrades('no variables at all: those that are there stay', async (context) => {
  const { addVersion: version, request: ask, passTime: pass } = context;
  await version('1.3.0');
  await changePin(context, '1.3.0');
  const id = await startUpgrade(context);
  await pass(1000);
  await ask(`POST ${upgradePath(context, id)}`);
  await pass(1000);
  assert.equal([await readStatus(context, id), await readVariable(context, 'region')], ['applied', 'eu']);
});

upgrades('a new variable is made, a changed one keeps its id and what is unsaid of it', async (context) => {
  const { request: ask, workspace: shop, passTime: pass } = context;
  const list = async () => (await ask(`GET /workspaces/${shop}/vars`)).body.data;
  const [region] = await list();
  await ask(`PATCH /workspaces/${shop}/vars/${region.id}`, document('vars', { description: 'where', sensitive: true }));
  const id = await startUpgrade(context, variable('region', 'us'), variable('size', '2'), {
    type: 'vars',
    attributes: { key: 'TOKEN', value: 'x', category: 'env', sensitive: true },
  });
  await pass(1000);
  await ask(`POST ${upgradePath(context, id)}`);
  await pass(1000);
  const after = await list();
  assert.equal(
    after.map(({ attributes: { key, value: text, description, sensitive } }: any) => [key, text, description, sensitive]),
    [
      ['region', null, 'where', true],
      ['size', '2', null, false],
      ['TOKEN', null, null, true],
    ],
  );
  assert.is(after[0].id, region.id);
  assert.is.not(after[0].attributes['version-id'], region.attributes['version-id']);
});

upgrades('a plan that fails ends it, and the workspace stays as it was', async (context) => {
  const { request: ask, passTime: pass, addVersion: version } = context;
  await version('1.3.0');
  await changePin(context, '1.3.0');
  assert.is((await ask('POST //_local/run-outcome', { outcome: 'plan-errored' })).status, 201);
  const id = await startUpgrade(context, variable('region', 'us'));
  await pass(1000);
  assert.is(await readStatus(context, id), 'errored');
  const after = await readWorkspace(context);
  assert.equal(
    [
      await readVariable(context, 'region'),
      after['source-module-id'],
      after['no-code-upgrade-available'],
      after['run-failures'],
      after['resource-count'],
    ],
    ['eu', 'private/acme/vpc/aws/1.2.0', true, 1, 3],
  );
  assert.equal(listErrors(await ask(`POST ${upgradePath(context, id)}`)), [
    ['409', `the upgrade ${id} cannot be confirmed: it is errored`],
  ]);
  const again = await startUpgrade(context, variable('region', 'us'));
  await pass(1000);
  assert.is(await readStatus(context, again), 'cost_estimated', 'the outcome was for one run');
});

upgrades('an apply that fails is told by its status; nothing was set', async (context) => {
  const { request: ask, passTime: pass } = context;
  await ask('POST //_local/run-outcome', { outcome: 'apply-errored' });
  const id = await startUpgrade(context, variable('region', 'us'));
  await pass(1000);
  await ask(`POST ${upgradePath(context, id)}`);
  await pass(1000);
  assert.equal([await readStatus(context, id), await readVariable(context, 'region')], ['errored', 'eu']);
});

upgrades('an outcome that is none is refused', async ({ request: ask }) => {
  assert.equal(listErrors(await ask('POST //_local/run-outcome', { outcome: 'luck' })), [
    ['422', 'expected one of success, no-changes, plan-errored, apply-errored', '/outcome'],
  ]);
});

upgrades.run();
