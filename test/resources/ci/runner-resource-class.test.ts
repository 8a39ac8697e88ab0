import { ciRunnerResourceClass } from '../../../declarations/src/resources/ci/runner-resource-class.ts';
import { testResource } from '../support/resource-case.ts';

const id = '11111111-1111-4111-8111-111111111111';
const document = { id, resource_class: 'acme/linux', description: 'racks' };
const state = { id, resource_class: 'acme/linux', description: 'racks', namespace: 'acme', name: 'linux' };
const config = { resource_class: 'acme/linux', description: 'racks' };
const other = { id: '22222222-2222-4222-8222-222222222222', resource_class: 'acme/arm', description: '' };
const list = {
  request: 'GET /api/v3/runner/resource?namespace=acme',
  status: 200,
  answer: { items: [other, document], next_page_token: null },
};

testResource(
  ciRunnerResourceClass,
  {
    create: {
      create: config,
      exchanges: [
        {
          request: 'POST /api/v3/runner/resource',
          body: { resource_class: 'acme/linux', description: 'racks' },
          status: 200,
          answer: document,
        },
      ],
      state,
    },
    list: { read: state, times: 3, exchanges: [list], state },
    delete: {
      delete: state,
      exchanges: [{ request: `DELETE /api/v3/runner/resource/${id}`, status: 200, answer: { message: 'Resource class deleted.' } }],
    },
  },
  {
    'it is imported by its name': { find: 'acme/linux', exchanges: [list], state: { id, namespace: 'acme', name: 'linux' } },
    'it is imported by its namespace and its ID without a request': { find: `acme/${id}`, exchanges: [], state: { id, namespace: 'acme' } },
    'after an import the list of its namespace has the rest': { read: { id, namespace: 'acme' }, imported: true, exchanges: [list], state },
    'one that the list does not hold is gone': {
      read: state,
      exchanges: [{ ...list, answer: { items: [other], next_page_token: null } }],
      state: null,
    },
    'one that still has tokens is refused by the service': {
      delete: state,
      exchanges: [
        {
          request: `DELETE /api/v3/runner/resource/${id}`,
          status: 409,
          answer: { message: 'the resource class has 1 token; delete it first' },
        },
      ],
      error: 'the resource class has 1 token; delete it first',
    },
  },
);
