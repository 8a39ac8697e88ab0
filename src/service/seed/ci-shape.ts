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
} from '../../declare/index.ts';

/** What a seed file says of service 2, organization by organization: the API's members in snake case, things by name. */
const anyKind: AttributeKind<unknown> = { type: 'string', json: {}, description: 'any value', accepts: () => true };
const uuid = stringMatching(
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'a UUID in lower case, such as 0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11',
);
const optionalId = optional(uuid, 'A UUID; one by chance unless said.');
const requiredName = required(stringOfLength(1, 255), 'Its name.');
const labels = optional(mapOf(string), 'Keys and values.');
const sensitive = { sensitive: true } as const;
const variables = optional(mapOf(string), 'Names and values; the values are never shown.', sensitive);
const time = stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/, 'a time such as 2026-05-01T12:00:00Z');
const repository = required(string, 'The id that the code host gave its repository.');
const provider = optional(
  oneOf('codehost_app', 'codehost_dc', 'github_oauth', 'github_server'),
  '`codehost_app` unless said, the one that requests may name.',
);

const context = object({
  id: optionalId,
  name: requiredName,
  variables,
  restrictions: optional(
    listOf(
      object({
        restriction_type: required(oneOf('project', 'expression', 'group'), 'What lets it be used.'),
        restriction_value: required(string, 'Name of a project, an expression, or name of a team.'),
      }),
    ),
    'Who may use it; everybody unless said.',
  ),
});

const trigger = object({
  id: optionalId,
  provider: optional(
    oneOf('codehost_app', 'codehost_dc', 'github_oauth', 'github_server', 'webhook', 'schedule'),
    'Of its event source; `codehost_app` unless said.',
  ),
  external_id: optional(string, 'Repository of its events.'),
  sender: optional(string, 'Of a webhook.'),
  event_name: optional(string, 'What it is called.'),
  event_preset: optional(string, 'Which events it takes.'),
  checkout_ref: optional(string, 'Branch or tag of the code.'),
  config_ref: optional(string, 'Branch or tag of the configuration.'),
  disabled: optional(bool, 'Whether it rests.'),
});

const definition = object({
  id: optionalId,
  name: requiredName,
  description: optional(string, 'What it is for.'),
  config_source: required(
    object({ provider, external_id: repository, file_path: required(string, 'Where the configuration is.') }),
    'Where its configuration is.',
  ),
  checkout_source: required(object({ provider, external_id: repository }), 'Where its code is.'),
  triggers: optional(listOf(trigger), 'What starts it.'),
});

const project = object({
  id: optionalId,
  name: requiredName,
  host: optional(oneOf('github', 'bitbucket', 'native'), 'Where its code is; as the organization unless said.'),
  default_branch: optional(string, '`main` unless said.'),
  open_source: optional(bool, 'Whether its repository is; only then `oss` can be set.'),
  settings: optional(mapOf(anyKind), 'Advanced settings, as the API spells them.'),
  variables,
  checkout_keys: optional(
    listOf(
      object({
        type: required(oneOf('deploy-key', 'user-key'), "A user's is the first owner's."),
        algorithm: optional(oneOf('ed25519', 'rsa'), '`ed25519` unless said.'),
      }),
    ),
    'Made new; of projects on a code host.',
  ),
  pipeline_definitions: optional(listOf(definition), 'What its pipelines are made of.'),
  configuration: optional(string, 'Text of the configuration of its pipelines, where no repository on this machine has one.'),
});

const version = object({
  name: requiredName,
  environment: required(string, 'Name of the environment it was deployed to.'),
  namespace: optional(string, 'Where there; empty unless said.'),
  is_live: optional(bool, 'Whether it is what runs there.'),
  pipeline_id: optional(uuid, 'What deployed it.'),
  workflow_id: optional(uuid, 'What deployed it.'),
  job_id: optional(uuid, 'What deployed it.'),
  job_number: optional(intBetween(1, 1_000_000_000), 'What deployed it.'),
  last_deployed_at: optional(time, 'Now unless said.'),
});

export const ciSeedShape = object({
  id: optionalId,
  slug: optional(
    stringMatching(/^(github|gh|bitbucket|bb)\/[^\s/]{1,100}$/, 'a slug at a code host, such as gh/acme'),
    'Where its code is; then new projects are on that host. Its own kind unless said.',
  ),
  repositories: optional(
    listOf(
      object({
        external_id: repository,
        full_name: required(string, 'As in acme/web.'),
        default_branch: optional(string, '`main` unless said.'),
        open_source: optional(bool, 'Whether everybody may read it.'),
        path: optional(string, 'Folder of it on this machine, for jobs that run.'),
      }),
    ),
    'What the code host knows of them.',
  ),
  projects: optional(listOf(project), 'What is built.'),
  contexts: optional(listOf(context), 'Shared variables.'),
  policies: optional(mapOf(string), 'Configuration policies: the text of each file, by its name.'),
  enforce_policies: optional(bool, 'Whether pipelines are decided about by them.', { renamedFrom: renamed('judge_pipelines') }),
  environments: optional(
    listOf(object({ id: optionalId, name: requiredName, description: optional(string, 'What it is for.'), labels })),
    'Where things are deployed.',
  ),
  components: optional(
    listOf(
      object({
        id: optionalId,
        name: requiredName,
        project: required(string, 'Name of its project.'),
        labels,
        versions: optional(listOf(version), 'What was deployed.'),
      }),
    ),
    'What is deployed.',
  ),
});
