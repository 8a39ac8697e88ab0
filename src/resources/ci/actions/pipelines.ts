import { action, atMostOne, like, optional, required, string, text, uuid } from '../../../declare/index.ts';
import { filled, parameters, projectSlug } from '../kinds.ts';

const project_slug = required(projectSlug, 'The project, as provider/organization/project.');
const given = optional(parameters, 'Values for its pipeline parameters.');

export const ciTriggerPipeline = action('ci_trigger_pipeline', {
  service: 'ci', doc: 'Starts a pipeline of a project.',
  rows: ['POST /project/{project_slug}/pipeline'],
  attributes: { project_slug, branch: optional(filled, 'What to build; the default branch unless set.'), tag: optional(filled, 'What to build, instead of a branch.'), parameters: given },
  constraints: [atMostOne('branch', 'tag')],
  notes: ['Superseded by `slipway_ci_run_pipeline`, which names a definition. Projects of some code hosts know only that one.'],
});

export const ciRunPipeline = action('ci_run_pipeline', {
  service: 'ci', doc: 'Starts a pipeline of a definition.',
  rows: ['POST /project/{project_slug}/pipeline/run'],
  attributes: {
    project_slug, definition_id: optional(uuid, 'The definition.'),
    config_branch: optional(filled, 'Where to take the configuration from.', { at: 'config.branch' }), config_tag: optional(filled, 'Where to take the configuration from, instead of a branch.', { at: 'config.tag' }),
    checkout_branch: optional(filled, 'What to check out.', { at: 'checkout.branch' }), checkout_tag: optional(filled, 'What to check out, instead of a branch.', { at: 'checkout.tag' }),
    parameters: given,
  },
  constraints: [atMostOne('config_branch', 'config_tag'), atMostOne('checkout_branch', 'checkout_tag')],
  notes: ['The service may ignore it, where a commit says to skip: what it says is shown, and it is no error.'],
});

export const ciContinuePipeline = action('ci_continue_pipeline', {
  service: 'ci', doc: 'Goes on with a pipeline whose setup is done.',
  rows: ['POST /pipeline/continue'],
  attributes: {
    continuation_key: required(string, 'What the setup was given; it can be used once.', { at: 'continuation-key', sensitive: true }),
    configuration: required(text(1, 1024 * 1024), 'The configuration to go on with.'), parameters: given,
  },
});

export const ciCancelPipeline = action('ci_cancel_pipeline', {
  service: 'ci', doc: 'Cancels a pipeline, with its workflows.', rows: ['POST /pipeline/{pipeline_id}/cancel'], attributes: { pipeline_id: required(uuid, 'The pipeline.') },
});

const version = (doc: string) => required(like(/\S/, 'a text that is not empty'), doc);
export const ciRollback = action('ci_rollback', {
  service: 'ci', doc: 'Takes a component of an environment back to another version, by the pipeline that is made for it.',
  rows: ['POST /projects/{project_id}/rollback'],
  attributes: {
    project_id: required(uuid, 'The project.'), component_name: version('The component.'), environment_name: version('The environment.'),
    current_version: version('The version that is there now: another one is refused.'), target_version: version('The version to go back to.'),
    namespace: optional(filled, 'The namespace.'), reason: optional(filled, 'Why.'), parameters: given,
  },
});
