import { ciCheckoutKey } from '../../../declarations/src/resources/ci/checkout-key.ts';
import { testResource } from '../support/resource-case.ts';

const fingerprint = 'c9:0b:1c:4f:d5:65:56:b9:ad:88:f9:81:2b:37:74:2f';
const document = {
  'public-key': 'ssh-rsa AAAA',
  type: 'deploy-key',
  fingerprint,
  preferred: true,
  'created-at': '2026-01-01T00:00:00.000Z',
};
const state = {
  project_slug: 'gh/acme/web',
  type: 'deploy-key',
  fingerprint,
  public_key: 'ssh-rsa AAAA',
  preferred: true,
  created_at: '2026-01-01T00:00:00.000Z',
};
const one = '/project/gh/acme/web/checkout-key/c9%3A0b%3A1c%3A4f%3Ad5%3A65%3A56%3Ab9%3Aad%3A88%3Af9%3A81%3A2b%3A37%3A74%3A2f';
const create = { project_slug: 'gh/acme/web', type: 'deploy-key' };

testResource(
  ciCheckoutKey,
  {
    create: {
      create,
      exchanges: [{ request: 'POST /project/gh/acme/web/checkout-key', body: { type: 'deploy-key' }, status: 201, answer: document }],
      state,
    },
    read: { read: state, exchanges: [{ request: `GET ${one}`, status: 200, answer: document }], state },
    list: {
      read: state,
      times: 3,
      state,
      exchanges: [
        { request: `GET ${one}`, status: 200, answer: document },
        { request: `GET ${one}`, status: 200, answer: document },
        { request: 'GET /project/gh/acme/web/checkout-key', status: 200, answer: { items: [document], next_page_token: null } },
      ],
    },
    delete: { delete: state, exchanges: [{ request: `DELETE ${one}`, status: 200, answer: { message: 'Checkout key deleted.' } }] },
  },
  {
    'a user key that the hosted service names by its code host is a user key': {
      profile: 'hosted',
      create: { project_slug: 'gh/acme/web', type: 'user-key' },
      exchanges: [
        {
          request: 'POST /project/gh/acme/web/checkout-key',
          body: { type: 'user-key' },
          status: 201,
          answer: {
            public_key: 'ssh-rsa AAAA',
            type: 'github-user-key',
            fingerprint,
            preferred: false,
            created_at: '2026-01-01T00:00:00.000Z',
          },
        },
      ],
      state: { ...state, type: 'user-key', preferred: false },
    },
    "a token that is no user's is refused in the service's words": {
      create: { project_slug: 'gh/acme/web', type: 'user-key' },
      exchanges: [
        {
          request: 'POST /project/gh/acme/web/checkout-key',
          body: { type: 'user-key' },
          status: 403,
          answer: { message: 'User authentication is required.' },
        },
      ],
      error: 'User authentication is required.',
    },
    'a SHA-256 fingerprint is part of a path': {
      read: { ...state, fingerprint: 'SHA256:NPj4IcXxqQEKGXOghi/QbG2sohoNfvZ30JwCcdSSNM0' },
      exchanges: [
        {
          request: 'GET /project/gh/acme/web/checkout-key/SHA256%3ANPj4IcXxqQEKGXOghi%2FQbG2sohoNfvZ30JwCcdSSNM0',
          status: 404,
          answer: { message: 'Checkout key not found' },
        },
      ],
      state: null,
    },
    'it is imported by project and fingerprint': {
      find: `gh/acme/web/${fingerprint}`,
      exchanges: [],
      state: { project_slug: 'gh/acme/web', fingerprint },
    },
  },
);
