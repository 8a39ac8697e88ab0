import { noCodeWorkspace } from '../../declarations/src/resources/workspaces/no-code-workspace.ts';
import { organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { testResourceCases } from './support/resource-case.ts';
import { document, known, config, state, create, read, offer, byName } from './support/no-code-workspace.ts';

testResourceCases(noCodeWorkspace, 'lookups, imports and deletes', {
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
    state: { ...state, module_version: '1.2.0', variables: { region: known.region, TOKEN: known.TOKEN }, variable_values_wo_version: null },
  },
  'a refresh removes the values of sensitive variables that a state of an older version holds': {
    read: { ...state, variables: { ...known, TOKEN: { ...known.TOKEN, value: 'secret' } } },
    exchanges: [{ request: read, status: 200, answer: document() }],
    state,
  },
  'a version that a state did not know, and that the workspace runs, starts no upgrade': {
    update: { from: { ...state, module_version: null }, to: { ...config, module_version: '1.2.0' } },
    exchanges: [{ request: read, status: 200, answer: document() }],
    state: { module_version: '1.2.0' },
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
});
