import { testLifecycle } from '../support/lifecycle.ts';
import type { EngineFixture } from '../support/engine-fixture.ts';

const keys: string[] = [];
const makeKey = async (fixture: EngineFixture, name: string) => {
  const { body } = await fixture.api('POST', '/organizations/acme/ssh-keys', {
    data: { type: 'ssh-keys', attributes: { name, value: '-----BEGIN OPENSSH PRIVATE KEY-----' } },
  });
  keys.push(body.data.id);
};

testLifecycle({
  resource: 'workspace_ssh_key',
  prepare: async (fixture) => {
    await makeKey(fixture, 'one');
    await makeKey(fixture, 'two');
  },
  ground: () => `
locals { keys = ["${keys[0]}", "${keys[1]}"] }
resource "slipway_workspace" "w" { name = "web" }`,
  create: 'workspace_id = slipway_workspace.w.id\nssh_key_id = local.keys[0]',
  created: {},
  update: { body: 'workspace_id = slipway_workspace.w.id\nssh_key_id = local.keys[1]', attributes: {} },
  imports: [({ workspace_id }) => workspace_id, () => 'acme/web'],
  drift: {
    by: (fixture, { workspace_id }) =>
      fixture.api('PATCH', `/workspaces/${workspace_id}/relationships/ssh-key`, {
        data: { type: 'workspaces', attributes: { id: keys[1] } },
      }),
    shows: ['update slipway_workspace_ssh_key.it'],
  },
  vanish: {
    by: (fixture, { workspace_id }) =>
      fixture.api('PATCH', `/workspaces/${workspace_id}/relationships/ssh-key`, { data: { type: 'workspaces', attributes: { id: null } } }),
  },
  gone: async (fixture, { workspace_id }) =>
    (await fixture.api('GET', `/workspaces/${workspace_id}`)).body.data.relationships['ssh-key'].data === null,
});
