import { testLifecycle } from '../support/lifecycle.ts';

const path = (id: string) => `/workspaces/${id}/relationships/data-retention-policy`;

testLifecycle({
  resource: 'data_retention_policy',
  options: { settings: { edition: 'self-hosted' } },
  ground: 'resource "slipway_workspace" "w" { name = "web" }',
  create: 'workspace_id = slipway_workspace.w.id\ndelete_older_than_n_days = 30',
  created: { delete_older_than_n_days: 30, dont_delete: null },
  update: {
    body: 'workspace_id = slipway_workspace.w.id\ndont_delete = true',
    attributes: { delete_older_than_n_days: null, dont_delete: true },
  },
  imports: [({ workspace_id }) => workspace_id, () => 'acme/web'],
  drift: {
    by: (fixture, { workspace_id }) =>
      fixture.api('POST', path(workspace_id), {
        data: { type: 'data-retention-policy-delete-olders', attributes: { 'delete-older-than-n-days': 5 } },
      }),
    shows: ['update slipway_data_retention_policy.it'],
  },
  vanish: { by: (fixture, { workspace_id }) => fixture.api('DELETE', path(workspace_id)) },
  gone: async (fixture, { workspace_id }) => (await fixture.api('GET', path(workspace_id))).body.data === null,
});
