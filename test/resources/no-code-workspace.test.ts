import { noCodeWorkspace } from '../../src/resources/workspaces/no-code-workspace.ts';
import { organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { testResource } from './support/resource-case.ts';

const document = (attributes: object = {}, related: object = {}) => ({
  data: {
    id: 'ws-1',
    type: 'workspaces',
    attributes: {
      name: 'shop',
      description: 'a shop',
      'execution-mode': 'agent',
      'agent-pool-id': 'apool-1',
      'auto-apply': true,
      'engine-version': '1.9.8',
      'source-name': 'the platform team',
      'source-url': 'https://platform.example',
      'source-module-id': 'private/acme/vpc/aws/1.2.0',
      'no-code-upgrade-available': false,
      ...attributes,
    },
    relationships: {
      organization: { data: { id: 'acme', type: 'organizations' } },
      project: { data: { id: 'prj-1', type: 'projects' } },
      'current-run': { data: { id: 'run-0', type: 'runs' } },
      ...related,
    },
  },
});
const variables = {
  region: { value: 'eu' },
  TOKEN: { value: 'secret', category: 'env', description: 'a key', hcl: false, sensitive: true },
};
const known = { region: { value: 'eu', category: 'infra', description: '', hcl: false, sensitive: false }, TOKEN: variables.TOKEN };
const config = {
  no_code_module_id: 'nocode-1',
  name: 'shop',
  description: 'a shop',
  project_id: 'prj-1',
  execution_mode: 'agent',
  agent_pool_id: 'apool-1',
  auto_apply: true,
  engine_version: '1.9.8',
  source_name: 'the platform team',
  source_url: 'https://platform.example',
  variables,
  module_version: '1.2.0',
};
const state = {
  ...config,
  variables: known,
  id: 'ws-1',
  organization: 'acme',
  upgrade_timeout: 1800,
  force_delete: false,
  source_module_id: 'private/acme/vpc/aws/1.2.0',
  no_code_upgrade_available: false,
};
const vars = (region: string) => ({
  vars: {
    data: [
      { type: 'vars', attributes: { key: 'region', value: region, description: '', category: 'infra', hcl: false, sensitive: false } },
      { type: 'vars', attributes: { key: 'TOKEN', value: 'secret', description: 'a key', category: 'env', hcl: false, sensitive: true } },
    ],
  },
});
const create = {
  request: 'POST /no-code-modules/nocode-1/workspaces',
  body: {
    data: {
      type: 'workspaces',
      attributes: {
        name: 'shop',
        description: 'a shop',
        'execution-mode': 'agent',
        'agent-pool-id': 'apool-1',
        auto_apply: true,
        'engine-version': '1.9.8',
        'source-name': 'the platform team',
        'source-url': 'https://platform.example',
      },
      relationships: { project: { data: { type: 'project', id: 'prj-1' } }, ...vars('eu') },
    },
  },
};
const read = 'GET /workspaces/ws-1';
const offer = {
  request: 'GET /no-code-modules/nocode-1',
  status: 200 as const,
  answer: {
    data: {
      id: 'nocode-1',
      type: 'no-code-modules',
      attributes: { enabled: true },
      relationships: { organization: { data: { id: 'acme', type: 'organizations' } } },
    },
  },
};
const byName = 'GET /organizations/acme/workspaces/shop';
const start = (region: string) => ({
  request: 'POST /no-code-modules/nocode-1/workspaces/ws-1/upgrade',
  body: { data: { type: 'workspaces', relationships: vars(region) } },
});
const one = '/no-code-modules/nocode-1/workspaces/ws-1/upgrade/run-1';
const upgrade = (status: string) => ({
  data: {
    id: 'run-1',
    type: 'workspace-upgrade',
    attributes: { status, 'plan-url': 'https://service.test/run-1' },
    relationships: { workspace: { data: { id: 'ws-1', type: 'workspaces' } } },
  },
});
const seen = (status: string) => ({ request: `GET ${one}`, status: 200 as const, answer: upgrade(status) });
const confirmed = { request: `POST ${one}`, status: 200 as const, answer: 'Workspace update completed' };
const toUs = { ...config, variables: { ...variables, region: { value: 'us' } } };
const inUs = { ...known, region: { ...known.region, value: 'us' } };

testResource(
  noCodeWorkspace,
  {
    create: { create: config, exchanges: [{ ...create, status: 200, answer: document() }], state },
    read: {
      read: state,
      exchanges: [{ request: read, status: 200, answer: document({ 'no-code-upgrade-available': true }) }],
      state: { ...state, no_code_upgrade_available: true },
    },
    'show by name': {
      create: config,
      exchanges: [{ ...create, status: 'lost' }, offer, { request: byName, status: 200, answer: document() }],
      state,
    },
    update: {
      update: { from: state, to: { ...config, description: 'our shop', auto_apply: false } },
      exchanges: [
        {
          request: 'PATCH /workspaces/ws-1',
          body: { data: { id: 'ws-1', type: 'workspaces', attributes: { description: 'our shop', 'auto-apply': false } } },
          status: 200,
          answer: document({ description: 'our shop', 'auto-apply': false }),
        },
      ],
      state: { ...state, description: 'our shop', auto_apply: false },
    },
    delete: { delete: state, exchanges: [{ request: 'POST /workspaces/ws-1/actions/safe-delete', status: 204 }] },
    'delete when force_delete': {
      delete: { ...state, force_delete: true },
      exchanges: [{ request: 'DELETE /workspaces/ws-1', status: 204 }],
    },
  },
  {
    'by its name alone': {
      create: { no_code_module_id: 'nocode-1', name: 'shop' },
      exchanges: [
        {
          request: 'POST /no-code-modules/nocode-1/workspaces',
          body: { data: { type: 'workspaces', attributes: { name: 'shop' } } },
          status: 200,
          answer: document({
            description: '',
            'execution-mode': 'remote',
            'agent-pool-id': null,
            'auto-apply': false,
            'engine-version': '1.11.4',
            'source-name': null,
            'source-url': null,
          }),
        },
      ],
      state: {
        name: 'shop',
        description: '',
        execution_mode: 'remote',
        agent_pool_id: null,
        auto_apply: false,
        engine_version: '1.11.4',
        project_id: 'prj-1',
        variables: {},
      },
    },
    'the hosted service speaks of its engine by name': {
      profile: 'hosted',
      create: { no_code_module_id: 'nocode-1', name: 'shop', engine_version: '1.9.8', variables: { region: { value: 'eu' } } },
      exchanges: [
        {
          request: 'POST /no-code-modules/nocode-1/workspaces',
          body: {
            data: {
              type: 'workspaces',
              attributes: { name: 'shop', 'terraform-version': '1.9.8' },
              relationships: {
                vars: {
                  data: [
                    {
                      type: 'vars',
                      attributes: { key: 'region', value: 'eu', description: '', category: 'terraform', hcl: false, sensitive: false },
                    },
                  ],
                },
              },
            },
          },
          status: 201,
          answer: document({
            description: '',
            'execution-mode': 'remote',
            'agent-pool-id': null,
            'auto-apply': false,
            'source-name': null,
            'source-url': null,
          }),
        },
      ],
      state: { name: 'shop', variables: { region: known.region } },
    },
    'a changed variable: start, poll, confirm, poll to the end, read': {
      update: { from: state, to: toUs },
      exchanges: [
        { ...start('us'), status: 200, answer: upgrade('pending') },
        seen('planning'),
        seen('planned'),
        confirmed,
        seen('applying'),
        seen('applied'),
        { request: read, status: 200, answer: document({ 'source-module-id': 'private/acme/vpc/aws/1.3.0' }) },
      ],
      progress: [
        'upgrade run-1 started: pending (https://service.test/run-1)',
        'upgrade run-1: planning (https://service.test/run-1)',
        'upgrade run-1: planned (https://service.test/run-1)',
        'upgrade run-1 confirmed',
        'upgrade run-1: applying (https://service.test/run-1)',
        'upgrade run-1: applied (https://service.test/run-1)',
      ],
      state: { ...state, variables: inUs, source_module_id: 'private/acme/vpc/aws/1.3.0' },
    },
    'another version: an upgrade that waits with its costs is confirmed, too': {
      update: { from: state, to: { ...config, module_version: '1.3.0' } },
      exchanges: [
        { ...start('eu'), status: 200, answer: upgrade('fetching') },
        seen('cost_estimated'),
        confirmed,
        seen('applied'),
        { request: read, status: 200, answer: document({ 'source-module-id': 'private/acme/vpc/aws/1.3.0' }) },
      ],
      state: { ...state, module_version: '1.3.0', source_module_id: 'private/acme/vpc/aws/1.3.0' },
    },
    'nothing to do is finished without a confirmation': {
      update: { from: state, to: toUs },
      exchanges: [
        { ...start('us'), status: 200, answer: upgrade('pending') },
        seen('planned_and_finished'),
        { request: read, status: 200, answer: document() },
      ],
      state: { ...state, variables: inUs },
    },
    'settings are patched before the upgrade': {
      update: { from: state, to: { ...toUs, description: 'our shop' } },
      exchanges: [
        {
          request: 'PATCH /workspaces/ws-1',
          body: { data: { id: 'ws-1', type: 'workspaces', attributes: { description: 'our shop' } } },
          status: 200,
          answer: document({ description: 'our shop' }),
        },
        { ...start('us'), status: 200, answer: upgrade('planned_and_finished') },
        { request: read, status: 200, answer: document({ description: 'our shop' }) },
      ],
      state: { description: 'our shop', variables: inUs },
    },
    'a plan that fails is told, the variables stay as they were and the settings that were patched do not': {
      update: { from: state, to: { ...toUs, description: 'our shop' } },
      exchanges: [
        {
          request: 'PATCH /workspaces/ws-1',
          body: { data: { id: 'ws-1', type: 'workspaces', attributes: { description: 'our shop' } } },
          status: 200,
          answer: document({ description: 'our shop' }),
        },
        { ...start('us'), status: 200, answer: upgrade('pending') },
        seen('errored'),
      ],
      error: 'Upgrade run-1 ended as errored (https://service.test/run-1): the workspace keeps its version.',
      state: { ...state, description: 'our shop' },
    },
    'an upgrade that somebody discarded is told': {
      update: { from: state, to: toUs },
      exchanges: [{ ...start('us'), status: 200, answer: upgrade('pending') }, seen('discarded')],
      error: 'Upgrade run-1 ended as discarded',
      state,
    },
    "a value that the offer does not allow is told in the service's words": {
      update: { from: state, to: toUs },
      exchanges: [
        {
          ...start('us'),
          status: 422,
          answer: {
            errors: [
              {
                status: '422',
                title: 'invalid attribute',
                detail: 'must be "eu"',
                source: { pointer: '/data/relationships/vars/data/0/attributes/value' },
              },
            ],
          },
        },
      ],
      error:
        'POST http://service.test/api/v2/no-code-modules/nocode-1/workspaces/ws-1/upgrade answered 422: invalid attribute: must be "eu" (at /data/relationships/vars/data/0/attributes/value)',
      state,
    },
    'an upgrade that takes too long is told, and that it was not confirmed': {
      update: { from: { ...state, upgrade_timeout: 0 }, to: { ...toUs, upgrade_timeout: 0 } },
      exchanges: [{ ...start('us'), status: 200, answer: upgrade('pending') }, seen('planning')],
      error:
        'Upgrade run-1 was still planning (https://service.test/run-1) after 0 seconds, and was not confirmed; it goes on at the service.',
      state: { variables: known },
    },
    "an upgrade whose start was lost is found as the workspace's current run": {
      update: { from: state, to: toUs },
      exchanges: [
        { ...start('us'), status: 'lost' },
        { request: read, status: 200, answer: document({}, { 'current-run': { data: { id: 'run-1', type: 'runs' } } }) },
        seen('planned'),
        confirmed,
        seen('applied'),
        { request: read, status: 200, answer: document() },
      ],
      state: { ...state, variables: inUs },
    },
    'an upgrade that was not started is started again': {
      update: { from: state, to: toUs },
      exchanges: [
        { ...start('us'), status: 'lost' },
        { request: read, status: 200, answer: document() },
        { request: 'GET /no-code-modules/nocode-1/workspaces/ws-1/upgrade/run-0', status: 404, answer: errorDocument('404') },
        { ...start('us'), status: 200, answer: upgrade('planned_and_finished') },
        { request: read, status: 200, answer: document() },
      ],
      state: { ...state, variables: inUs },
    },
    'a confirmation whose answer was lost is looked up, not sent twice': {
      update: { from: state, to: toUs },
      exchanges: [
        { ...start('us'), status: 200, answer: upgrade('planned') },
        { ...confirmed, status: 'lost' },
        seen('confirmed'),
        seen('applied'),
        { request: read, status: 200, answer: document() },
      ],
      state: { ...state, variables: inUs },
    },
    'only what is ours changed: nothing is asked': {
      update: { from: state, to: { ...config, upgrade_timeout: 60, force_delete: true } },
      exchanges: [],
      state: { upgrade_timeout: 60, force_delete: true },
    },
    'a workspace of that name that is no no-code workspace is not adopted': {
      create: config,
      exchanges: [
        { ...create, status: 'lost' },
        offer,
        {
          request: byName,
          status: 200,
          answer: { data: { ...document().data, attributes: { ...document().data.attributes, 'source-module-id': undefined } } },
        },
        { ...create, status: 422, answer: errorDocument('422', 'invalid attribute', 'Name has already been taken') },
      ],
      error: 'answered 422: invalid attribute: Name has already been taken',
      state: null,
    },
    'a workspace of that name that is not as asked is not adopted': {
      create: config,
      exchanges: [
        { ...create, status: 'lost' },
        offer,
        { request: byName, status: 200, answer: document({ description: 'theirs' }) },
        { ...create, status: 422, answer: errorDocument('422', 'invalid attribute', 'Name has already been taken') },
      ],
      error: 'answered 422: invalid attribute: Name has already been taken',
      state: null,
    },
    'an import knows the variables; the service keeps what is sensitive': {
      read: { id: 'ws-1', no_code_module_id: 'nocode-1' },
      imported: true,
      exchanges: [
        { request: read, status: 200, answer: document() },
        {
          request: 'GET /workspaces/ws-1/vars?page%5Bnumber%5D=1&page%5Bsize%5D=100',
          status: 200,
          answer: {
            data: [
              {
                id: 'var-1',
                type: 'vars',
                attributes: { key: 'region', value: 'eu', description: null, category: 'infra', hcl: false, sensitive: false },
              },
              {
                id: 'var-2',
                type: 'vars',
                attributes: { key: 'TOKEN', value: null, description: 'a key', category: 'env', hcl: false, sensitive: true },
              },
            ],
          },
        },
      ],
      state: { ...state, module_version: null, variables: { region: known.region, TOKEN: { ...known.TOKEN, value: '' } } },
    },
    'it is imported by the offer and its id': {
      find: 'nocode-1/ws-1',
      exchanges: [],
      state: { no_code_module_id: 'nocode-1', id: 'ws-1' },
    },
    'a 404 where everything is seen means gone': {
      read: state,
      exchanges: [{ request: read, status: 404, answer: errorDocument('404') }, organizationRead(allPermissions)],
      state: null,
    },
    'a 404 where not everything is seen proves nothing': {
      read: state,
      exchanges: [{ request: read, status: 404, answer: errorDocument('404') }, organizationRead({ 'can-create-workspace': false })],
      error: 'either it is gone, or this token may no longer see it',
    },
    'a workspace that manages resources is not deleted': {
      delete: state,
      exchanges: [
        {
          request: 'POST /workspaces/ws-1/actions/safe-delete',
          status: 409,
          answer: errorDocument('409', 'conflict', 'the workspace is managing 3 resources'),
        },
      ],
      error: 'answered 409: conflict: the workspace is managing 3 resources',
    },
    'a delete waits for a state that is still being processed': {
      delete: state,
      exchanges: [
        {
          request: 'POST /workspaces/ws-1/actions/safe-delete',
          status: 409,
          answer: errorDocument('409', 'conflict', 'the latest state is being processed to discover its resources'),
        },
        { request: 'POST /workspaces/ws-1/actions/safe-delete', status: 204 },
      ],
    },
  },
);
