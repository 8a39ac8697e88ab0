import { testLifecycle } from '../support/lifecycle.ts';

testLifecycle({
  resource: 'variable_set',
  ground: 'resource "slipway_project" "p" { name = "payments" }',
  create: 'name = "common"\ndescription = "shared"',
  created: {
    name: 'common',
    description: 'shared',
    organization: 'acme',
    global: false,
    priority: false,
    parent_project_id: null,
    var_count: 0,
  },
  update: {
    body: 'name = "general"\nglobal = true\npriority = true',
    attributes: { name: 'general', description: '', global: true, priority: true },
  },
  replace: { body: 'name = "common"\nparent_project_id = slipway_project.p.id' },
  imports: [({ id }) => id, () => 'acme/common'],
  drift: {
    by: (fixture, { id }) => fixture.api('PATCH', `/varsets/${id}`, { data: { type: 'varsets', attributes: { name: 'renamed' } } }),
    shows: ['update slipway_variable_set.it'],
  },
  vanish: { by: (fixture, { id }) => fixture.api('DELETE', `/varsets/${id}`) },
  gone: async (fixture, { id }) => (await fixture.api('GET', `/varsets/${id}`)).status === 404,
});
