import { testLifecycle } from '../support/lifecycle.ts';

testLifecycle({
  resource: 'remote_state_consumers',
  ground: `
resource "slipway_workspace" "a" { name = "network" }
resource "slipway_workspace" "others" {
  count = 25
  name  = "w\${count.index}"
}
resource "slipway_workspace" "stranger" { name = "stranger" }`,
  create: 'workspace_id = slipway_workspace.a.id\nconsumer_ids = slipway_workspace.others[*].id',
  created: {},
  update: { body: 'workspace_id = slipway_workspace.a.id\nconsumer_ids = [slipway_workspace.others[0].id]', attributes: {} },
  imports: [({ workspace_id }) => workspace_id, () => 'acme/network'],
  drift: {
    by: async (fixture, { workspace_id }) => {
      const { body } = await fixture.api('GET', '/organizations/acme/workspaces/stranger');
      return fixture.api('POST', `/workspaces/${workspace_id}/relationships/remote-state-consumers`, {
        data: [{ type: 'workspaces', id: body.data.id }],
      });
    },
    shows: ['update slipway_remote_state_consumers.it'],
  },
  gone: async (fixture, { workspace_id }) =>
    (await fixture.api('GET', `/workspaces/${workspace_id}/relationships/remote-state-consumers`)).body.data.length === 0,
});
