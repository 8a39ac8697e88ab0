import { agentToken } from '../../declarations/src/resources/workspaces/agent-token.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'at-1',
  type: 'authentication-tokens',
  attributes: {
    description: 'first',
    token: 'secret-of-the-token',
    'expired-at': '2099-01-01T00:00:00.000Z',
    'created-at': '2026-01-01T00:00:00.000Z',
    'last-used-at': null,
  },
  relationships: {},
};
const state = {
  id: 'at-1',
  agent_pool_id: 'apool-1',
  description: 'first',
  expired_at: '2099-01-01T00:00:00Z',
  token: 'secret-of-the-token',
  created_at: '2026-01-01T00:00:00.000Z',
};
/** Only the answer to the create has the token. */
const masked = { ...document, attributes: { ...document.attributes, token: null } };
const shown = { request: 'GET /authentication-tokens/at-1', status: 200, answer: { data: masked } } as const;

testResource(agentToken, {
  create: {
    create: { agent_pool_id: 'apool-1', description: 'first', expired_at: '2099-01-01T00:00:00Z' },
    exchanges: [
      {
        request: 'POST /agent-pools/apool-1/authentication-tokens',
        body: { data: { type: 'authentication-tokens', attributes: { description: 'first', 'expired-at': '2099-01-01T00:00:00Z' } } },
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
        request: 'GET /agent-pools/apool-1/authentication-tokens?page%5Bnumber%5D=1&page%5Bsize%5D=100',
        status: 200,
        answer: listPage([{ ...masked, id: 'other-1' }, masked]),
      },
    ],
    state,
  },
  read: { read: state, exchanges: [shown], state },
  delete: { delete: state, exchanges: [{ request: 'DELETE /authentication-tokens/at-1', status: 204 }] },
});
