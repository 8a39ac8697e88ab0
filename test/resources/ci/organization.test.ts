import { ciOrganization } from '../../../declarations/src/resources/ci/organization.ts';
import { testResource } from '../support/resource-case.ts';

const id = '11111111-1111-4111-8111-111111111111';
const document = { id, name: 'initech', slug: 'native/3KQqnH5CwgR4p3', vcs_type: 'native' };
const state = document;

testResource(
  ciOrganization,
  {
    create: {
      create: { name: 'initech' },
      exchanges: [{ request: 'POST /organization', body: { name: 'initech' }, status: 201, answer: document }],
      state,
    },
    read: { read: state, exchanges: [{ request: `GET /organization/${id}`, status: 200, answer: document }], state },
    delete: {
      delete: state,
      exchanges: [{ request: `DELETE /organization/${id}`, status: 200, answer: { message: 'Organization deleted.' } }],
    },
  },
  {
    'the hosted service is asked for its own word, which the state keeps': {
      profile: 'hosted',
      create: { name: 'initech', vcs_type: 'circleci' },
      exchanges: [
        {
          request: 'POST /organization',
          body: { name: 'initech', vcs_type: 'circleci' },
          status: 201,
          answer: { ...document, slug: 'circleci/3KQqnH5CwgR4p3', vcs_type: 'circleci' },
        },
      ],
      state: { ...state, slug: 'circleci/3KQqnH5CwgR4p3', vcs_type: 'circleci' },
    },
    'the word of the other dialect is no change': {
      read: { ...state, vcs_type: 'circleci' },
      exchanges: [{ request: `GET /organization/${id}`, status: 200, answer: document }],
      state: { ...state, vcs_type: 'circleci' },
    },
    'one that is gone is gone from the state': {
      read: state,
      exchanges: [{ request: `GET /organization/${id}`, status: 404, answer: { message: 'Not found.' } }],
      state: null,
    },
  },
);
