import * as assert from 'uvu/assert';
import { createNoCodeTestService, inputs, listErrors, variable } from './support.ts';
import { upgradePath, changePin, createUpgradeFixture, startUpgrade, readStatus, upgradeSuite, readWorkspace } from './upgrade-support.ts';
import { document } from '../documents.ts';

const upgrades = upgradeSuite('no-code upgrade rules');

upgrades('confirmed before the plan is ready, and twice: 409', async (context) => {
  const { request: ask, passTime: pass } = context;
  const id = await startUpgrade(context, variable('region', 'us'));
  assert.equal(listErrors(await ask(`POST ${upgradePath(context, id)}`)), [
    ['409', `the upgrade ${id} cannot be confirmed: it is pending`],
  ]);
  await pass(1000);
  assert.is((await ask(`POST ${upgradePath(context, id)}`)).status, 200);
  assert.equal(listErrors(await ask(`POST ${upgradePath(context, id)}`)), [
    ['409', `the upgrade ${id} cannot be confirmed: it is confirmed`],
  ]);
  await pass(1000);
  assert.equal(listErrors(await ask(`POST ${upgradePath(context, id)}`)), [
    ['409', `the upgrade ${id} cannot be confirmed: it is applied`],
  ]);
});

upgrades('another upgrade while one is under way is 409; the same one again is that one', async (context) => {
  const { startUpgrade: upgrade, noCodeModule: offered, workspace: shop, passTime: pass, request: ask } = context;
  const id = await startUpgrade(context, variable('region', 'us'));
  await pass(1000);
  assert.equal(listErrors(await upgrade(offered, shop, [variable('region', 'eu')])), [
    ['409', `the upgrade ${id} is under way: it is cost_estimated; confirm or discard it first`],
  ]);
  const again = await upgrade(offered, shop, [variable('region', 'us')]);
  assert.equal([again.status, again.body.data.id, again.body.data.attributes.status], [200, id, 'cost_estimated']);
  assert.is((await ask(`POST /runs/${id}/actions/discard`)).status, 202);
  assert.is(await readStatus(context, id), 'discarded');
  assert.is.not(await startUpgrade(context, variable('region', 'us')), id);
});

upgrades(
  'an upgrade of a workspace that is still being provisioned waits for that',
  async ({ noCodeModule: offered, createWorkspace: make, request: ask, passTime: pass, startUpgrade: upgrade }) => {
    const fresh = (await make(offered, { name: 'fresh' })).body.data;
    const id = (await upgrade(offered, fresh.id, [variable('region', 'us')])).body.data.id;
    const current = async () => (await ask(`GET /workspaces/${fresh.id}`)).body.data.relationships['current-run'].data.id;
    const status = async () => (await ask(`GET /runs/${id}`)).body.data.attributes.status;
    assert.is(await current(), fresh.relationships['current-run'].data.id);
    await pass(500);
    assert.equal([await status(), (await current()) === id], ['pending', false]);
    await pass(100);
    assert.equal([await status(), (await current()) === id], ['pending', true]);
    await pass(100);
    assert.is(await status(), 'fetching');
    await pass(1000);
    assert.is(await status(), 'cost_estimated');
  },
);

upgrades('variables are judged as when it was made; what is there need not be said again', async (context) => {
  const { startUpgrade: upgrade, noCodeModule: offered, workspace: shop, addVersion: version } = context;
  const of = async (...variables: readonly object[]) => listErrors(await upgrade(offered, shop, variables));
  const varsAt = '/data/relationships/vars/data';
  assert.equal(await of(variable('region', 'mars')), [
    ['422', 'the value of "region" must be one of "eu", "us"', `${varsAt}/0/attributes/value`],
  ]);
  assert.equal(await of(variable('colour', 'red')), [
    ['422', 'version 1.2.0 of the module has no variable "colour"; it has region, size, zones', `${varsAt}/0/attributes/key`],
  ]);
  assert.equal(await of(variable('size', '1'), variable('size', '2')), [
    ['422', 'the variable "size" is sent twice', `${varsAt}/1/attributes/key`],
  ]);
  await version('2.0.0', { variables: [...inputs, { name: 'owner', type: 'string', required: true }] });
  await changePin(context, '2.0.0');
  assert.equal(await of(variable('region', 'us')), [['422', 'the module\'s variable "owner" needs a value', '/data/relationships/vars']]);
  assert.is((await upgrade(offered, shop, [variable('owner', 'me')])).status, 200);
});

