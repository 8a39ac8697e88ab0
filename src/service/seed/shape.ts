import {
  type Attributes,
  bool,
  id,
  intBetween,
  type AttributeKind,
  stringMatching,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  renamed,
  required,
  type StateValues,
  string,
  stringOfLength,
} from '../../declare/index.ts';
import { organizationRights } from '../access/callers.ts';
import { networkKind, newOrganizationNameKind, publicUrlKind, tokenTextKind, webAddressKind } from '../access/names.ts';
import { ciSeedShape } from './ci-shape.ts';

/** The members of a seed file, declared as attributes so that `validateConfig` and the generated schema apply. */
const anyKind: AttributeKind<unknown> = { type: 'string', json: {}, description: 'any value', accepts: () => true };
const right = oneOf(...(organizationRights as readonly [string, ...string[]]));
const tags = mapOf(string);
const mode = oneOf('remote', 'local', 'agent');
const name = stringOfLength(1, 90);
const count = intBetween(0, 1_000_000);
const release = stringMatching(/^\d{1,6}\.\d{1,6}\.\d{1,6}(-[0-9A-Za-z.-]{1,64})?$/, 'a version such as 1.11.4');
const sensitive = { sensitive: true } as const;

const variable = object({
  key: required(stringOfLength(1, 255), 'Name.'),
  value: optional(string, 'Value. Default: an empty string.', sensitive),
  category: optional(oneOf('infra', 'env'), 'Category. Default: `infra`.'),
  description: optional(string, 'Description.'),
  hcl: optional(bool, 'Whether the value is an HCL expression. Default: `false`.'),
  sensitive: optional(bool, 'Whether the value is write-only. Default: `false`.'),
});

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

const team = object({
  name: required(name, 'Name. The team `owners` always exists and cannot be listed.'),
  members: optional(listOf(string), 'Names of users.'),
  access: optional(listOf(right), 'Permissions in the whole organization.'),
  workspaces: optional(listOf(access), 'Access to single workspaces.'),
  projects: optional(listOf(access), 'Access to single projects.'),
  token: optional(tokenTextKind, 'Token of the team.', sensitive),
});

const workspace = object({
  name: required(string, 'Name.'),
  project: optional(string, 'Name of its project. Default: the default project of the organization.'),
  attributes: optional(mapOf(anyKind), 'Attributes of the workspace, named as in the API: `execution-mode`, `auto-apply`, …'),
  tags: optional(tags, 'Key-value tags.'),
  tag_names: optional(listOf(string), 'Flat tags.'),
  variables: optional(listOf(variable), 'Variables of the workspace.'),
  resource_count: optional(count, 'Number of resources in its state. Default: 0.'),
  locked: optional(string, 'Reason for a lock by the first owner. Default: not locked.'),
  state: optional(
    object({
      outputs: optional(mapOf(anyKind), 'Outputs by name.'),
      status: optional(oneOf('pending', 'finalized'), 'Status. Default: `finalized`.'),
      intermediate: optional(bool, 'Whether the state version is intermediate: it becomes current at the next unlock. Default: `false`.'),
    }),
    'First state version.',
  ),
});

const variableSet = object({
  name: required(string, 'Name.'),
  description: optional(string, 'Description.'),
  global: optional(bool, 'Whether the set applies to all workspaces of the organization. Default: `false`.'),
  priority: optional(bool, 'Whether its values take precedence over values with a narrower scope. Default: `false`.'),
  project: optional(string, 'Name of the project that owns it. Default: the organization owns it.'),
  variables: optional(listOf(variable), 'Variables of the set.'),
  workspaces: optional(listOf(string), 'Names of the workspaces it is applied to.'),
  projects: optional(listOf(string), 'Names of the projects it is applied to.'),
});

const moduleVersion = object({
  version: required(string, 'Version, such as `1.2.0`.'),
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
});

