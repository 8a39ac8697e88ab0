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
import { newOrganizationNameKind, tokenTextKind, webAddressKind } from '../access/names.ts';
import { ciSeedShape } from './ci-shape.ts';

/** What a seed file may say: declared like everything else, so that one verdict judges it. */
const anyKind: AttributeKind<unknown> = { type: 'string', json: {}, description: 'any value', accepts: () => true };
const right = oneOf(...(organizationRights as readonly [string, ...string[]]));
const tags = mapOf(string);
const mode = oneOf('remote', 'local', 'agent');
const name = stringOfLength(1, 90);
const count = intBetween(0, 1_000_000);
const release = stringMatching(/^\d{1,6}\.\d{1,6}\.\d{1,6}(-[0-9A-Za-z.-]{1,64})?$/, 'a version such as 1.11.4');
const sensitive = { sensitive: true } as const;

const variable = object({
  key: required(stringOfLength(1, 255), 'Its name.'),
  value: optional(string, 'Its value; empty unless said.', sensitive),
  category: optional(oneOf('infra', 'env'), '`infra` unless said.'),
  description: optional(string, 'What it is for.'),
  hcl: optional(bool, 'Whether the value is code.'),
  sensitive: optional(bool, 'Whether it is never shown.'),
});

const access = object({
  to: required(string, 'Name of the workspace or project.'),
  access: required(oneOf('read', 'plan', 'write', 'maintain', 'admin', 'custom'), 'The level.'),
  runs: optional(oneOf('read', 'plan', 'apply'), 'Of a custom access.'),
  variables: optional(oneOf('none', 'read', 'write'), 'Of a custom access.'),
  state_versions: optional(oneOf('none', 'read-outputs', 'read', 'write'), 'Of a custom access.'),
  workspace_locking: optional(bool, 'Of a custom access.'),
  run_tasks: optional(bool, 'Of a custom access.'),
  project_settings: optional(oneOf('read', 'update', 'delete'), 'Of a custom access to a project.'),
  create_workspaces: optional(bool, 'Of a custom access to a project.'),
  move_workspaces: optional(bool, 'Of a custom access to a project.'),
  delete_workspaces: optional(bool, 'Of a custom access to a project.'),
  project_variable_sets: optional(oneOf('none', 'read', 'write'), 'Of a custom access to a project.'),
});

const team = object({
  name: required(name, 'Its name; `owners` is there already.'),
  members: optional(listOf(string), 'User names.'),
  access: optional(listOf(right), 'What it may do in the whole organization.'),
  workspaces: optional(listOf(access), 'What it may do on single workspaces.'),
  projects: optional(listOf(access), 'What it may do on single projects.'),
  token: optional(tokenTextKind, 'The secret of its token.', sensitive),
});

const workspace = object({
  name: required(string, 'Its name.'),
  project: optional(string, 'Name of its project; the default one unless said.'),
  attributes: optional(mapOf(anyKind), 'Any attribute of a workspace, as the API spells it: `execution-mode`, `auto-apply`, …'),
  tags: optional(tags, 'Key-value tags.'),
  tag_names: optional(listOf(string), 'Flat tags.'),
  variables: optional(listOf(variable), 'Its own variables.'),
  resource_count: optional(count, 'How many resources its state manages.'),
  locked: optional(string, 'Locked by the first owner, for this reason.'),
  state: optional(
    object({
      outputs: optional(mapOf(anyKind), 'Its outputs.'),
      status: optional(oneOf('pending', 'finalized'), '`finalized` unless said.'),
      intermediate: optional(bool, 'Whether it was written under a lock that is not over; then it is not current before the unlock.'),
    }),
    'A state version that it begins with.',
  ),
});

const variableSet = object({
  name: required(string, 'Its name.'),
  description: optional(string, 'What it is for.'),
  global: optional(bool, 'For all workspaces.'),
  priority: optional(bool, 'Wins over more specific values.'),
  project: optional(string, 'Name of the project that owns it; the organization unless said.'),
  variables: optional(listOf(variable), 'What it holds.'),
  workspaces: optional(listOf(string), 'Names of workspaces it is applied to.'),
  projects: optional(listOf(string), 'Names of projects it is applied to.'),
});

