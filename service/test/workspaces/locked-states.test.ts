import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, describeLock, type WorkspaceTestService, summarizeErrors } from './support.ts';
import { document } from '../documents.ts';

const states = suite<WorkspaceTestService & { web: string }>('states under a lock');
states.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
  context.web = await context.createWorkspaceId('web');
});
states.after.each(async ({ close }) => {
  await close();
});

states(
  'a workspace stays locked while its latest state is not final, then that state is the current one',
  async ({ request: ask, web, member, grant, as }) => {
    const unlock = `POST /workspaces/${web}/actions/unlock`;
    await ask(`POST /workspaces/${web}/actions/lock`);
    const file = JSON.stringify({
      version: 4,
      serial: 1,
      lineage: 'l-1',
      outputs: { url: { value: 'http://x', type: 'string' } },
      resources: [
        { mode: 'managed', type: 'a', name: 'a', instances: [{}, {}] },
        { mode: 'data', type: 'b', name: 'b', instances: [{}] },
      ],
    });
    const made = await ask(`POST /workspaces/${web}/state-versions`, document('state-versions', { serial: 1, intermediate: true }));
    assert.equal([made.status, made.body.data.attributes.status], [201, 'pending']);
    const waiting = await ask(unlock);
    assert.equal(
      [waiting.status, waiting.headers.get('retry-after'), waiting.body.errors[0].detail],
      [503, '1', 'the latest state version of the workspace is not finalized yet; try again shortly'],
    );
    assert.is((await ask(`GET /workspaces/${web}`)).body.data.attributes.locked, true);
    const upload = made.body.data.attributes['hosted-state-upload-url'].slice('http://slipway.test/api/v2'.length);
    assert.is((await as(null)(`PUT ${upload}`, file)).status, 200);
    assert.is((await as(null)(`PUT ${upload}`, file)).status, 409);
    assert.is((await ask(`GET /workspaces/${web}/current-state-version`)).status, 404, 'intermediate is not current');
    assert.equal(describeLock(await ask(unlock)), [200, false, null, null]);
    const current = await ask(`GET /workspaces/${web}/current-state-version`);
    assert.equal(
      [current.body.data.id, current.body.data.attributes['resource-count'], current.body.data.attributes.lineage],
      [made.body.data.id, 2, 'l-1'],
    );
    const whole = await ask(`GET /workspaces/${web}?include=outputs,current_state_version`);
    assert.equal(
      whole.body.included.map((doc: any) => [doc.type, doc.attributes.value ?? doc.attributes.serial]),
      [
        ['workspace-outputs', 'http://x'],
        ['state-versions', 1],
      ],
    );
    const { token, team } = await member('lena');
    await grant('team-workspaces', team, web, { access: 'custom', 'workspace-locking': true });
    assert.equal(
      (await as(token)(`GET /workspaces/${web}?include=outputs,current_state_version`)).body.included,
      [],
      'for who may read states',
    );
    const { attributes, relationships } = whole.body.data;
    assert.equal(
      [attributes['resource-count'], relationships['current-state-version'].data, relationships.outputs.data.length],
      [2, { id: made.body.data.id, type: 'state-versions' }, 1],
    );
    const download = current.body.data.attributes['hosted-state-download-url'].slice('http://slipway.test/api/v2'.length);
    assert.equal((await as(null)(`GET ${download}`)).body, JSON.parse(file));
    assert.is((await as(null)(`GET ${download.slice(0, -1)}`)).status, 404);
  },
);

