import { testLifecycle } from '../support/lifecycle.ts';
import { createRegistryModule } from '../support/registry-module.ts';

const body = (region: string, more = '') => `
no_code_module_id = slipway_no_code_module.m.id
name              = "shop"
variables         = { region = { value = "${region}" } }
${more}`;

testLifecycle({
  resource: 'no_code_workspace',
  options: { settings: { runStatusMilliseconds: 5 } },
  prepare: async (fixture) => {
    await createRegistryModule(fixture);
  },
  ground: () => `
resource "slipway_no_code_module" "m" {
  registry_module_id = "${createRegistryModule.id}"
  enabled            = true
  variable_options   = { region = { type = "string", options = ["eu", "us"] } }
}`,
  create: body('eu'),
  created: {
    name: 'shop',
    organization: 'acme',
    description: '',
    execution_mode: 'remote',
    auto_apply: false,
    agent_pool_id: null,
    source_module_id: 'private/acme/vpc/aws/1.1.0',
    no_code_upgrade_available: false,
  },
  update: {
    body: body('us', 'description = "in the west"\nauto_apply = true'),
    attributes: { description: 'in the west', auto_apply: true },
  },
  imports: [({ id, no_code_module_id }) => `${no_code_module_id}/${id}`],
  drift: {
    by: (fixture, { id }) =>
      fixture.api('PATCH', `/workspaces/${id}`, { data: { type: 'workspaces', attributes: { description: 'changed' } } }),
    shows: ['update slipway_no_code_workspace.it'],
  },
  vanish: { by: (fixture, { id }) => fixture.api('DELETE', `/workspaces/${id}`) },
  gone: async (fixture, { id }) => (await fixture.api('GET', `/workspaces/${id}`)).status === 404,
});
