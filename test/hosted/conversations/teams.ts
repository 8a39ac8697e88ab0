import type { Exchange } from '../support/play-conversation.ts';
import { document, identifier, response } from './documents.ts';

const created = response('teams', '$team', {
  name: 'deckhands',
  visibility: 'secret',
  'sso-team-id': null,
  'allow-member-token-management': true,
  'organization-access': { 'manage-workspaces': true, 'manage-policies': false, 'manage-projects': false },
});
const customAccess = { access: 'custom', runs: 'apply', variables: 'write', 'state-versions': 'write', 'workspace-locking': true };

/** A provider makes a team with access to a workspace, reads it back, changes it, imports it by its name and takes it away. */
export const teams: readonly Exchange[] = [
  {
    step: 'apply',
    request: 'POST /api/v2/organizations/acme/teams',
    body: document('teams', { name: 'deckhands', 'organization-access': { 'manage-workspaces': true } }),
    status: 201,
    response: created,
  },
  { step: 'plan', request: 'GET /api/v2/teams/$team', status: 200, response: created },
  {
    step: 'apply',
    request: 'POST /api/v2/organizations/acme/workspaces',
    body: document('workspaces', { name: 'dock' }),
    status: 201,
    response: response('workspaces', '$workspace', { name: 'dock' }),
  },
  {
    step: 'apply access of a level',
    request: 'POST /api/v2/team-workspaces',
    body: document(
      'team-workspaces',
      { access: 'write' },
      { team: identifier('teams', '$team'), workspace: identifier('workspaces', '$workspace') },
    ),
    status: 201,
    response: response('team-workspaces', '$access', { ...customAccess, access: 'write', 'sentinel-mocks': 'read', 'run-tasks': false }),
  },
  {
    step: 'change to custom: what is not sent keeps the value of the level before',
    request: 'PATCH /api/v2/team-workspaces/$access',
    body: document('team-workspaces', { access: 'custom', 'sentinel-mocks': 'none' }),
    status: 200,
    response: response('team-workspaces', '$access', { ...customAccess, 'sentinel-mocks': 'none' }),
  },
  {
    step: 'import by name',
    request: 'GET /api/v2/organizations/acme/teams?filter%5Bnames%5D=deckhands',
    status: 200,
    response: { data: [{ type: 'teams', id: '$team' }] },
  },
  { step: 'destroy', request: 'DELETE /api/v2/team-workspaces/$access', status: 204 },
  { step: 'destroy', request: 'DELETE /api/v2/teams/$team', status: 204 },
  { step: 'destroy', request: 'GET /api/v2/teams/$team', status: 404 },
];
