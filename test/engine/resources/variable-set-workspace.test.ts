import { testLifecycle } from '../support/lifecycle.ts';

const body = (workspace: string) => `variable_set_id = slipway_variable_set.s.id\nworkspace_id = slipway_workspace.${workspace}.id`;

testLifecycle({
  resource: 'variable_set_workspace',
  ground: `
resource "slipway_variable_set" "s" { name = "common" }
resource "slipway_workspace" "a" { name = "web" }
resource "slipway_workspace" "b" { name = "api" }`,
  create: body('a'),
  created: {},
  replace: { body: body('b') },
  imports: [({ variable_set_id, workspace_id }) => `${variable_set_id}/${workspace_id}`, () => 'acme/common/web'],
  vanish: {
    by: (fixture, { variable_set_id, workspace_id }) =>
      fixture.api('DELETE', `/varsets/${variable_set_id}/relationships/workspaces`, { data: [{ type: 'workspaces', id: workspace_id }] }),
  },
  gone: async (fixture, { variable_set_id }) =>
    (await fixture.api('GET', `/varsets/${variable_set_id}`)).body.data.relationships.workspaces.data.length === 0,
});
