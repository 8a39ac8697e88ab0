import { action, atMostOneOf, stringMatching, optional, renamed, required, string, stringOfLength, uuid } from '../../../declare/index.ts';
import { nonEmptyString, pipelineParameterMap, projectSlugKind } from '../kinds.ts';

const project_slug = required(projectSlugKind, 'The project, as provider/organization/project.');
const pipelineParameters = optional(pipelineParameterMap, 'Values for its pipeline parameters.');

export const ciTriggerPipeline = action('ci_trigger_pipeline', {
  service: 'ci',
  doc: 'Starts a pipeline of a project.',
  requests: ['POST /project/{project_slug}/pipeline'],
  attributes: {
    project_slug,
    branch: optional(nonEmptyString, 'What to build; the default branch unless set.'),
    tag: optional(nonEmptyString, 'What to build, instead of a branch.'),
    parameters: pipelineParameters,
  },
  constraints: [atMostOneOf('branch', 'tag')],
  notes: ['Superseded by `slipway_ci_run_pipeline`, which names a definition. Projects of some code hosts know only that one.'],
});

export const ciRunPipeline = action('ci_run_pipeline', {
  service: 'ci',
  doc: 'Starts a pipeline of a definition.',
  requests: ['POST /project/{project_slug}/pipeline/run'],
  attributes: {
    project_slug,
    pipeline_definition_id: optional(uuid, 'The definition.', { at: 'definition_id', renamedFrom: renamed('definition_id') }),
    config_branch: optional(nonEmptyString, 'Where to take the configuration from.', { at: 'config.branch' }),
    config_tag: optional(nonEmptyString, 'Where to take the configuration from, instead of a branch.', { at: 'config.tag' }),
    checkout_branch: optional(nonEmptyString, 'What to check out.', { at: 'checkout.branch' }),
    checkout_tag: optional(nonEmptyString, 'What to check out, instead of a branch.', { at: 'checkout.tag' }),
    parameters: pipelineParameters,
  },
  constraints: [atMostOneOf('config_branch', 'config_tag'), atMostOneOf('checkout_branch', 'checkout_tag')],
  notes: ['The service may ignore the request if a commit contains a skip instruction: its message is shown, and it is not an error.'],
});

export const ciContinuePipeline = action('ci_continue_pipeline', {
  service: 'ci',
  doc: 'Goes on with a pipeline whose setup is done.',
  requests: ['POST /pipeline/continue'],
  attributes: {
    continuation_key: required(string, 'What the setup was given; it can be used once.', { at: 'continuation-key', sensitive: true }),
    configuration: required(stringOfLength(1, 1024 * 1024), 'The configuration to go on with.'),
    parameters: pipelineParameters,
  },
});

export const ciCancelPipeline = action('ci_cancel_pipeline', {
  service: 'ci',
  doc: 'Cancels a pipeline, with its workflows.',
  requests: ['POST /pipeline/{pipeline_id}/cancel'],
  attributes: { pipeline_id: required(uuid, 'The pipeline.') },
});

const versionText = (doc: string) => required(stringMatching(/\S/, 'a text that is not empty'), doc);
export const ciRollback = action('ci_rollback', {
  service: 'ci',
  doc: 'Takes a component of an environment back to another version, by the pipeline that is made for it.',
  requests: ['POST /projects/{project_id}/rollback'],
  attributes: {
    project_id: required(uuid, 'The project.'),
    component_name: versionText('The component.'),
    environment_name: versionText('The environment.'),
    current_version: versionText('The version that is there now: another one is refused.'),
    target_version: versionText('The version to go back to.'),
    namespace: optional(nonEmptyString, 'The namespace.'),
    reason: optional(nonEmptyString, 'Why.'),
    parameters: pipelineParameters,
  },
});
