export const option = (id: string, name: string, type: string, options: readonly unknown[]) => ({
  id,
  type: 'variable-options',
  attributes: { 'variable-name': name, 'variable-type': type, options },
  relationships: { 'no-code-allowed-module': { data: { id: 'nocode-1', type: 'no-code-modules' } } },
});
export const regions = option('ncvaropt-1', 'region', 'string', ['eu', 'us']),
  sizes = option('ncvaropt-2', 'size', 'number', [1, 2]);
export const document = (attributes: object = {}, options: readonly { readonly id: string }[] = [regions, sizes], module = 'mod-1') => ({
  id: 'nocode-1',
  type: 'no-code-modules',
  attributes: { enabled: true, 'version-pin': '1.2.0', ...attributes },
  relationships: {
    organization: { data: { id: 'acme', type: 'organizations' }, links: { related: '/api/v2/organizations/acme' } },
    'registry-module': { data: { id: module, type: 'registry-modules' } },
    'variable-options': { data: options.map(({ id }) => ({ id, type: 'variable-options' })) },
  },
  links: { self: '/api/v2/no-code-modules/nocode-1' },
});
export const state = {
  id: 'nocode-1',
  organization: 'acme',
  registry_module_id: 'mod-1',
  enabled: true,
  version_pin: '1.2.0',
  variable_options: { region: { type: 'string', options: ['eu', 'us'] }, size: { type: 'number', options: ['1', '2'] } },
};
export const config = { registry_module_id: 'mod-1', enabled: true, version_pin: '1.2.0', variable_options: state.variable_options };
export const module = { 'registry-module': { data: { id: 'mod-1', type: 'registry-module' } } };
export const enable = {
  request: 'POST /organizations/acme/no-code-modules',
  body: {
    data: {
      type: 'no-code-modules',
      attributes: { enabled: true, 'version-pin': '1.2.0' },
      relationships: {
        ...module,
        'variable-options': {
          data: [
            { type: 'variable-options', attributes: { 'variable-name': 'region', 'variable-type': 'string', options: ['eu', 'us'] } },
            { type: 'variable-options', attributes: { 'variable-name': 'size', 'variable-type': 'number', options: [1, 2] } },
          ],
        },
      },
    },
  },
};
export const read = 'GET /no-code-modules/nocode-1?include=variable_options';
export const registry = (...offers: readonly string[]) => ({
  request: 'GET /registry-modules/mod-1',
  status: 200 as const,
  answer: {
    data: {
      id: 'mod-1',
      type: 'registry-modules',
      attributes: { name: 'vpc' },
      relationships: { 'no-code-modules': { data: offers.map((id) => ({ id, type: 'no-code-modules' })) } },
    },
  },
});
export const patch = (sent: object, answer: object) => ({
  request: 'PATCH /no-code-modules/nocode-1',
  body: { data: { id: 'nocode-1', type: 'no-code-modules', ...sent } },
  status: 200 as const,
  answer: { data: answer },
});
