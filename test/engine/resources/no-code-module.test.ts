import { testLifecycle } from '../support/lifecycle.ts';
import { createRegistryModule } from '../support/registry-module.ts';

testLifecycle({
  resource: 'no_code_module',
  prepare: async (fixture) => {
    await createRegistryModule(fixture);
  },
  ground: () => `locals { module = "${createRegistryModule.id}" }`,
  create: `
registry_module_id = local.module
enabled            = true
variable_options = {
  region = { type = "string", options = ["eu", "us"] }
  size   = { type = "number", options = ["1", "2"] }
}`,
  created: {
    enabled: true,
    variable_options: { region: { type: 'string', options: ['eu', 'us'] }, size: { type: 'number', options: ['1', '2'] } },
  },
  update: {
    body: 'registry_module_id = local.module\nversion_pin = "1.0.0"\nvariable_options = { region = { type = "string", options = ["eu"] } }',
    attributes: { enabled: false, version_pin: '1.0.0', variable_options: { region: { type: 'string', options: ['eu'] } } },
  },
  imports: [({ id }) => id],
  drift: {
    by: (fixture, { id }) =>
      fixture.api('PATCH', `/no-code-modules/${id}`, { data: { type: 'no-code-modules', attributes: { enabled: false } } }),
    shows: ['update slipway_no_code_module.it'],
  },
  vanish: { by: (fixture, { id }) => fixture.api('DELETE', `/no-code-modules/${id}`) },
  gone: async (fixture, { id }) => (await fixture.api('GET', `/no-code-modules/${id}`)).status === 404,
});
