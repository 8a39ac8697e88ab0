import { id, required, resource } from '../../declare/index.ts';
import { tokenAttributes, tokenNotes } from './token-attributes.ts';
import { moveFromTfe } from '../state-moves.ts';

export const agentToken = resource('agent_token', {
  service: 'workspaces',
  doc: 'A token with which agents join an agent pool.',
  type: 'authentication-tokens',
  imports: ['{agent_pool_id}/{id}'],
  stateMoves: [moveFromTfe('tfe_agent_token', { id: 'id', agent_pool_id: 'agent_pool_id' })],
  endpoints: {
    create: 'POST /agent-pools/{agent_pool_id}/authentication-tokens',
    list: 'GET /agent-pools/{agent_pool_id}/authentication-tokens',
    read: 'GET /authentication-tokens/{id}',
    delete: 'DELETE /authentication-tokens/{id}',
  },
  attributes: {
    agent_pool_id: required(id('apool'), 'The pool.', { pathParameter: true, references: 'agent_pool' }),
    ...tokenAttributes,
  },
  notes: tokenNotes,
});
