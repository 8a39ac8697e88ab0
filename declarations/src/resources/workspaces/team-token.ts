import { id, required, resource } from '../../declare/index.ts';
import { tokenAttributes, tokenNotes } from './token-attributes.ts';

export const teamToken = resource('team_token', {
  service: 'workspaces',
  doc: 'A token with the rights of a team.',
  type: 'authentication-tokens',
  imports: ['{team_id}/{id}'],
  endpoints: {
    create: 'POST /teams/{team_id}/authentication-tokens',
    list: 'GET /teams/{team_id}/authentication-tokens',
    read: 'GET /authentication-tokens/{id}',
    delete: 'DELETE /authentication-tokens/{id}',
  },
  attributes: {
    team_id: required(id('team'), 'The team.', { pathParameter: true, references: 'team' }),
    ...tokenAttributes,
  },
  notes: tokenNotes,
});
