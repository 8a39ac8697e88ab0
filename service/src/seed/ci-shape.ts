import {
  bool,
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
  string,
  stringOfLength,
} from '@slipway/declarations/declare';

/** The members of `organizations[].ci` in a seed file: named as in the CI API, in snake case; objects refer to each other by name. */
const anyKind: AttributeKind<unknown> = { type: 'string', json: {}, description: 'any value', accepts: () => true };
const uuid = stringMatching(
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'a UUID in lower case, such as 0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11',
);
const optionalId = optional(uuid, 'UUID. Default: random.');
const requiredName = required(stringOfLength(1, 255), 'Name.');
const labels = optional(mapOf(string), 'Labels.');
const sensitive = { sensitive: true } as const;
const variables = optional(mapOf(string), 'Values by name. The values are write-only.', sensitive);
const time = stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/, 'a time such as 2026-05-01T12:00:00Z');
const createdAt = { created_at: optional(time, 'Time of the creation. Default: now.') };
const times = { ...createdAt, updated_at: optional(time, 'Time of the last change. Default: that of the creation.') };
const variableTimes = optional(
  listOf(object({ name: required(string, 'Name of the variable.'), ...times })),
  'Times of its variables, where they are not that of the seed.',
);
const claims = optional(
  object({ audience: optional(listOf(string), 'Audiences.'), ttl: optional(string, 'Life time, such as `1h30m`.') }),
  'Custom claims of identity tokens.',
);
const parameters = optional(mapOf(anyKind), 'Pipeline parameters: strings, whole numbers and booleans.');
const repository = required(string, 'ID of the repository at the code host.');
const provider = optional(
  oneOf('codehost_app', 'codehost_dc', 'github_oauth', 'github_server', 'github_app', 'bitbucket_dc'),
  'Provider, by its name in either dialect. Default: `codehost_app`, the only one that requests of the neutral dialect may set.',
);

const roles = (...names: readonly [string, ...string[]]) =>
  optional(
    listOf(
      object({
        user: optional(string, 'Name of a user who is a member of the organization.'),
        team: optional(string, 'Name of a team, in place of the user.'),
        role: required(oneOf(...names), 'Role.'),
      }),
    ),
    'Roles of members and teams, of which the strongest counts.',
  );

const context = object({
  id: optionalId,
  name: requiredName,
  variables,
  variable_times: variableTimes,
  restrictions: optional(
    listOf(
      object({
        id: optionalId,
        restriction_type: required(oneOf('project', 'expression', 'group'), 'Type of the restriction.'),
        restriction_value: required(string, 'Name of the project, the expression, or name of the team.'),
      }),
    ),
    'Restrictions of its use. Default: none.',
  ),
  all_members: optional(
    bool,
    'Whether all members of the organization may use it where no group is among its restrictions. Default: `true`.',
  ),
  ...createdAt,
});

const trigger = object({
  id: optionalId,
  provider: optional(
    oneOf('codehost_app', 'codehost_dc', 'github_oauth', 'github_server', 'github_app', 'bitbucket_dc', 'webhook', 'schedule'),
    'Provider of the event source, by its name in either dialect. Default: `codehost_app`.',
  ),
  external_id: optional(string, 'ID of the repository whose events it receives.'),
  sender: optional(string, 'Sender, for provider `webhook`.'),
  cron_expression: optional(string, 'When it fires (UTC), for provider `schedule`. Without it, the trigger never fires.'),
  attribution_actor: optional(
    oneOf('current', 'system'),
    'Whom its pipelines are attributed to, for provider `schedule`: the first owner, or nobody. Default: `system`.',
  ),
  parameters,
  event_name: optional(string, 'Name of the event.'),
  event_preset: optional(string, 'Preset of events.'),
  checkout_ref: optional(string, 'Branch or tag of the code.'),
  config_ref: optional(string, 'Branch or tag of the configuration.'),
  disabled: optional(bool, 'Whether the trigger is disabled. Default: `false`.'),
  ...createdAt,
});

const webhook = object({
  id: optionalId,
  name: requiredName,
  url: required(string, 'Address that is called.'),
  events: required(listOf(oneOf('workflow-completed', 'job-completed')), 'Events.'),
  verify_tls: optional(bool, 'Whether its certificate is verified. Default: `true`.'),
  signing_secret: optional(string, 'Secret with which requests are signed. Default: an empty string.', sensitive),
  ...times,
});

const schedule = object({
  id: optionalId,
  name: requiredName,
  description: optional(string, 'Description.'),
  timetable: required(mapOf(anyKind), 'When it starts a pipeline, named as in the API: `per-hour`, `hours-of-day`, …'),
  attribution_actor: optional(oneOf('current', 'system'), 'Whom its pipelines are attributed to. Default: `system`.'),
  parameters: required(mapOf(anyKind), 'Pipeline parameters, with either `branch` or `tag`.'),
  ...times,
});

