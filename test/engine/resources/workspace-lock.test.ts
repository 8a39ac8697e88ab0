import { testLifecycle } from '../support/lifecycle.ts';

testLifecycle({
  resource: 'workspace_lock',
  ground: 'resource "slipway_workspace" "w" { name = "web" }',
  create: 'workspace_id = slipway_workspace.w.id\nreason = "migration"',
  created: { reason: 'migration', locked: true, force_unlock: false },
  replace: { body: 'workspace_id = slipway_workspace.w.id\nreason = "another"' },
  imports: [({ workspace_id }) => workspace_id, () => 'acme/web'],
  vanish: { by: (story, { workspace_id }) => story.api('POST', `/workspaces/${workspace_id}/actions/unlock`) },
  gone: async (story, { workspace_id }) => (await story.api('GET', `/workspaces/${workspace_id}`)).body.data.attributes.locked === false,
});
