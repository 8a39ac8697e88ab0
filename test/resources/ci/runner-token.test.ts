import { ciRunnerToken } from '../../../declarations/src/resources/ci/runner-token.ts';
import { testResource } from '../support/resource-case.ts';

const id = '11111111-1111-4111-8111-111111111111';
const listed = { id, resource_class: 'acme/linux', nickname: 'rack 1', created_at: '2026-01-01T00:00:00.000Z' };
const state = { ...listed, token: 's3cret' };
const list = {
  request: 'GET /api/v3/runner/token?resource-class=acme%2Flinux',
  status: 200,
  answer: { items: [listed], next_page_token: null },
};

testResource(
  ciRunnerToken,
  {
    create: {
      create: { resource_class: 'acme/linux', nickname: 'rack 1' },
      exchanges: [
        {
          request: 'POST /api/v3/runner/token',
          body: { resource_class: 'acme/linux', nickname: 'rack 1' },
          status: 200,
          answer: { ...listed, token: 's3cret' },
        },
      ],
      state,
    },
    list: { read: state, times: 2, exchanges: [list], state },
    delete: {
      delete: state,
      exchanges: [{ request: `DELETE /api/v3/runner/token/${id}`, status: 200, answer: { message: 'Token deleted.' } }],
    },
  },
  {
    'after an import its value is not known': {
      read: { id, resource_class: 'acme/linux' },
      imported: true,
      exchanges: [list],
      state: { ...state, token: null },
    },
    'it is imported by its resource class and its ID': {
      find: `acme/linux/${id}`,
      exchanges: [],
      state: { id, resource_class: 'acme/linux' },
    },
    'one whose resource class is gone is gone with it': {
      read: state,
      exchanges: [{ ...list, status: 404, answer: { message: 'the resource class "acme/linux" was not found' } }],
      state: null,
    },
    'a create whose answer was lost is not taken over: its value would not be known': {
      create: { resource_class: 'acme/linux', nickname: 'rack 1' },
      exchanges: [{ request: 'POST /api/v3/runner/token', body: { resource_class: 'acme/linux', nickname: 'rack 1' }, status: 'lost' }],
      error: /may have|was not answered|connection/i,
    },
  },
);
