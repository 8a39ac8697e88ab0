import {
  bool,
  id,
  intBetween,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  required,
  string,
  stringOfLength,
} from '@slipway/declarations/declare';
import { runOutcomes } from '../workspaces/runs/stored.ts';
import { anyKind, creationTime, optionalTimes, tags } from './entry-kinds.ts';
import { childMembers } from './noun-shape.ts';
import { archiveMembers } from './entry-archive.ts';

/** The members of workspaces and variable sets in a seed file. */
const count = intBetween(0, 1_000_000);
const sensitive = { sensitive: true } as const;

const variable = object({
  id: optional(id('var'), 'ID. Default: random.'),
  key: required(stringOfLength(1, 255), 'Name.'),
  value: optional(string, 'Value. Default: an empty string.', sensitive),
  category: optional(oneOf('infra', 'env', 'terraform'), 'Category; `terraform` is the hosted word for `infra`. Default: `infra`.'),
  description: optional(string, 'Description.'),
  hcl: optional(bool, 'Whether the value is an HCL expression. Default: `false`.'),
  sensitive: optional(bool, 'Whether the value is write-only. Default: `false`.'),
  version_id: optional(id('v'), 'ID of its version. Default: random.'),
  ...creationTime,
});

const stateVersion = object({
  id: optional(id('sv'), 'ID. Default: random.'),
  content: required(mapOf(anyKind), 'The state file: `version`, `serial`, `lineage`, `outputs`, `resources`, …'),
  ...creationTime,
});

const configurationVersion = object({
  id: optional(id('cv'), 'ID. Default: random.'),
  ...archiveMembers('Without files or an archive it waits for its upload.'),
  speculative: optional(bool, 'Whether its runs only plan. Default: `false`.'),
  provisional: optional(bool, 'Whether it becomes the current one only when a run of it is applied. Default: `false`.'),
  ...creationTime,
});

const counts = {
  additions: optional(count, 'Number of resources that it creates.'),
  changes: optional(count, 'Number of resources that it changes.'),
  destructions: optional(count, 'Number of resources that it destroys.'),
  imports: optional(count, 'Number of resources that it imports.'),
};
const run = object({
  id: optional(id('run'), 'ID. Default: random.'),
  configuration_version: optional(
    id('cv'),
    'ID of the configuration version of the workspace that it runs. Default: as for a request that names none.',
  ),
  attributes: optional(mapOf(anyKind), 'Attributes of the run, named as in the API: `message`, `is-destroy`, `auto-apply`, …'),
  outcome: optional(oneOf(...(runOutcomes as unknown as readonly [string, ...string[]])), 'What becomes of it. Default: `success`.'),
  plan: optional(
    object({
      ...counts,
      log: optional(string, 'Text of its log.'),
      json: optional(mapOf(anyKind), 'What `show -json` prints.'),
      schemas: optional(mapOf(anyKind), 'What `providers schema -json` prints.'),
    }),
    'Its plan. What is left out is made up.',
  ),
  apply: optional(
    object({
      ...counts,
      log: optional(string, 'Text of its log.'),
      state: optional(mapOf(anyKind), 'The state file that it leaves. Default: none.'),
    }),
    'Its apply. What is left out is made up.',
  ),
  ...creationTime,
});

export const workspaceEntry = object({
  id: optional(id('ws'), 'ID. Default: random.'),
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
  state_versions: optional(listOf(stateVersion), 'State versions with their content, the oldest first.'),
  configuration_versions: optional(listOf(configurationVersion), 'Configuration versions, the oldest first. They start no runs.'),
  runs: optional(listOf(run), 'Runs, the oldest first. They move as the settings of the service say.'),
  ssh_key: optional(string, 'SSH key of its runs, by name or ID.'),
  ...optionalTimes,
  ...childMembers('/workspaces/{workspace_id}'),
});

export const variableSetEntry = object({
  id: optional(id('varset'), 'ID. Default: random.'),
  name: required(string, 'Name.'),
  description: optional(string, 'Description.'),
  global: optional(bool, 'Whether the set applies to all workspaces of the organization. Default: `false`.'),
  priority: optional(bool, 'Whether its values take precedence over values with a narrower scope. Default: `false`.'),
  project: optional(string, 'Name of the project that owns it. Default: the organization owns it.'),
  variables: optional(listOf(variable), 'Variables of the set.'),
  workspaces: optional(listOf(string), 'Names of the workspaces it is applied to.'),
  projects: optional(listOf(string), 'Names of the projects it is applied to.'),
  ...optionalTimes,
});
