import { testLifecycle } from '../support/lifecycle.ts';

const body = (project: string) => `variable_set_id = slipway_variable_set.s.id\nproject_id = slipway_project.${project}.id`;

testLifecycle({
  resource: 'variable_set_project',
  ground: `
resource "slipway_variable_set" "s" { name = "common" }
resource "slipway_project" "a" { name = "payments" }
resource "slipway_project" "b" { name = "billing" }`,
  create: body('a'),
  created: {},
  replace: { body: body('b') },
  imports: [({ variable_set_id, project_id }) => `${variable_set_id}/${project_id}`, () => 'acme/common/payments'],
  vanish: {
    by: (fixture, { variable_set_id, project_id }) =>
      fixture.api('DELETE', `/varsets/${variable_set_id}/relationships/projects`, { data: [{ type: 'projects', id: project_id }] }),
  },
  gone: async (fixture, { variable_set_id }) =>
    (await fixture.api('GET', `/varsets/${variable_set_id}`)).body.data.relationships.projects.data.length === 0,
});
