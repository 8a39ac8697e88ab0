import { ephemeral, id, required } from '../../../declare/index.ts';
import { ephemeralTokenAttributes, ephemeralTokenNotes, tokenDescription } from './token-attributes.ts';

export const ephemeralAgentToken = ephemeral('agent_token', {
  service: 'workspaces',
  doc: 'A token with which agents join an agent pool, for one run of the engine: in no plan and no state.',
  requests: ['POST /agent-pools/{agent_pool_id}/authentication-tokens', 'DELETE /authentication-tokens/{id}'],
  attributes: {
    agent_pool_id: required(id('apool'), 'The pool.'),
    description: tokenDescription,
    ...ephemeralTokenAttributes,
  },
  notes: ephemeralTokenNotes,
});
