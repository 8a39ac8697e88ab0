import { ephemeral, id, required } from '../../../declare/index.ts';
import { ephemeralTokenAttributes, ephemeralTokenNotes, tokenDescription } from './token-attributes.ts';

export const ephemeralTeamToken = ephemeral('team_token', {
  service: 'workspaces',
  doc: 'A token with the rights of a team, for one run of the engine: in no plan and no state.',
  requests: ['POST /teams/{team_id}/authentication-tokens', 'DELETE /authentication-tokens/{id}'],
  attributes: {
    team_id: required(id('team'), 'The team.'),
    description: tokenDescription,
    ...ephemeralTokenAttributes,
  },
  notes: ephemeralTokenNotes,
});
