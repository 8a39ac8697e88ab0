import { noCodeModule } from '../../declarations/src/resources/workspaces/no-code-module.ts';
import { testResource } from './support/resource-case.ts';
import { option, regions, document, state, config, module, enable, read, patch, sizes } from './support/no-code-module.ts';

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
  },
);