const moduleVersion = object({
  version: required(string, 'As in 1.2.0.'),
  resources: optional(count, 'How many resources an apply of it makes.'),
  variables: optional(
    listOf(
      object({
        name: required(string, 'Its name.'),
        type: optional(string, 'As the engine writes it; `string` unless said.'),
        description: optional(string, 'What it is for.'),
        default: optional(anyKind, 'Its default; required unless said.'),
        sensitive: optional(bool, 'Whether it is never shown.'),
      }),
    ),
    'What the module takes.',
  ),
});
const registryModule = object({
  id: optional(id('mod'), 'One by chance unless said.'),
  name: required(string, 'Its name.'),
  provider: required(string, 'As in the registry.'),
  namespace: optional(string, 'The organization unless said.'),
  versions: optional(listOf(moduleVersion), 'Newest last or in any order.'),
});

const organization = object({
  name: required(newOrganizationNameKind, 'Its name.'),
  email: optional(string, 'Of its owners.'),
  owners: optional(listOf(string), 'User names.'),
  token: optional(tokenTextKind, 'The secret of its own token.', sensitive),
  default_execution_mode: optional(mode, 'Of its workspaces.'),
  workspace_admins_force_delete: optional(bool, 'As the setting.'),
  assessments_enforced: optional(bool, 'As the setting.'),
  projects: optional(
    listOf(
      object({
        name: required(string, 'Its name.'),
        description: optional(string, 'What it is for.'),
        tags: optional(tags, 'Key-value tags.'),
      }),
    ),
    'Besides the default one.',
  ),
  teams: optional(listOf(team), 'Who may do what.'),
  ssh_keys: optional(
    listOf(
      object({
        id: optional(id('sshkey'), 'One by chance unless said.'),
        name: required(name, 'Its name.'),
        value: required(string, 'The private key.', sensitive),
      }),
    ),
    'For fetching modules.',
  ),
  agent_pools: optional(
    listOf(object({ id: optional(id('apool'), 'One by chance unless said.'), name: required(name, 'Its name.') })),
    'Where runs can happen.',
  ),
  oauth_clients: optional(
    listOf(
      object({
        name: optional(string, 'Its name.'),
        service_provider: required(string, 'As in `github`.'),
        http_url: required(string, 'Where people look.'),
        api_url: required(string, 'Where programs ask.'),
        token_id: optional(id('ot'), 'For `oauth-token-id`; one by chance unless said.'),
      }),
    ),
    'Connections to code hosts.',
    { renamedFrom: renamed('oauth_connections') },
  ),
  registry_modules: optional(listOf(registryModule), 'Of the private registry.'),
  workspaces: optional(listOf(workspace), 'What runs.'),
  variable_sets: optional(listOf(variableSet), 'Shared variables.'),
  ci: optional(ciSeedShape, 'What it has in the CI service.'),
});

export const seedShape = {
  settings: optional(
    object({
      edition: optional(oneOf('hosted', 'self-hosted'), 'Which edition it is.'),
      tier: optional(oneOf('free', 'standard', 'plus'), 'Which plan its organizations are on.'),
      global_remote_state: optional(bool, '`global-remote-state` of workspaces created without saying.'),
      workspace_admins_force_delete: optional(bool, 'Whether workspace admins may delete what manages resources.'),
      assessments_enforced: optional(bool, 'Whether health assessments are on everywhere.'),
      engine_versions: optional(listOf(release), 'Versions that exist, in any order.', { renamedFrom: renamed('engine_releases') }),
      rate_limit: optional(count, 'Requests per second and caller; 0 for no limit.'),
      run_status_milliseconds: optional(count, 'How long a run stays in each status.', { renamedFrom: renamed('run_step_milliseconds') }),
      ci_page_size: optional(intBetween(1, 100), 'Things on a page of the CI service.'),
      ci_private_webhooks: optional(bool, 'Whether webhooks of the CI service are sent to private addresses, too.'),
      ci_status_milliseconds: optional(count, 'How long a pipeline or job of the CI service stays in each status.', {
        renamedFrom: renamed('ci_step_milliseconds'),
      }),
      opa: optional(webAddressKind, 'Where an Open Policy Agent listens that compiles and evaluates policies.'),
    }),
    'What the operator chooses; a flag wins over it.',
  ),
  users: optional(
    listOf(
      object({
        name: required(name, 'User name.'),
        email: optional(string, 'Address.'),
        token: optional(tokenTextKind, 'The secret of a token.', sensitive),
      }),
    ),
    'People.',
  ),
  organizations: required(listOf(organization), 'At least one.'),
} satisfies Attributes;

/** A seed file as a block that a schema is made of. */
export const seedBlock = { form: 'seed', name: 'file', doc: 'What an empty store is filled with.', attributes: seedShape };

export type SeedFile = StateValues<typeof seedShape>;
export type SeedOrganization = NonNullable<SeedFile['organizations']>[number];
