import { noCodeModule } from '../../src/resources/workspaces/no-code-module.ts';
import { hiddenOrganizationRead, organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { testResource } from './support/resource-case.ts';

const option = (id: string, name: string, type: string, options: readonly unknown[]) => ({
  id,
  type: 'variable-options',
  attributes: { 'variable-name': name, 'variable-type': type, options },
  relationships: { 'no-code-allowed-module': { data: { id: 'nocode-1', type: 'no-code-modules' } } },
});
const regions = option('ncvaropt-1', 'region', 'string', ['eu', 'us']),
  sizes = option('ncvaropt-2', 'size', 'number', [1, 2]);
const document = (attributes: object = {}, options: readonly { readonly id: string }[] = [regions, sizes], module = 'mod-1') => ({
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
const state = {
  id: 'nocode-1',
  organization: 'acme',
  registry_module_id: 'mod-1',
  enabled: true,
  version_pin: '1.2.0',
  variable_options: { region: { type: 'string', options: ['eu', 'us'] }, size: { type: 'number', options: ['1', '2'] } },
};
const config = { registry_module_id: 'mod-1', enabled: true, version_pin: '1.2.0', variable_options: state.variable_options };
const module = { 'registry-module': { data: { id: 'mod-1', type: 'registry-module' } } };
const enable = {
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
const read = 'GET /no-code-modules/nocode-1?include=variable_options';
const registry = (...offers: readonly string[]) => ({
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
const patch = (sent: object, answer: object) => ({
  request: 'PATCH /no-code-modules/nocode-1',
  body: { data: { id: 'nocode-1', type: 'no-code-modules', ...sent } },
  status: 200 as const,
  answer: { data: answer },
});

testResource(
  noCodeModule,
  {
    create: { create: config, exchanges: [{ ...enable, status: 200, answer: { data: document() } }], state },
    read: {
      read: state,
      exchanges: [{ request: read, status: 200, answer: { data: document({ enabled: false }, [regions]), included: [regions] } }],
      state: { ...state, enabled: false, variable_options: { region: { type: 'string', options: ['eu', 'us'] } } },
    },
    update: {
      update: { from: state, to: { registry_module_id: 'mod-1', version_pin: '2.0.0', variable_options: state.variable_options } },
      exchanges: [patch({ attributes: { enabled: false, 'version-pin': '2.0.0' } }, document({ enabled: false, 'version-pin': '2.0.0' }))],
      state: { ...state, enabled: false, version_pin: '2.0.0' },
    },
    delete: { delete: state, exchanges: [{ request: 'DELETE /no-code-modules/nocode-1', status: 204 }] },
  },
  {
    'what is unset is not sent, and the pin is known afterwards': {
      create: { registry_module_id: 'mod-1' },
      exchanges: [
        {
          request: 'POST /organizations/acme/no-code-modules',
          body: { data: { type: 'no-code-modules', attributes: {}, relationships: module } },
          status: 200,
          answer: { data: document({ enabled: false }, []) },
        },
      ],
      state: { ...state, enabled: false, variable_options: {} },
    },
    'options that change keep their ids; one that is new has none, one that is gone allows everything': {
      update: {
        from: state,
        to: { ...config, variable_options: { region: { type: 'string', options: ['eu'] }, tier: { type: 'bool', options: ['true'] } } },
      },
      exchanges: [
        { request: read, status: 200, answer: { data: document(), included: [regions, sizes] } },
        patch(
          {
            attributes: {},
            relationships: {
              'variable-options': {
                data: [
                  {
                    id: 'ncvaropt-1',
                    type: 'variable-options',
                    attributes: { 'variable-name': 'region', 'variable-type': 'string', options: ['eu'] },
                  },
                  { type: 'variable-options', attributes: { 'variable-name': 'tier', 'variable-type': 'bool', options: [true] } },
                  {
                    id: 'ncvaropt-2',
                    type: 'variable-options',
                    attributes: { 'variable-name': 'size', 'variable-type': 'number', options: [] },
                  },
                ],
              },
            },
          },
          document(),
        ),
      ],
      state: { variable_options: { region: { type: 'string', options: ['eu'] }, tier: { type: 'bool', options: ['true'] } } },
    },
    'another module is sent with its type, and the pin follows it': {
      update: { from: state, to: { registry_module_id: 'mod-2', enabled: true, variable_options: state.variable_options } },
      exchanges: [
        patch(
          { attributes: {}, relationships: { 'registry-module': { data: { id: 'mod-2', type: 'registry-module' } } } },
          document({ 'version-pin': '3.0.0' }, [regions, sizes], 'mod-2'),
        ),
      ],
      state: { registry_module_id: 'mod-2', version_pin: '3.0.0' },
    },
    'options that are values of another type are read as JSON': {
      read: { id: 'nocode-1', organization: 'acme' },
      exchanges: [
        {
          request: read,
          status: 200,
          answer: {
            data: document(),
            included: [option('ncvaropt-3', 'zones', 'list(string)', [['a', 'b'], []]), option('ncvaropt-4', 'free', 'string', [])],
          },
        },
      ],
      state: { variable_options: { zones: { type: 'list(string)', options: ['["a","b"]', '[]'] } } },
    },
    'the order of options is the order that is shown: another one is a difference': {
      update: {
        from: state,
        to: { ...config, variable_options: { ...state.variable_options, region: { type: 'string', options: ['us', 'eu'] } } },
      },
      exchanges: [
        { request: read, status: 200, answer: { data: document(), included: [regions, sizes] } },
        patch(
          {
            attributes: {},
            relationships: {
              'variable-options': {
                data: [
                  {
                    id: 'ncvaropt-1',
                    type: 'variable-options',
                    attributes: { 'variable-name': 'region', 'variable-type': 'string', options: ['us', 'eu'] },
                  },
                  {
                    id: 'ncvaropt-2',
                    type: 'variable-options',
                    attributes: { 'variable-name': 'size', 'variable-type': 'number', options: [1, 2] },
                  },
                ],
              },
            },
          },
          document(),
        ),
      ],
      state: { variable_options: { region: { type: 'string', options: ['us', 'eu'] }, size: { type: 'number', options: ['1', '2'] } } },
    },
    'an offer whose answer was lost is found by its registry module and adopted': {
      create: config,
      exchanges: [
        { ...enable, status: 'lost' },
        registry('nocode-1'),
        { request: read, status: 200, answer: { data: document(), included: [regions, sizes] } },
      ],
      state,
    },
    'an offer of that module that is not as asked is not adopted': {
      create: config,
      exchanges: [
        { ...enable, status: 'lost' },
        registry('nocode-1'),
        { request: read, status: 200, answer: { data: document({ 'version-pin': '1.0.0' }), included: [regions, sizes] } },
        { ...enable, status: 422, answer: errorDocument('422', 'invalid attribute', 'already enabled') },
      ],
      error: 'answered 422: invalid attribute: already enabled',
      state: null,
    },
    'an offer of that module with other options is not adopted': {
      create: config,
      exchanges: [
        { ...enable, status: 'lost' },
        registry('nocode-1'),
        { request: read, status: 200, answer: { data: document({}, [regions]), included: [regions] } },
        { ...enable, status: 422, answer: errorDocument('422', 'invalid attribute', 'already enabled') },
      ],
      error: 'answered 422: invalid attribute: already enabled',
      state: null,
    },
    'an offer that was not made is sent again': {
      create: config,
      exchanges: [{ ...enable, status: 'lost' }, registry(), { ...enable, status: 200, answer: { data: document() } }],
      state,
    },
    'an internal failure of the service is looked into, too': {
      create: config,
      exchanges: [
        { ...enable, status: 500, answer: errorDocument('500', 'internal server error') },
        registry('nocode-1'),
        { request: read, status: 200, answer: { data: document(), included: [regions, sizes] } },
      ],
      state,
    },
    'a 404 of an offer that its registry module does not name means gone': {
      read: state,
      exchanges: [{ request: read, status: 404, answer: errorDocument('404') }, organizationRead(allPermissions), registry()],
      state: null,
    },
    'a 404 of an offer whose registry module is gone means gone': {
      read: state,
      exchanges: [
        { request: read, status: 404, answer: errorDocument('404') },
        organizationRead(allPermissions),
        { request: 'GET /registry-modules/mod-1', status: 404, answer: errorDocument('404') },
      ],
      state: null,
    },
    'a token that no-code endpoints refuse drops no offer': {
      read: state,
      exchanges: [{ request: read, status: 404, answer: errorDocument('404') }, organizationRead(allPermissions), registry('nocode-1')],
      error:
        'The service answered 404 for this no-code module, and its registry module still names it: organization tokens are refused by no-code endpoints. The object stays in the state. Use a user or a team token.',
    },
    'a 404 below an organization that cannot be read proves nothing': {
      read: state,
      exchanges: [{ request: read, status: 404, answer: errorDocument('404') }, hiddenOrganizationRead],
      error: 'its organization "acme" cannot be read with this token either',
    },
    "an offer that workspaces were made of is kept, in the service's words": {
      delete: state,
      exchanges: [
        {
          request: 'DELETE /no-code-modules/nocode-1',
          status: 409,
          answer: errorDocument('409', 'conflict', '2 workspaces were made of it'),
        },
      ],
      error: 'DELETE http://service.test/api/v2/no-code-modules/nocode-1 answered 409: conflict: 2 workspaces were made of it',
    },
    'an answer that contradicts the plan is told': {
      create: config,
      exchanges: [{ ...enable, status: 200, answer: { data: document({ enabled: false }) } }],
      broken: [{ name: 'enabled', planned: true, actual: false }],
      state: { ...state, enabled: false },
    },
  },
);
