import {
  bool,
  computed,
  id,
  int,
  object,
  oneOf,
  optional,
  required,
  resource,
  serviceDefault,
  stringOfLength,
  time,
  type ValueOf,
} from '../../declare/index.ts';
import { objectName } from './object-name.ts';
import { organization } from './organization.ts';
import { moveFromTfe } from '../state-moves.ts';

const right = (doc: string) => optional(bool, doc, { default: false });
/** A right that another one may bring with it. */
const impliedRight = (doc: string) => optional(bool, doc, { default: serviceDefault, changesWith: '*', withdrawnAs: false });

const organizationAccess = object({
  manage_workspaces: right('Whether its members may manage all workspaces.'),
  manage_projects: right('Whether its members may manage all projects.'),
  read_workspaces: impliedRight('Whether its members may read all workspaces.'),
  read_projects: impliedRight('Whether its members may read all projects.'),
  manage_modules: right('Whether its members may manage the modules of the registry.'),
  manage_providers: right('Whether its members may manage the providers of the registry.'),
  manage_vcs_settings: right('Whether its members may manage connections to code hosts, and SSH keys.'),
  manage_policies: right('Whether its members may manage policies.'),
  manage_policy_overrides: right('Whether its members may override policies.'),
  delegate_policy_overrides: right('Whether its members may let others override policies.'),
  manage_run_tasks: right('Whether its members may manage run tasks.'),
  manage_membership: right('Whether its members may invite and remove users.'),
  manage_teams: right('Whether its members may manage teams.'),
  manage_organization_access: right('Whether its members may manage what teams may do in the organization.'),
  access_secret_teams: right('Whether its members see teams that are secret.'),
  manage_agent_pools: right('Whether its members may manage agent pools.'),
});

const noRights = Object.fromEntries(Object.keys(organizationAccess.members!).map((name) => [name, false])) as ValueOf<
  typeof organizationAccess
>;

export const teamResource = resource('team', {
  service: 'workspaces',
  doc: 'A group of users with the same rights.',
  type: 'teams',
  naturalKey: ['organization', 'name'],
  imports: ['{id}', '{organization}/{name}'],
  stateMoves: [moveFromTfe('tfe_team', { id: 'id', organization: 'organization', name: 'name' })],

  endpoints: {
    create: 'POST /organizations/{organization}/teams',
    list: 'GET /organizations/{organization}/teams',
    read: 'GET /teams/{id}',
    update: 'PATCH /teams/{id}',
    delete: 'DELETE /teams/{id}',
  },

  attributes: {
    id: computed(id('team'), 'The ID of the team.'),
    organization,
    name: required(objectName, 'Its name, unique in the organization.'),
    visibility: optional(oneOf('secret', 'organization'), 'Who sees it: its members and who manages teams, or all of the organization.', {
      default: 'secret',
    }),
    sso_team_id: optional(stringOfLength(0, 255), 'Its ID at a provider of single sign-on.'),
    allow_member_token_management: optional(bool, 'Whether its members may issue and delete its tokens.', { default: true }),
    organization_access: optional(
      organizationAccess,
      'What its members may do in the whole organization. Rights that were given here are taken away when it is unset again.',
      { default: serviceDefault, withdrawnAs: noRights },
    ),
    users_count: computed(int, 'How many members it has.', { changesWith: '*' }),
    created_at: computed(time, 'When it was made.', { optionalInResponse: true }),
  },
});
