import {
  bool,
  id,
  intBetween,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  renamed,
  required,
  string,
  stringOfLength,
} from '@slipway/declarations/declare';
import { organizationRights } from '../access/callers.ts';
import { newOrganizationNameKind, tokenTextKind } from '../access/names.ts';
import { oauthClient } from '../workspaces/oauth-clients/oauth-clients.ts';
import { team } from '../workspaces/teams/teams.ts';
import { ciSeedShape } from './ci-shape.ts';
import { anyKind, creationTime, optionalTimes, tags, tokens } from './entry-kinds.ts';
import { childMembers, nounMembers } from './noun-shape.ts';
import { gpgKeyEntry, noCodeEntry, registryProviderEntry } from './registry-shape.ts';
import { variableSetEntry, workspaceEntry } from './workspace-shape.ts';
import { archiveMembers } from './entry-archive.ts';

/** The members of `organizations[]` in a seed file. */
const right = oneOf(...(organizationRights as readonly [string, ...string[]]));
const mode = oneOf('remote', 'local', 'agent');
const name = stringOfLength(1, 90);
const count = intBetween(0, 1_000_000);
const sensitive = { sensitive: true } as const;

const access = object({
  to: required(string, 'Name of the workspace or project.'),
  access: required(oneOf('read', 'plan', 'write', 'maintain', 'admin', 'custom'), 'Access level.'),
  runs: optional(oneOf('read', 'plan', 'apply'), 'Only with `access: custom`.'),
  variables: optional(oneOf('none', 'read', 'write'), 'Only with `access: custom`.'),
  state_versions: optional(oneOf('none', 'read-outputs', 'read', 'write'), 'Only with `access: custom`.'),
  workspace_locking: optional(bool, 'Only with `access: custom`.'),
  run_tasks: optional(bool, 'Only with `access: custom`.'),
  project_settings: optional(oneOf('read', 'update', 'delete'), 'Only with `access: custom`, for projects.'),
  create_workspaces: optional(bool, 'Only with `access: custom`, for projects.'),
  move_workspaces: optional(bool, 'Only with `access: custom`, for projects.'),
  delete_workspaces: optional(bool, 'Only with `access: custom`, for projects.'),
  project_variable_sets: optional(oneOf('none', 'read', 'write'), 'Only with `access: custom`, for projects.'),
});

const teamEntry = object({
  ...nounMembers(team),
  name: required(name, 'Name. The team `owners` always exists and cannot be listed.'),
  members: optional(listOf(string), 'Names of users.'),
  access: optional(listOf(right), 'Permissions in the whole organization.'),
  workspaces: optional(listOf(access), 'Access to single workspaces.'),
  projects: optional(listOf(access), 'Access to single projects.'),
  token: optional(tokenTextKind, 'Token of the team.', sensitive),
  tokens,
  ...childMembers('/teams/{team_id}'),
});

const moduleVersion = object({
  version: required(string, 'Version, such as `1.2.0`.'),
  ...archiveMembers('Without files or an archive the engine cannot download it.'),
  resources: optional(count, 'Number of resources that an apply creates. Default: 0.'),
  variables: optional(
    listOf(
      object({
        name: required(string, 'Name.'),
        type: optional(string, 'Type constraint in the syntax of Terraform. Default: `string`.'),
        description: optional(string, 'Description.'),
        default: optional(anyKind, 'Default value. Without it, the variable is required.'),
        sensitive: optional(bool, 'Whether the value is write-only. Default: `false`.'),
      }),
    ),
    'Input variables of the module.',
  ),
});
const registryModule = object({
  id: optional(id('mod'), 'ID. Default: random.'),
  name: required(string, 'Name.'),
  provider: required(string, 'Provider of the module, as in its registry address.'),
  namespace: optional(string, 'Namespace. Default: the name of the organization.'),
  versions: optional(listOf(moduleVersion), 'Versions, in any order.'),
  no_code: optional(noCodeEntry, 'Enables it for workspaces without code.'),
  ...optionalTimes,
});

export const organizationEntry = object({
  ...childMembers('/organizations/{organization_name}'),
  name: required(newOrganizationNameKind, 'Name.'),
  email: optional(string, 'Email address of its owners.'),
  owners: optional(listOf(string), 'Names of users.'),
  token: optional(tokenTextKind, 'Token of the organization.', sensitive),
  tokens,
  default_execution_mode: optional(mode, 'Default execution mode of its workspaces. Default: `remote`.'),
  tier: optional(oneOf('free', 'standard', 'plus'), 'Plan of the organization. Default: that of the settings.'),
  workspace_admins_force_delete: optional(bool, 'Overrides the setting of the same name.'),
  assessments_enforced: optional(bool, 'Overrides the setting of the same name.'),
  id: optional(id('org'), 'External ID. Default: random.'),
  attributes: optional(mapOf(anyKind), 'Settings, named as in the API: `collaborator-auth-policy`, `session-timeout`, …'),
  invitations: optional(
    listOf(
      object({
        id: optional(id('ou'), 'ID. Default: random.'),
        email: required(stringOfLength(1, 255), 'Email address or user name.'),
        teams: optional(listOf(string), 'Names of the teams that the user joins by accepting.'),
        ...creationTime,
      }),
    ),
    'Invitations that nobody has accepted.',
  ),
  ...creationTime,
  projects: optional(
    listOf(
      object({
        id: optional(id('prj'), 'ID. Default: random.'),
        name: required(string, 'Name.'),
        description: optional(string, 'Description.'),
        attributes: optional(mapOf(anyKind), 'Attributes of the project, named as in the API: `default-execution-mode`, …'),
        tags: optional(tags, 'Key-value tags.'),
        ...optionalTimes,
        ...childMembers('/projects/{project_id}'),
      }),
    ),
    'Projects. An entry named `Default Project` is about the one that every organization has.',
  ),
  teams: optional(listOf(teamEntry), 'Teams. An entry named `owners` is about the team that every organization has.'),
  oauth_clients: optional(
    listOf(object({ ...nounMembers(oauthClient), token_id: optional(id('ot'), 'Value for `oauth-token-id`. Default: random.') })),
    'Connections to code hosts.',
    { renamedFrom: renamed('oauth_connections') },
  ),
  registry_modules: optional(listOf(registryModule), 'Modules of the private registry.'),
  gpg_keys: optional(listOf(gpgKeyEntry), 'GPG keys that sign the providers of the private registry.'),
  registry_providers: optional(listOf(registryProviderEntry), 'Providers of the private registry.'),
  workspaces: optional(listOf(workspaceEntry), 'Workspaces.'),
  variable_sets: optional(listOf(variableSetEntry), 'Variable sets.'),
  ci: optional(ciSeedShape, 'Objects of the CI service.'),
});