const organization = object({
  name: required(newOrganizationNameKind, 'Name.'),
  email: optional(string, 'Email address of its owners.'),
  owners: optional(listOf(string), 'Names of users.'),
  token: optional(tokenTextKind, 'Token of the organization.', sensitive),
  default_execution_mode: optional(mode, 'Default execution mode of its workspaces. Default: `remote`.'),
  workspace_admins_force_delete: optional(bool, 'Overrides the setting of the same name.'),
  assessments_enforced: optional(bool, 'Overrides the setting of the same name.'),
  projects: optional(
    listOf(
      object({
        name: required(string, 'Name.'),
        description: optional(string, 'Description.'),
        tags: optional(tags, 'Key-value tags.'),
      }),
    ),
    'Projects besides the default project.',
  ),
  teams: optional(listOf(team), 'Teams besides `owners`.'),
  ssh_keys: optional(
    listOf(
      object({
        id: optional(id('sshkey'), 'ID. Default: random.'),
        name: required(name, 'Name.'),
        value: required(string, 'Private key.', sensitive),
      }),
    ),
    'SSH keys with which modules are fetched.',
  ),
  agent_pools: optional(
    listOf(object({ id: optional(id('apool'), 'ID. Default: random.'), name: required(name, 'Name.') })),
    'Agent pools.',
  ),
  oauth_clients: optional(
    listOf(
      object({
        name: optional(string, 'Name.'),
        service_provider: required(string, 'Service provider, such as `github`.'),
        http_url: required(string, 'Address of its web pages.'),
        api_url: required(string, 'Address of its API.'),
        token_id: optional(id('ot'), 'Value for `oauth-token-id`. Default: random.'),
      }),
    ),
    'Connections to code hosts.',
    { renamedFrom: renamed('oauth_connections') },
  ),
  registry_modules: optional(listOf(registryModule), 'Modules of the private registry.'),
  workspaces: optional(listOf(workspace), 'Workspaces.'),
  variable_sets: optional(listOf(variableSet), 'Variable sets.'),
  ci: optional(ciSeedShape, 'Objects of the CI service.'),
});

export const seedShape = {
  settings: optional(
    object({
      edition: optional(oneOf('hosted', 'self-hosted'), 'Edition of the service.'),
      tier: optional(oneOf('free', 'standard', 'plus'), 'Plan of its organizations.'),
      global_remote_state: optional(bool, 'Default of `global-remote-state` for new workspaces.'),
      workspace_admins_force_delete: optional(bool, 'Whether workspace admins may delete workspaces that manage resources.'),
      assessments_enforced: optional(bool, 'Whether health assessments are enforced in all workspaces.'),
      engine_versions: optional(listOf(release), 'Engine versions that exist, in any order.', { renamedFrom: renamed('engine_releases') }),
      rate_limit: optional(count, 'Requests per second and caller; 0 means no limit.'),
      run_status_milliseconds: optional(count, 'Milliseconds that a run stays in each status.', {
        renamedFrom: renamed('run_step_milliseconds'),
      }),
      ci_page_size: optional(intBetween(1, 100), 'Items on a page of the CI service.'),
      private_destinations: optional(bool, 'Whether notifications and run tasks are sent to private addresses, too.'),
      ci_private_webhooks: optional(bool, 'Whether webhooks of the CI service are sent to private addresses, too.'),
      ci_status_milliseconds: optional(count, 'Milliseconds that a pipeline or job of the CI service stays in each status.', {
        renamedFrom: renamed('ci_step_milliseconds'),
      }),
      opa: optional(
        webAddressKind,
        'Address of an Open Policy Agent that compiles and evaluates policies, instead of the built-in interpreter.',
      ),
      public_url: optional(publicUrlKind, 'Address under which clients reach the service. Default: that of each request.'),
      trusted_proxies: optional(
        listOf(networkKind),
        'Addresses and networks of proxies whose forwarding headers tell the address that a client asked.',
      ),
      runs: optional(
        oneOf('none', 'scripted'),
        'What moves runs of workspaces. Default: `none`; `scripted` where `run_status_milliseconds` is set.',
      ),
    }),
    'Settings of the service. A flag of `slipway serve` takes precedence.',
  ),
  users: optional(
    listOf(
      object({
        name: required(name, 'User name.'),
        email: optional(string, 'Email address.'),
        token: optional(tokenTextKind, 'Token of the user.', sensitive),
      }),
    ),
    'Users.',
  ),
  organizations: required(listOf(organization), 'Organizations, at least one.'),
} satisfies Attributes;

/** A seed file as a block that a schema is made of. */
export const seedBlock = { form: 'seed', name: 'file', doc: 'Initial objects of an empty store.', attributes: seedShape };

export type SeedFile = StateValues<typeof seedShape>;
export type SeedOrganization = NonNullable<SeedFile['organizations']>[number];