upgrades('a sensitive variable is not uncovered', async (context) => {
  const { request: ask, workspace: shop, startUpgrade: upgrade, noCodeModule: offered } = context;
  const [region] = (await ask(`GET /workspaces/${shop}/vars`)).body.data;
  await ask(`PATCH /workspaces/${shop}/vars/${region.id}`, document('vars', { sensitive: true }));
  assert.equal(listErrors(await upgrade(offered, shop, [variable('region', 'us', { sensitive: false })])), [
    ['422', 'the variable "region" is sensitive and stays so', '/data/relationships/vars/data/0/attributes/sensitive'],
  ]);
});

upgrades('one that became sensitive while the upgrade waited stays so, and the upgrade is applied', async (context) => {
  const { request: ask, workspace: shop, passTime: pass } = context;
  const id = await startUpgrade(context, variable('region', 'us', { sensitive: false }));
  await pass(1000);
  const [region] = (await ask(`GET /workspaces/${shop}/vars`)).body.data;
  await ask(`PATCH /workspaces/${shop}/vars/${region.id}`, document('vars', { sensitive: true }));
  await ask(`POST ${upgradePath(context, id)}`);
  await pass(1000);
  assert.equal(
    [await readStatus(context, id), (await ask(`GET /workspaces/${shop}/vars`)).body.data[0].attributes.sensitive],
    ['applied', true],
  );
});

upgrades('what cannot be upgraded: a wrong document, an offer switched off, a locked workspace', async (context) => {
  const { request: ask, noCodeModule: offered, workspace: shop, startUpgrade: upgrade } = context;
  assert.equal(listErrors(await ask(`POST /no-code-modules/${offered}/workspaces/${shop}/upgrade`, document('vars'))), [
    ['422', 'expected the type "workspaces", got "vars"', '/data/type'],
  ]);
  assert.is(
    (await ask(`POST /no-code-modules/${offered}/workspaces/${shop}/upgrade`, document('no-code-module-workspace'))).status,
    200,
    "as the hosted service's client spells it, with what else it sends",
  );
  const other = await createUpgradeFixture(await createNoCodeTestService());
  await other.request(`POST /workspaces/${other.workspace}/actions/lock`, { reason: 'a freeze' });
  assert.equal(listErrors(await other.startUpgrade(other.noCodeModule, other.workspace, [variable('region', 'us')])), [
    ['409', 'the workspace is locked; an upgrade cannot start'],
  ]);
  await other.close();
  await ask(`PATCH /no-code-modules/${offered}`, document('no-code-modules', { enabled: false }));
  assert.equal(listErrors(await upgrade(offered, shop)), [['422', `the no-code module ${offered} is not enabled`]]);
});

