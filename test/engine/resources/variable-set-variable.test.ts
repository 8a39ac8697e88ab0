import { testLifecycle } from '../support/lifecycle.ts';

testLifecycle({
  resource: 'variable_set_variable',
  ground: 'resource "slipway_variable_set" "s" { name = "common" }',
  create: 'variable_set_id = slipway_variable_set.s.id\nkey = "REGION"\nvalue = "eu"\ncategory = "env"',
  created: {
    key: 'REGION',
    value: 'eu',
    category: 'env',
    hcl: false,
    sensitive: false,
    description: '',
    value_wo: null,
    value_wo_version: null,
  },
  update: {
    body: 'variable_set_id = slipway_variable_set.s.id\nkey = "REGION"\nvalue = "us"\ncategory = "env"\ndescription = "where"',
    attributes: { key: 'REGION', value: 'us', description: 'where' },
  },
  imports: [({ id, variable_set_id }) => `${variable_set_id}/${id}`, () => 'acme/common/env/REGION'],
  drift: {
    by: (fixture, { id, variable_set_id }) =>
      fixture.api('PATCH', `/varsets/${variable_set_id}/relationships/vars/${id}`, {
        data: { type: 'vars', attributes: { value: 'mars' } },
      }),
    shows: ['update slipway_variable_set_variable.it'],
  },
  vanish: { by: (fixture, { id, variable_set_id }) => fixture.api('DELETE', `/varsets/${variable_set_id}/relationships/vars/${id}`) },
  gone: async (fixture, { variable_set_id }) =>
    (await fixture.api('GET', `/varsets/${variable_set_id}/relationships/vars`)).body.data.length === 0,
});
