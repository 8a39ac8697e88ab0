import { oauthClientResource } from '../../declarations/src/resources/workspaces/oauth-client.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'oc-1',
  type: 'oauth-clients',
  attributes: {
    name: 'code',
    'service-provider': 'ado_server',
    'http-url': 'https://code.test',
    'api-url': 'https://code.test/api',
    'organization-scoped': false,
    key: 'public-1',
    'rsa-public-key': 'rsa-1',
    'callback-url': 'https://service.test/auth/1/callback',
    'created-at': '2026-01-01T00:00:00.000Z',
  },
  relationships: {
    organization: { data: { id: 'acme', type: 'organizations' } },
    'oauth-tokens': { data: [{ type: 'oauth-tokens', id: 'ot-1' }] },
  },
};
const state = {
  service_provider: 'ado_server',
  http_url: 'https://code.test',
  api_url: 'https://code.test/api',
  id: 'oc-1',
  organization: 'acme',
  name: 'code',
  organization_scoped: false,
  key: 'public-1',
  secret: 'secret-1',
  oauth_token_string: 'token-1',
  private_key: 'private-1',
  rsa_public_key: 'rsa-1',
  oauth_token_ids: ['ot-1'],
  callback_url: 'https://service.test/auth/1/callback',
  created_at: '2026-01-01T00:00:00.000Z',
};
const shown = { request: 'GET /oauth-clients/oc-1', status: 200, answer: { data: document } } as const;

testResource(oauthClientResource, {
  create: {
    create: {
      service_provider: 'ado_server',
      http_url: 'https://code.test',
      api_url: 'https://code.test/api',
      name: 'code',
      organization_scoped: false,
      key: 'public-1',
      secret: 'secret-1',
      oauth_token_string: 'token-1',
      private_key: 'private-1',
      rsa_public_key: 'rsa-1',
    },
    exchanges: [
      {
        request: 'POST /organizations/acme/oauth-clients',
        body: {
          data: {
            type: 'oauth-clients',
            attributes: {
              name: 'code',
              'service-provider': 'ado_server',
              'http-url': 'https://code.test',
              'api-url': 'https://code.test/api',
              'organization-scoped': false,
              key: 'public-1',
              secret: 'secret-1',
              'oauth-token-string': 'token-1',
              'private-key': 'private-1',
              'rsa-public-key': 'rsa-1',
            },
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
        request: 'GET /organizations/acme/oauth-clients?page%5Bnumber%5D=1&page%5Bsize%5D=100',
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
      to: {
        service_provider: 'ado_server',
        http_url: 'https://code.test',
        api_url: 'https://code.test/api',
        name: 'host',
        key: 'public-2',
        secret: 'secret-2',
        oauth_token_string: 'token-1',
        private_key: 'private-1',
        rsa_public_key: 'rsa-1',
      },
    },
    exchanges: [
      {
        request: 'PATCH /oauth-clients/oc-1',
        body: {
          data: {
            id: 'oc-1',
            type: 'oauth-clients',
            attributes: { name: 'host', 'organization-scoped': true, key: 'public-2', secret: 'secret-2' },
          },
        },
        status: 200,
        answer: {
          data: {
            id: 'oc-1',
            type: 'oauth-clients',
            attributes: {
              name: 'host',
              'service-provider': 'ado_server',
              'http-url': 'https://code.test',
              'api-url': 'https://code.test/api',
              'organization-scoped': true,
              key: 'public-2',
              'rsa-public-key': 'rsa-1',
              'callback-url': 'https://service.test/auth/1/callback',
              'created-at': '2026-01-01T00:00:00.000Z',
            },
            relationships: {
              organization: { data: { id: 'acme', type: 'organizations' } },
              'oauth-tokens': { data: [{ type: 'oauth-tokens', id: 'ot-1' }] },
            },
          },
        },
      },
    ],
    state: {
      ...state,
      name: 'host',
      organization_scoped: true,
      key: 'public-2',
      secret: 'secret-2',
    },
  },
  delete: { delete: state, exchanges: [{ request: 'DELETE /oauth-clients/oc-1', status: 204 }] },
});