upgrades('what is not there is 404: the offer, the workspace of another offer, the run of another workspace', async (context) => {
  const {
    request: ask,
    noCodeModule: offered,
    workspace: shop,
    createModule: module,
    enableModule: enable,
    createWorkspace: make,
    startUpgrade: upgrade,
    createWorkspaceId: plain,
    passTime: pass,
  } = context;
  const lost = (what: string) => [['404', `${what} was not found, or this token has no access to it`]];
  assert.equal(listErrors(await upgrade('nocode-none', shop)), lost(`the workspace ${shop} of the no-code module nocode-none`));
  assert.equal(listErrors(await upgrade(offered, 'ws-none')), lost(`the workspace ws-none of the no-code module ${offered}`));
  const ordinary = await plain('ordinary');
  assert.equal(listErrors(await upgrade(offered, ordinary)), lost(`the workspace ${ordinary} of the no-code module ${offered}`));
  const second = (await enable(await module('net'))).body.data.id;
  assert.equal(listErrors(await upgrade(second, shop)), lost(`the workspace ${shop} of the no-code module ${second}`));
  const run = await startUpgrade(context, variable('region', 'us'));
  const provisioning = (await make(offered, { name: 'two' })).body.data;
  await pass(1000);
  for (const [path, what] of [
    [`/no-code-modules/${offered}/workspaces/${shop}/upgrade/run-none`, `the upgrade run-none of the workspace ${shop}`],
    [`/no-code-modules/${offered}/workspaces/${provisioning.id}/upgrade/${run}`, `the upgrade ${run} of the workspace ${provisioning.id}`],
    [
      `/no-code-modules/${offered}/workspaces/${provisioning.id}/upgrade/${provisioning.relationships['current-run'].data.id}`,
      `the upgrade ${provisioning.relationships['current-run'].data.id} of the workspace ${provisioning.id}`,
    ],
  ] as const) {
    assert.equal(listErrors(await ask(`GET ${path}`)), lost(what));
    assert.equal(listErrors(await ask(`POST ${path}`)), lost(what));
  }
});

upgrades('rights: to start is to queue a run, to confirm is to apply it, to read is to see runs', async (context) => {
  const { request: ask, workspace: shop, member, grant, passTime: pass, as } = context;
  const [planner, reader, stranger] = [await member('planner'), await member('reader'), await member('stranger')];
  await grant('team-workspaces', planner.team, shop, { access: 'plan' });
  await grant('team-workspaces', reader.team, shop, { access: 'read' });
  const post = `POST /no-code-modules/${context.noCodeModule}/workspaces/${shop}/upgrade`;
  const body = document('workspaces', undefined, { vars: { data: [variable('region', 'us')] } });
  assert.equal(
    [(await ask(post, body, { token: stranger.token })).status, (await ask(post, body, { token: reader.token })).status],
    [404, 404],
  );
  const begun = await ask(post, body, { token: planner.token });
  assert.is(begun.status, 200);
  await pass(1000);
  const one = upgradePath(context, begun.body.data.id);
  assert.equal([(await as(stranger.token)(`GET ${one}`)).status, (await as(reader.token)(`GET ${one}`)).status], [404, 200]);
  assert.equal([(await as(planner.token)(`POST ${one}`)).status, (await ask(`POST ${one}`)).status], [404, 200]);
});

upgrades(
  'available: when the pin moves, not when a version appears; gone after the upgrade, there again when the pin moves meanwhile',
  async (context) => {
    const { addVersion: version, passTime: pass, request: ask } = context;
    const available = async () => (await readWorkspace(context))['no-code-upgrade-available'];
    await version('1.3.0');
    assert.is(await available(), false);
    await changePin(context, '1.3.0');
    assert.is(await available(), true);
    await changePin(context, '1.2.0');
    assert.is(await available(), false);
    await changePin(context, '1.3.0');
    const id = await startUpgrade(context);
    await pass(1000);
    await version('1.4.0');
    await changePin(context, '1.4.0');
    await ask(`POST ${upgradePath(context, id)}`);
    await pass(1000);
    assert.equal([(await readWorkspace(context))['source-module-id'], await available()], ['private/acme/vpc/aws/1.3.0', true]);
  },
);

upgrades('an offer that stands on another module now: the upgrade goes there', async (context) => {
  const { request: ask, createModule: module, noCodeModule: offered, passTime: pass } = context;
  const net = await module('net');
  await ask(
    `PATCH /no-code-modules/${offered}`,
    document('no-code-modules', {}, { 'registry-module': { data: { id: net, type: 'registry-module' } } }),
  );
  assert.is((await readWorkspace(context))['no-code-upgrade-available'], true);
  const id = await startUpgrade(context);
  await pass(1000);
  await ask(`POST ${upgradePath(context, id)}`);
  await pass(1000);
  assert.equal(
    [(await readWorkspace(context))['source-module-id'], (await readWorkspace(context))['no-code-upgrade-available']],
    ['private/acme/net/aws/1.2.0', false],
  );
});

upgrades.run();
