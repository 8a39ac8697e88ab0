import { testLifecycle } from '../support/lifecycle.ts';

testLifecycle({
  resource: 'workspace_tag',
  ground: 'resource "slipway_workspace" "w" { name = "web" }',
  create: 'workspace_id = slipway_workspace.w.id\nname = "team:web"',
  created: { name: 'team:web' },
  replace: { body: 'workspace_id = slipway_workspace.w.id\nname = "eu"' },
  imports: [({ workspace_id }) => `${workspace_id}/team:web`, () => 'acme/web/team:web'],
  vanish: {
    by: (fixture, { workspace_id }) =>
      fixture.api('DELETE', `/workspaces/${workspace_id}/relationships/tags`, {
        data: [{ type: 'tags', attributes: { name: 'team:web' } }],
      }),
  },
  gone: async (fixture, { workspace_id }) =>
    (await fixture.api('GET', `/workspaces/${workspace_id}/relationships/tags`)).body.data.length === 0,
});
