import type { AcceptedRequests, World } from './accepted-request.ts';
import { document, many, one } from '../../../documents.ts';

const organizationNamed = async ({ ask }: World, name: string) => {
  await ask('POST /organizations', document('organizations', { name, email: 'a@b.example' }));
};
const team = async ({ ask }: World, name: string) => ({
  'a team': (await ask('POST /organizations/acme/teams', document('teams', { name }))).data.id as string,
});
const teamWithToken = async (world: World, name: string) => {
  const found = await team(world, name);
  const { id } = (await world.ask(`POST /teams/${found['a team']}/authentication-token`, document('authentication-token', {}))).data;
  return { ...found, 'its token': id as string };
};
/** A member who is not the owner. */
const member = async ({ ask }: World, email: string) => {
  const { id, relationships } = (
    await ask('POST /organizations/acme/organization-memberships', document('organization-memberships', { email }))
  ).data;
  return { 'a membership': id as string, 'its user': relationships.user.data.id as string };
};

/** Organizations, their people, teams and tokens. */
export const organizations: AcceptedRequests = {
  'PUT /organizations/{organization_name}': { body: document('organizations', { email: 'other@b.example' }) },
  'DELETE /organizations/{organization_name}': { prepare: (world) => organizationNamed(world, 'gone'), path: '/organizations/gone' },
  'POST /admin/organizations/{organization_name}/subscription': {
    body: document('subscription', {}, { 'feature-set': one('feature-sets', 'fs-standard') }),
  },
  'PATCH /account/update': { body: document('users', { username: 'olivia' }) },
  'PATCH /account/password': { body: document('users', {}) },
  'POST /organizations/{organization_name}/organization-memberships': {
    body: document('organization-memberships', { email: 'newest@acme.example' }),
  },
  'DELETE /organization-memberships/{organization_membership_id}': {
    prepare: (world) => member(world, 'gone@acme.example'),
    path: '/organization-memberships/<a membership>',
  },
  'POST /organizations/{organization_name}/teams': { body: document('teams', { name: 'new' }) },
  'DELETE /teams/{team_id}/relationships/users': { body: many('users', '<user_id>') },
  'POST /teams/{team_id}/relationships/organization-memberships': {
    prepare: (world) => member(world, 'team-member@acme.example'),
    body: many('organization-memberships', '<a membership>'),
  },
  'DELETE /teams/{team_id}/relationships/organization-memberships': {
    prepare: (world) => member(world, 'former-member@acme.example'),
    body: many('organization-memberships', '<a membership>'),
  },
  'POST /team-workspaces': {
    prepare: (world) => team(world, 'visitors'),
    body: document(
      'team-workspaces',
      { access: 'read' },
      { workspace: one('workspaces', '<workspace_id>'), team: one('teams', '<a team>') },
    ),
  },
  'PATCH /team-workspaces/{id}': { body: document('team-workspaces', { access: 'custom', runs: 'apply', variables: 'write' }) },
  'POST /team-projects': {
    prepare: (world) => team(world, 'guests'),
    body: document('team-projects', { access: 'read' }, { project: one('projects', '<project_id>'), team: one('teams', '<a team>') }),
  },
  'PATCH /team-projects/{id}': { body: document('team-projects', { access: 'maintain' }) },
  'GET /teams/{team_id}/authentication-token': {
    prepare: (world) => teamWithToken(world, 'machines'),
    path: '/teams/<a team>/authentication-token',
  },
  'DELETE /teams/{team_id}/authentication-token': {
    prepare: (world) => teamWithToken(world, 'robots'),
    path: '/teams/<a team>/authentication-token',
  },
  'DELETE /organizations/{organization_name}/team-tokens': {
    prepare: (world) => teamWithToken(world, 'scripts'),
    body: many('authentication-tokens', '<its token>'),
  },
  'PATCH /organizations/{organization_name}/audit-configuration': {
    body: document('audit-configurations', { 'audit-trails': { enabled: true } }),
  },
  'POST /projects/{project_id}/relationships/tag-bindings': {
    body: { data: [{ type: 'tag-bindings', attributes: { key: 'k', value: 'v' } }] },
  },
  'PATCH /projects/{project_id}/relationships/tag-bindings': {
    body: { data: [{ type: 'tag-bindings', attributes: { key: 'k', value: 'v' } }] },
  },
  'POST /projects/{project_id}/relationships/workspaces': { body: many('workspaces', '<workspace_id>') },
};
