import { ciWebhook } from '../../../declarations/src/resources/ci/webhook.ts';
import { testResource } from '../support/resource-case.ts';

const id = '11111111-1111-4111-8111-111111111111';
const project = '22222222-2222-4222-8222-222222222222';
const document = {
  id,
  name: 'chat',
  url: 'https://chat.example.com/ci',
  'verify-tls': true,
  'signing-secret': '****',
  events: ['workflow-completed'],
  scope: { id: project, type: 'project' },
  'created-at': '2026-01-01T00:00:00.000Z',
  'updated-at': '2026-01-01T00:00:00.000Z',
};
const config = {
  scope_id: project,
  name: 'chat',
  url: 'https://chat.example.com/ci',
  events: ['workflow-completed'],
  signing_secret_wo: 's3cret',
};
const state = {
  id,
  scope_id: project,
  scope_type: 'project',
  name: 'chat',
  url: 'https://chat.example.com/ci',
  verify_tls: true,
  events: ['workflow-completed'],
  signing_secret_wo: null,
  signing_secret_wo_version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};
const request = {
  name: 'chat',
  url: 'https://chat.example.com/ci',
  'verify-tls': true,
  events: ['workflow-completed'],
  'signing-secret': 's3cret',
  scope: { id: project, type: 'project' },
};
const later = { ...document, 'updated-at': '2026-01-02T00:00:00.000Z' };
const read = { request: `GET /webhook/${id}`, status: 200, answer: document };

testResource(
  ciWebhook,
  {
    create: { create: config, exchanges: [{ request: 'POST /webhook', body: request, status: 201, answer: document }], state },
    read: { read: state, exchanges: [read], state },
    list: {
      read: state,
      times: 3,
      exchanges: [
        read,
        read,
        {
          request: `GET /webhook?scope-id=${project}&scope-type=project`,
          status: 200,
          answer: { items: [document], next_page_token: null },
        },
      ],
      state,
    },
    update: {
      update: { from: state, to: { ...config, signing_secret_wo: 'other', events: ['workflow-completed', 'job-completed'] } },
      exchanges: [
        {
          request: `PUT /webhook/${id}`,
          body: { events: ['workflow-completed', 'job-completed'], 'signing-secret': 'other' },
          status: 200,
          answer: { ...later, events: ['workflow-completed', 'job-completed'] },
        },
      ],
      state: {
        ...state,
        events: ['workflow-completed', 'job-completed'],
        signing_secret_wo_version: 2,
        updated_at: '2026-01-02T00:00:00.000Z',
      },
    },
    delete: { delete: state, exchanges: [{ request: `DELETE /webhook/${id}`, status: 200, answer: { message: 'Webhook deleted.' } }] },
  },
  {
    'without a secret in the configuration the service keeps its own': {
      update: {
        from: { ...state, signing_secret_wo_version: null },
        to: { ...config, signing_secret_wo: null, name: 'other', verify_tls: false },
      },
      exchanges: [
        {
          request: `PUT /webhook/${id}`,
          body: { name: 'other', 'verify-tls': false },
          status: 200,
          answer: { ...later, name: 'other', 'verify-tls': false },
        },
      ],
      state: { name: 'other', verify_tls: false, signing_secret_wo: null, signing_secret_wo_version: null },
    },
    'the hosted service answers with underscores': {
      profile: 'hosted',
      read: state,
      exchanges: [
        {
          request: `GET /webhook/${id}`,
          status: 200,
          answer: {
            id,
            name: 'chat',
            url: 'https://chat.example.com/ci',
            verify_tls: true,
            signing_secret: '****',
            events: ['workflow-completed'],
            scope: { id: project, type: 'project' },
            created_at: '2026-01-01T00:00:00.000Z',
            updated_at: '2026-01-01T00:00:00.000Z',
          },
        },
      ],
      state,
    },
    'it is imported by its project and its ID without a request': {
      find: `${project}/${id}`,
      exchanges: [],
      state: { id },
    },
    'one that is gone is gone from the state': {
      read: state,
      exchanges: [{ request: `GET /webhook/${id}`, status: 404, answer: { message: 'Not found.' } }],
      state: null,
    },
  },
);
