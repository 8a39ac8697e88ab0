import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { postState, toBase64 } from './state-files.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

interface Place extends WorkspaceTestService {
  readonly profile: 'neutral' | 'hosted';
}

const secrets = /hunter2|7394615/;
const marked = [
  [{ type: 'get_attr', value: 'password' }],
  [
    { type: 'get_attr', value: 'nested' },
    { type: 'index', value: { value: 0, type: 'number' } },
    { type: 'get_attr', value: 'port' },
  ],
  [
    { type: 'get_attr', value: 'keys' },
    { type: 'index', value: { value: 'main', type: 'string' } },
  ],
];
const attributes = {
  password: 'hunter2-attribute',
  nested: [{ port: 7394615, host: 'db.example' }],
  keys: { main: 'hunter2-key', other: 'open-key' },
};
const state = {
  version: 4,
  terraform_version: '1.11.4',
  serial: 1,
  lineage: 'lin-1',
  outputs: {
    marked: { value: 'hunter2-output', type: 'string', sensitive: true },
    copy_of_output: { value: ['a', 'hunter2-output'], type: ['tuple', ['string', 'string']] },
    url: { value: 'https://u:hunter2-attribute@db.example', type: 'string' },
    port: { value: 7394615, type: 'number' },
    key: { value: { k: 'aHVudGVyMi1rZXk=' }, type: ['object', { k: 'string' }] },
    host: { value: 'db.example open-key', type: 'string' },
  },
  resources: [
    {
      mode: 'managed',
      type: 'harbor_db',
      name: 'main',
      provider: 'provider["harbor.test/x/harbor"]',
      instances: [{ attributes, sensitive_attributes: marked }],
    },
  ],
};

for (const profile of ['neutral', 'hosted'] as const) {
  const states = suite<Place>(`values that an uploaded state marks as sensitive, ${profile}`);
  states.before.each(async (context) => {
    Object.assign(context, await createWorkspaceTestService({ profile }), { profile });
  });
  states.after.each(({ close }) => close());

  states('are in no list of outputs, copies in other outputs included; what is not marked is shown', async (service) => {
    const id = await service.createWorkspaceId('web');
    await service.request(`POST /workspaces/${id}/actions/lock`);
    const made = await postState(service, id, { serial: 1, state: toBase64(state) });
    assert.is(made.status, 201);
    const member = await service.member('reader');
    await service.grant('team-workspaces', member.team, id, { access: 'custom', runs: 'read', 'state-versions': 'read-outputs' });
    const as = { token: member.token };
    const version = made.body.data.id;
    const listed = await service.request(`GET /workspaces/${id}/current-state-version-outputs`);
    assert.equal(
      listed.body.data.map(({ attributes: { name, sensitive, value } }: any) => [name, sensitive, value]),
      [
        ['marked', true, null],
        ['copy_of_output', true, null],
        ['url', true, null],
        ['port', true, null],
        ['key', true, null],
        ['host', false, 'db.example open-key'],
      ],
    );
    for (const path of [
      `/workspaces/${id}/current-state-version-outputs`,
      `/state-versions/${version}/outputs`,
      `/workspaces/${id}?include=outputs`,
      `/workspaces/${id}`,
    ]) {
      const { status, body } = await service.request(`GET ${path}`, undefined, as);
      assert.is(status, 200, path);
      assert.not.match(JSON.stringify(body), secrets, path);
    }
    for (const path of [
      `/state-versions/${version}`,
      `/workspaces/${id}/current-state-version`,
      `/workspaces/${id}/current-state-version?include=outputs`,
      `/state-versions/${version}/download`,
    ])
      assert.is((await service.request(`GET ${path}`, undefined, as)).status, 404, path);
  });
  states('are shown to who may read the state, and one output by its ID', async (service) => {
    const id = await service.createWorkspaceId('web');
    await service.request(`POST /workspaces/${id}/actions/lock`);
    const made = await postState(service, id, { serial: 1, state: toBase64(state) });
    const outputs = (await service.request(`GET /state-versions/${made.body.data.id}/outputs`)).body.data;
    assert.is(outputs[2].attributes.value, 'https://u:hunter2-attribute@db.example');
    const one = await service.request(`GET /state-version-outputs/${outputs[3].id}`);
    assert.is(one.body.data.attributes.value, 7394615);
  });
  states.run();
}
