import { workspace } from '../../declarations/src/resources/workspaces/workspace.ts';
import { hiddenOrganizationRead, organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { workspaceWith, config, document, plain, state } from './support/workspace.ts';
import { testResourceCases } from './support/resource-case.ts';
import { byName, read, created } from './support/workspace-requests.ts';

testResourceCases(workspace, 'after lost answers and refusals', {
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
  'a 404 below an organization that cannot be read proves nothing': {
    read: state,
    exchanges: [{ request: read, status: 404, answer: errorDocument('404') }, hiddenOrganizationRead],
    error: 'its organization "acme" cannot be read with this token either',
  },
  'a create whose answer was lost is found by its name and adopted': {
    create: { ...config, tags: { env: 'prod', team: '' } },
    exchanges: [
      { ...created, status: 'lost' },
      { request: byName, status: 200, answer: { data: document } },
    ],
    state: { ...state, tags: { env: 'prod', team: '' } },
  },
  'a create whose answer was lost and that did not happen is sent again': {
    create: { ...config, tags: { env: 'prod', team: '' } },
    exchanges: [
      { ...created, status: 'lost' },
      { request: byName, status: 404, answer: errorDocument('404') },
      { ...created, status: 201, answer: { data: document } },
    ],
    state: { ...state, tags: { env: 'prod', team: '' } },
  },
  'a twin that is not as asked is not adopted: the service says that the name is taken': {
    create: { ...config, tags: { env: 'prod', team: '' } },
    exchanges: [
      { ...created, status: 'lost' },
      { request: byName, status: 200, answer: workspaceWith({ 'working-directory': 'somewhere/else' }) },
      { ...created, status: 422, answer: errorDocument('422', 'invalid attribute', 'Name has already been taken') },
    ],
    error: 'POST http://service.test/api/v2/organizations/acme/workspaces answered 422: invalid attribute: Name has already been taken',
    state: null,
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
    error:
      'POST http://service.test/api/v2/workspaces/ws-1/actions/safe-delete answered 409: conflict: the workspace is managing 3 resources',
  },
  'a force delete that is not allowed is told': {
    delete: { ...state, force_delete: true },
    exchanges: [{ request: 'DELETE /workspaces/ws-1', status: 403, answer: errorDocument('403', 'forbidden', 'owners only') }],
    error: 'DELETE http://service.test/api/v2/workspaces/ws-1 answered 403: forbidden: owners only',
  },
  'a delete waits for a state that is still being processed': {
    delete: state,
    exchanges: [
      {
        request: 'POST /workspaces/ws-1/actions/safe-delete',
        status: 409,
        answer: errorDocument('409', 'conflict', 'resources in the latest state are still being discovered'),
      },
      { request: 'POST /workspaces/ws-1/actions/safe-delete', status: 204 },
    ],
    progress: ['the service is still finding out what the workspace manages'],
  },
  'what is gone already is deleted': {
    delete: state,
    exchanges: [{ request: 'POST /workspaces/ws-1/actions/safe-delete', status: 404, answer: errorDocument('404') }],
  },
  'the hosted service speaks of its engine by name': {
    profile: 'hosted',
    create: { name: 'plain', engine_version: '~> 1.9.0' },
    exchanges: [
      {
        request: 'POST /organizations/acme/workspaces',
        body: { data: { type: 'workspaces', attributes: { name: 'plain', 'terraform-version': '~> 1.9.0' } } },
        status: 201,
        answer: (() => {
          const { 'engine-version': _, ...rest } = plain().data.attributes;
          return { data: { ...plain().data, attributes: { ...rest, 'terraform-version': '~> 1.9.0' } } };
        })(),
      },
    ],
    state: { engine_version: '~> 1.9.0' },
  },
});
