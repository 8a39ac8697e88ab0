import { testLifecycle } from '../support/lifecycle.ts';
import type { EngineFixture } from '../support/engine-fixture.ts';

const keys: string[] = [];
const makeKey = async (story: EngineFixture, name: string) => {
  const { body } = await story.api('POST', '/organizations/acme/ssh-keys', {
    data: { type: 'ssh-keys', attributes: { name, value: '-----BEGIN OPENSSH PRIVATE KEY-----' } },
  });
  keys.push(body.data.id);
};

testLifecycle({
  resource: 'workspace_ssh_key',
  prepare: async (story) => {
    await makeKey(story, 'one');
    await makeKey(story, 'two');
  },
  ground: () => `
locals { keys = ["${keys[0]}", "${keys[1]}"] }
resource "slipway_workspace" "w" { name = "web" }`,
  create: 'workspace_id = slipway_workspace.w.id\nssh_key_id = local.keys[0]',
  created: {},
  update: { body: 'workspace_id = slipway_workspace.w.id\nssh_key_id = local.keys[1]', attributes: {} },
  imports: [({ workspace_id }) => workspace_id, () => 'acme/web'],
  drift: {
    by: (story, { workspace_id }) =>
      story.api('PATCH', `/workspaces/${workspace_id}/relationships/ssh-key`, {
        data: { type: 'workspaces', attributes: { id: keys[1] } },
      }),
    shows: ['update slipway_workspace_ssh_key.it'],
  },
  vanish: {
    by: (story, { workspace_id }) =>
      story.api('PATCH', `/workspaces/${workspace_id}/relationships/ssh-key`, { data: { type: 'workspaces', attributes: { id: null } } }),
  },
  gone: async (story, { workspace_id }) =>
    (await story.api('GET', `/workspaces/${workspace_id}`)).body.data.relationships['ssh-key'].data === null,
});
