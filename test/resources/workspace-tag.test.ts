import { workspaceTag } from '../../declarations/src/resources/workspaces/workspace-tag.ts';
import { organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const state = { workspace_id: 'ws-1', name: 'core' };
const body = { data: [{ type: 'tags', attributes: { name: 'core' } }] };
const tags = 'GET /workspaces/ws-1/relationships/tags?page%5Bnumber%5D=1&page%5Bsize%5D=100';
const tag = (name: string) => ({
  id: `tag-${name}`,
  type: 'tags',
  attributes: { name, 'created-at': '2026-01-01T00:00:00.000Z', 'instance-count': 2 },
  relationships: { organization: { data: { id: 'acme', type: 'organizations' } } },
});

testResource(
  workspaceTag,
  {
    create: { create: state, exchanges: [{ request: 'POST /workspaces/ws-1/relationships/tags', body, status: 204 }], state },
    list: { read: state, exchanges: [{ request: tags, status: 200, answer: listPage([tag('eu'), tag('core')]) }], state },
    delete: { delete: state, exchanges: [{ request: 'DELETE /workspaces/ws-1/relationships/tags', body, status: 204 }] },
  },
  {
    'a tag that somebody took away is gone': {
      read: state,
      exchanges: [{ request: tags, status: 200, answer: listPage([tag('eu')]) }],
      state: null,
    },
    'a workspace that is gone takes its tags along': {
      read: state,
      exchanges: [{ request: tags, status: 404, answer: errorDocument('404') }, organizationRead(allPermissions)],
      state: null,
    },
    'a workspace that this token may no longer see keeps its tags': {
      read: state,
      exchanges: [{ request: tags, status: 404, answer: errorDocument('404') }, organizationRead({ 'can-create-workspace': false })],
      error: 'either it is gone, or this token may no longer see it',
    },
    'a tag below a workspace that is gone is deleted': {
      delete: state,
      exchanges: [{ request: 'DELETE /workspaces/ws-1/relationships/tags', body, status: 404, answer: errorDocument('404') }],
    },
    'a tag that is refused is no resource': {
      create: state,
      exchanges: [
        {
          request: 'POST /workspaces/ws-1/relationships/tags',
          body,
          status: 422,
          answer: errorDocument('422', 'invalid attribute', 'reserved'),
        },
      ],
      error: 'POST http://service.test/api/v2/workspaces/ws-1/relationships/tags answered 422: invalid attribute: reserved',
      state: null,
    },
    "it may be imported by the workspace's name": {
      find: 'acme/network/core',
      exchanges: [
        {
          request: 'GET /organizations/acme/workspaces/network',
          status: 200,
          answer: { data: { id: 'ws-1', type: 'workspaces', attributes: { name: 'network' } } },
        },
      ],
      state,
    },
  },
);
