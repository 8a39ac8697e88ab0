import { testLifecycle } from '../support/lifecycle.ts';

testLifecycle({
  resource: 'workspace_lock',
  ground: 'resource "slipway_workspace" "w" { name = "web" }',
  create: 'workspace_id = slipway_workspace.w.id\nreason = "migration"',
  created: { reason: 'migration', locked: true, force_unlock: false },
  replace: { body: 'workspace_id = slipway_workspace.w.id\nreason = "another"' },
  imports: [({ workspace_id }) => workspace_id, () => 'acme/web'],
  vanish: { by: (fixture, { workspace_id }) => fixture.api('POST', `/workspaces/${workspace_id}/actions/unlock`) },
  gone: async (fixture, { workspace_id }) =>
    (await fixture.api('GET', `/workspaces/${workspace_id}`)).body.data.attributes.locked === false,
});
