/** Pipeline values by full name: `pipeline.git.branch`. Null: the value is empty. */
export interface PipelineValues {
  readonly [name: string]: string | number | boolean | null;
}

const knownNames = new Set(
  [
    'id',
    'number',
    'trigger_source',
    'project.git_url',
    'project.type',
    'project.slug',
    'project.id',
    'project.name',
    'git.tag',
    'git.branch',
    'git.branch.is_default',
    'git.revision',
    'git.base_revision',
    'git.commit.subject',
    'git.commit.body',
    'git.repo_id',
    'git.repo_name',
    'git.repo_owner',
    'git.author_avatar_url',
    'git.author_login',
    'schedule.name',
    'schedule.id',
    'deploy.component_name',
    'deploy.environment_name',
    'deploy.target_version',
    'deploy.current_version',
    'deploy.namespace',
    'deploy.reason',
    'event.name',
    'event.action',
    'trigger.type',
    'trigger.id',
    'trigger.name',
  ].map((name) => `pipeline.${name}`),
);

/** Prefixes of names that depend on the trigger of the pipeline. */
const openPrefixes = ['pipeline.trigger_parameters.', 'pipeline.event.'];

/** The values that each pipeline has or may have, and the prefixes of others. */
export const pipelineValueNames: readonly string[] = [...knownNames, ...openPrefixes.map((prefix) => `${prefix}*`)];

/** Whether a name is that of a pipeline value, which may be empty. */
export const isPipelineValueName = (name: string): boolean =>
  knownNames.has(name) || openPrefixes.some((prefix) => name.startsWith(prefix));