states('a state version that is announced and never uploaded holds up the unlock for five minutes, not for good', async (context) => {
  const { request: ask, web, clock, as } = context;
  const unlock = () => ask(`POST /workspaces/${web}/actions/unlock`);
  for (const intermediate of [false, true]) {
    await ask(`POST /workspaces/${web}/actions/lock`);
    const made = await ask(`POST /workspaces/${web}/state-versions`, document('state-versions', { serial: 1, intermediate }));
    assert.is((await unlock()).status, 503);
    clock.advance(5 * 60_000 - 1);
    assert.is((await unlock()).status, 503);
    clock.advance(1);
    assert.equal(describeLock(await unlock()), [200, false, null, null]);
    const { attributes } = made.body.data;
    assert.is((await ask(`GET /state-versions/${made.body.data.id}`)).body.data.attributes.status, 'discarded');
    const late = await as(null)(`PUT ${attributes['hosted-state-upload-url'].slice('http://slipway.test/api/v2'.length)}`, '{}');
    assert.equal(
      [late.status, late.body.errors[0].detail],
      [409, 'the workspace was unlocked before the content of this state version was uploaded; create another under a lock'],
    );
    assert.is((await ask(`GET /workspaces/${web}/current-state-version`)).status, 404);
  }
  assert.is((await ask(`POST /workspaces/${web}/actions/safe-delete`)).status, 204);
});

states('a forced unlock waits for no content; the final intermediate state before it becomes the current one', async (context) => {
  const { request: ask, web, create } = context;
  const write = async (attributes: object) =>
    (await create(`POST /workspaces/${web}/state-versions`, document('state-versions', attributes))).id;
  await ask(`POST /workspaces/${web}/actions/lock`);
  const final = await write({ serial: 1, intermediate: true, state: Buffer.from('{"version":4,"resources":[]}').toString('base64') });
  await write({ serial: 2, intermediate: true });
  assert.is((await ask(`POST /workspaces/${web}/actions/force-unlock`)).status, 200);
  assert.is((await ask(`GET /workspaces/${web}/current-state-version`)).body.data.id, final);
});

states(
  "a state is written under the writer's own lock, with a growing serial and the sum it announced",
  async ({ request: ask, web, member, grant, as }) => {
    const write = (attributes: object, token = 'owner-token') =>
      as(token)(`POST /workspaces/${web}/state-versions`, document('state-versions', attributes));
    const state64 = Buffer.from('{"version":4,"resources":[]}').toString('base64');
    assert.is((await write({ serial: 1 })).body.errors[0].detail, 'the workspace is not locked: lock it before its state is written');
    const { token, team } = await member('lena');
    await grant('team-workspaces', team, web, { access: 'write' });
    await as(token)(`POST /workspaces/${web}/actions/lock`);
    assert.is((await write({ serial: 1 })).body.errors[0].detail, 'the workspace is locked by User lena');
    const made = await write({ serial: 3, state: state64, md5: '9d1a0ee07b7a47e6acf4ab7a5fa8f8ee' }, token);
    assert.equal(summarizeErrors(made), [422, '/data/attributes/state']);
    const final = await write({ serial: 3, state: state64 }, token);
    assert.equal([final.status, final.body.data.attributes.status], [201, 'finalized']);
    assert.is((await ask(`GET /workspaces/${web}/current-state-version`)).body.data.id, final.body.data.id);
    assert.is((await write({ serial: 3, state: state64 }, token)).body.data.id, final.body.data.id, 'a repeated write is harmless');
    const other = Buffer.from('{"version":4,"resources":[{}]}').toString('base64');
    assert.is((await write({ serial: 3, state: other }, token)).status, 409);
    assert.equal(summarizeErrors(await write({ serial: 'x' }, token)), [422, '/data/attributes/serial']);
    assert.is((await ask('GET /state-versions?filter[organization][name]=acme&filter[workspace][name]=web')).body.data.length, 1);
    assert.equal(summarizeErrors(await ask('GET /state-versions?filter[organization][name]=acme')), [400, 'filter[workspace][name]']);
  },
);

states('a forced unlock does not wait for a state', async ({ request: ask, web }) => {
  await ask(`POST /workspaces/${web}/actions/lock`);
  await ask(`POST /workspaces/${web}/state-versions`, document('state-versions', { serial: 1, intermediate: true }));
  assert.equal(describeLock(await ask(`POST /workspaces/${web}/actions/force-unlock`)), [200, false, null, null]);
  assert.is((await ask(`GET /workspaces/${web}`)).body.data.relationships['current-state-version'].data, null);
});

states.run();
