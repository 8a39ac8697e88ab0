import { notificationConfigurationResource } from '../../declarations/src/resources/workspaces/notification-configuration.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'nc-1',
  type: 'notification-configurations',
  attributes: {
    name: 'chat',
    'destination-type': 'generic',
    url: 'https://chat.test/hook',
    enabled: true,
    triggers: ['run:completed'],
    token: null,
    'email-addresses': ['ann@example.com'],
    'created-at': '2026-01-01T00:00:00.000Z',
  },
  relationships: { subscribable: { data: { id: 'ws-1', type: 'workspaces' } }, users: { data: [{ type: 'users', id: 'user-1' }] } },
};
const state = {
  id: 'nc-1',
  workspace_id: 'ws-1',
  name: 'chat',
  destination_type: 'generic',
  url: 'https://chat.test/hook',
  enabled: true,
  triggers: ['run:completed'],
  token: 'key-1',
  email_addresses: ['ann@example.com'],
  email_user_ids: ['user-1'],
  created_at: '2026-01-01T00:00:00.000Z',
};
const shown = { request: 'GET /notification-configurations/nc-1', status: 200, answer: { data: document } } as const;

testResource(notificationConfigurationResource, {
  create: {
    create: {
      workspace_id: 'ws-1',
      name: 'chat',
      destination_type: 'generic',
      url: 'https://chat.test/hook',
      enabled: true,
      triggers: ['run:completed'],
      token: 'key-1',
      email_addresses: ['ann@example.com'],
      email_user_ids: ['user-1'],
    },
    exchanges: [
      {
        request: 'POST /workspaces/ws-1/notification-configurations',
        body: {
          data: {
            type: 'notification-configurations',
            attributes: {
              name: 'chat',
              'destination-type': 'generic',
              url: 'https://chat.test/hook',
              enabled: true,
              triggers: ['run:completed'],
              token: 'key-1',
              'email-addresses': ['ann@example.com'],
            },
            relationships: { users: { data: [{ type: 'users', id: 'user-1' }] } },
          },
        },
        status: 201,
        answer: { data: document },
      },
    ],
    state,
  },
  list: {
    read: state,
    times: 3,
    exchanges: [
      shown,
      shown,
      {
        request: 'GET /workspaces/ws-1/notification-configurations?page%5Bnumber%5D=1&page%5Bsize%5D=100',
        status: 200,
        answer: listPage([{ ...document, id: 'other-1' }, document]),
      },
    ],
    state,
  },
  read: { read: state, exchanges: [shown], state },
  update: {
    update: {
      from: state,
      to: { workspace_id: 'ws-1', name: 'chat', destination_type: 'generic', url: 'https://chat.test/hook', token: 'key-2' },
    },
    exchanges: [
      {
        request: 'PATCH /notification-configurations/nc-1',
        body: {
          data: {
            id: 'nc-1',
            type: 'notification-configurations',
            attributes: { enabled: false, triggers: [], token: 'key-2', 'email-addresses': [] },
            relationships: { users: { data: [] } },
          },
        },
        status: 200,
        answer: {
          data: {
            id: 'nc-1',
            type: 'notification-configurations',
            attributes: {
              name: 'chat',
              'destination-type': 'generic',
              url: 'https://chat.test/hook',
              enabled: false,
              triggers: [],
              token: null,
              'email-addresses': [],
              'created-at': '2026-01-01T00:00:00.000Z',
            },
            relationships: { subscribable: { data: { id: 'ws-1', type: 'workspaces' } }, users: { data: [] } },
          },
        },
      },
    ],
    state: {
      ...state,
      enabled: false,
      triggers: [],
      token: 'key-2',
      email_addresses: [],
      email_user_ids: [],
    },
  },
  delete: { delete: state, exchanges: [{ request: 'DELETE /notification-configurations/nc-1', status: 204 }] },
});