const definition = object({
  id: optionalId,
  name: requiredName,
  description: optional(string, 'Description.'),
  config_source: required(
    object({ provider, external_id: repository, file_path: required(string, 'Path of the configuration file in the repository.') }),
    'Source of the configuration.',
  ),
  checkout_source: required(object({ provider, external_id: repository }), 'Source of the code.'),
  triggers: optional(listOf(trigger), 'Triggers.'),
  ...createdAt,
});

const project = object({
  id: optionalId,
  name: requiredName,
  host: optional(oneOf('github', 'bitbucket', 'native'), 'Code host of the project. Default: that of the organization.'),
  default_branch: optional(string, 'Default branch. Default: `main`.'),
  open_source: optional(bool, 'Whether its repository is public, which the setting `oss` requires. Default: `false`.'),
  settings: optional(mapOf(anyKind), 'Advanced settings, named as in the API of either dialect.'),
  roles: roles('admin', 'contributor', 'viewer'),
  variables,
  variable_times: variableTimes,
  checkout_keys: optional(
    listOf(
      object({
        type: required(oneOf('deploy-key', 'user-key'), 'Type of the key. A `user-key` belongs to the first owner.'),
        algorithm: optional(oneOf('ed25519', 'rsa'), 'Algorithm. Default: `ed25519`.'),
        ...createdAt,
      }),
    ),
    'Checkout keys to generate; only for projects on a code host.',
  ),
  pipeline_definitions: optional(listOf(definition), 'Pipeline definitions.'),
  webhooks: optional(listOf(webhook), 'Outgoing webhooks.'),
  schedules: optional(listOf(schedule), 'Schedules.'),
  custom_claims: claims,
  configuration: optional(string, 'Configuration of its pipelines, for projects without a repository on this machine.'),
  ...createdAt,
});

const resourceClass = object({
  id: optionalId,
  name: required(string, 'Name, without the namespace, which is the name of the organization.'),
  description: optional(string, 'Description.'),
  tokens: optional(
    listOf(object({ id: optionalId, nickname: requiredName, ...createdAt })),
    'Tokens of its runners. Their values are random; create one by a request to learn its value.',
  ),
  ...createdAt,
});

const version = object({
  name: requiredName,
  environment: required(string, 'Name of the environment of the deployment.'),
  namespace: optional(string, 'Namespace in the environment. Default: an empty string.'),
  is_live: optional(bool, 'Whether this version is live. Default: `false`.'),
  pipeline_id: optional(uuid, 'UUID of the pipeline that deployed it.'),
  workflow_id: optional(uuid, 'UUID of the workflow that deployed it.'),
  job_id: optional(uuid, 'UUID of the job that deployed it.'),
  job_number: optional(intBetween(1, 1_000_000_000), 'Number of the job that deployed it.'),
  last_deployed_at: optional(time, 'Time of the deployment. Default: now.'),
});

export const ciSeedShape = object({
  id: optionalId,
  slug: optional(
    stringMatching(/^(github|gh|bitbucket|bb)\/[^\s/]{1,100}$/, 'a slug at a code host, such as gh/acme'),
    'Slug at a code host, which new projects then use. Default: an opaque slug `native/<id>`.',
  ),
  repositories: optional(
    listOf(
      object({
        external_id: repository,
        full_name: required(string, 'Full name, such as `acme/web`.'),
        default_branch: optional(string, 'Default branch. Default: `main`.'),
        open_source: optional(bool, 'Whether the repository is public. Default: `false`.'),
        path: optional(string, 'Folder of the repository on this machine, for `--run-jobs`.'),
      }),
    ),
    'Repositories of the code host.',
  ),
  ...createdAt,
  roles: roles('contributor', 'viewer'),
  custom_claims: claims,
  resource_classes: optional(listOf(resourceClass), 'Classes of self-hosted runners.'),
  projects: optional(listOf(project), 'Projects.'),
  contexts: optional(listOf(context), 'Contexts.'),
  policies: optional(mapOf(string), 'Configuration policies: text by file name.'),
  enforce_policies: optional(bool, 'Whether policies are evaluated before a pipeline starts. Default: `false`.', {
    renamedFrom: renamed('judge_pipelines'),
  }),
  environments: optional(
    listOf(object({ id: optionalId, name: requiredName, description: optional(string, 'Description.'), labels, ...times })),
    'Environments.',
  ),
  components: optional(
    listOf(
      object({
        id: optionalId,
        name: requiredName,
        project: required(string, 'Name of its project.'),
        labels,
        ...times,
        versions: optional(listOf(version), 'Deployed versions.'),
      }),
    ),
    'Components.',
  ),
});
