import { testLifecycle } from '../support/lifecycle.ts';

testLifecycle({
  resource: 'workspace_tag_binding',
  ground: 'resource "slipway_workspace" "w" { name = "web" }',
  create: 'workspace_id = slipway_workspace.w.id\nkey = "env"\nvalue = "prod"',
  created: { key: 'env', value: 'prod' },
  update: { body: 'workspace_id = slipway_workspace.w.id\nkey = "env"\nvalue = "dev"', attributes: { key: 'env', value: 'dev' } },
  replace: { body: 'workspace_id = slipway_workspace.w.id\nkey = "stage"\nvalue = "prod"' },
  imports: [({ workspace_id }) => `${workspace_id}/env`, () => 'acme/web/env'],
  drift: {
    by: (fixture, { workspace_id }) =>
      fixture.api('PATCH', `/workspaces/${workspace_id}/tag-bindings`, {
        data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'x' } }],
      }),
    shows: ['update slipway_workspace_tag_binding.it'],
  },
  vanish: {
    by: (fixture, { workspace_id }) =>
      fixture.api('PATCH', `/workspaces/${workspace_id}`, {
        data: { type: 'workspaces', relationships: { 'tag-bindings': { data: [] } } },
      }),
  },
  gone: async (fixture, { workspace_id }) => (await fixture.api('GET', `/workspaces/${workspace_id}/tag-bindings`)).body.data.length === 0,
});
