import { testLifecycle } from '../support/lifecycle.ts';

const body = (consumer: string) => `workspace_id = slipway_workspace.a.id\nconsumer_id = slipway_workspace.${consumer}.id`;

testLifecycle({
  resource: 'remote_state_consumer',
  ground: `
resource "slipway_workspace" "a" { name = "network" }
resource "slipway_workspace" "b" { name = "web" }
resource "slipway_workspace" "c" { name = "api" }
resource "slipway_remote_state_consumer" "back" {
  workspace_id = slipway_workspace.b.id
  consumer_id  = slipway_workspace.a.id
}`,
  create: body('b'),
  created: {},
  replace: { body: body('c') },
  imports: [({ workspace_id, consumer_id }) => `${workspace_id}/${consumer_id}`, () => 'acme/network/web'],
  vanish: {
    by: (fixture, { workspace_id, consumer_id }) =>
      fixture.api('DELETE', `/workspaces/${workspace_id}/relationships/remote-state-consumers`, {
        data: [{ type: 'workspaces', id: consumer_id }],
      }),
  },
  gone: async (fixture, { workspace_id }) =>
    (await fixture.api('GET', `/workspaces/${workspace_id}/relationships/remote-state-consumers`)).body.data.length === 0,
});
