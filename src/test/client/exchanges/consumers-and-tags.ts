import { collectAll } from '../support/client.ts';
import { workspaceDocument, firstPage, onePageLinks, workspaceValues, type Exchanges } from './exchange.ts';

export const consumersAndTags: Exchanges = {
  'remoteStateConsumers.list': {
    row: 'GET /workspaces/{workspace_id}/relationships/remote-state-consumers',
    call: ({ remoteStateConsumers }) => collectAll(remoteStateConsumers.list('ws-9')),
    request: `GET /workspaces/ws-9/relationships/remote-state-consumers?${firstPage}`,
    answer: { data: [workspaceDocument.data], ...onePageLinks },
    result: [workspaceValues],
  },
  'remoteStateConsumers.replace': {
    row: 'PATCH /workspaces/{workspace_id}/relationships/remote-state-consumers',
    call: ({ remoteStateConsumers }) => remoteStateConsumers.replace('ws-9', []),
    request: 'PATCH /workspaces/ws-9/relationships/remote-state-consumers',
    body: '{"data":[]}',
    status: 204,
  },
  'remoteStateConsumers.add': {
    row: 'POST /workspaces/{workspace_id}/relationships/remote-state-consumers',
    call: ({ remoteStateConsumers }) => remoteStateConsumers.add('ws-9', ['ws-1']),
    request: 'POST /workspaces/ws-9/relationships/remote-state-consumers',
    body: '{"data":[{"type":"workspaces","id":"ws-1"}]}',
    status: 204,
  },
  'remoteStateConsumers.delete': {
    row: 'DELETE /workspaces/{workspace_id}/relationships/remote-state-consumers',
    call: ({ remoteStateConsumers }) => remoteStateConsumers.delete('ws-9', ['ws-1']),
    request: 'DELETE /workspaces/ws-9/relationships/remote-state-consumers',
    body: '{"data":[{"type":"workspaces","id":"ws-1"}]}',
    status: 204,
  },
  'tags.list': {
    row: 'GET /workspaces/{workspace_id}/relationships/tags',
    call: ({ tags }) => collectAll(tags.list('ws-1')),
    request: `GET /workspaces/ws-1/relationships/tags?${firstPage}`,
    answer: {
      data: [{ id: 'tag-1', type: 'tags', attributes: { name: 'app', 'created-at': '2026-03-01T10:00:00.000Z', 'instance-count': 4 } }],
      ...onePageLinks,
    },
    result: [{ id: 'tag-1', name: 'app', created_at: '2026-03-01T10:00:00.000Z', instance_count: 4 }],
  },
  'tags.add': {
    row: 'POST /workspaces/{workspace_id}/relationships/tags',
    call: ({ tags }) => tags.add('ws-1', ['app', 'eu']),
    request: 'POST /workspaces/ws-1/relationships/tags',
    body: '{"data":[{"type":"tags","attributes":{"name":"app"}},{"type":"tags","attributes":{"name":"eu"}}]}',
    status: 204,
  },
  'tags.delete': {
    row: 'DELETE /workspaces/{workspace_id}/relationships/tags',
    call: ({ tags }) => tags.delete('ws-1', ['app']),
    request: 'DELETE /workspaces/ws-1/relationships/tags',
    body: '{"data":[{"type":"tags","attributes":{"name":"app"}}]}',
    status: 204,
  },
  'tagBindings.list': {
    row: 'GET /workspaces/{workspace_id}/tag-bindings',
    call: ({ tagBindings }) => collectAll(tagBindings.list('ws-1')),
    request: 'GET /workspaces/ws-1/tag-bindings',
    answer: {
      data: [
        {
          id: 'tb-1',
          type: 'tag-bindings',
          attributes: { key: 'env', value: 'prod', 'created-at': '2026-03-01T10:00:00.000Z' },
          links: { target: '/workspaces/ws-1' },
        },
      ],
    },
    result: [{ key: 'env', value: 'prod', created_at: '2026-03-01T10:00:00.000Z' }],
  },
  'tagBindings.listEffective': {
    row: 'GET /workspaces/{workspace_id}/effective-tag-bindings',
    call: ({ tagBindings }) => collectAll(tagBindings.listEffective('ws-1')),
    request: 'GET /workspaces/ws-1/effective-tag-bindings',
    answer: {
      data: [
        { type: 'effective-tag-bindings', attributes: { key: 'env', value: 'prod' }, links: { 'inherited-from': '/projects/prj-1' } },
        { type: 'effective-tag-bindings', attributes: { key: 'own', value: '' } },
      ],
    },
    result: [
      { key: 'env', value: 'prod', inherited_from: '/projects/prj-1' },
      { key: 'own', value: '', inherited_from: null },
    ],
  },
};
