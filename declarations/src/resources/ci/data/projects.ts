import {
  bool,
  computed,
  listDataSource,
  lookupDataSource,
  oneOf,
  optional,
  query,
  required,
  string,
  time,
  uuid,
} from '../../../declare/index.ts';
import { ciCheckoutKey } from '../checkout-key.ts';
import { projectSlugKind, variableName } from '../kinds.ts';
import { ciPipelineDefinition } from '../pipeline-definition.ts';
import { ciProject } from '../project.ts';
import { ciProjectSettings } from '../project-settings.ts';
import { ciTrigger } from '../trigger.ts';
import { byProjectSlug, byProjectId } from './filters.ts';

const { organization: _, slug: __, ...project } = ciProject.attributes;
export const ciProjectLookup = lookupDataSource('ci_project', {
  service: 'ci',
  doc: 'One project, by its slug.',
  requests: ['GET /project/{slug}'],
  by: { slug: required(projectSlugKind, 'Its slug.') },
  of: project,
});

const variable = {
  masked_value: computed(string, 'Four `x` and the last four characters of the value.', { at: 'value' }),
  created_at: computed(time, 'When it was made.'),
};
export const ciProjectVariableLookup = lookupDataSource('ci_project_variable', {
  service: 'ci',
  doc: 'One variable of a project, its value masked.',
  requests: ['GET /project/{project_slug}/envvar/{name}'],
  by: { ...byProjectSlug, name: required(variableName, 'Its name.') },
  of: variable,
});
export const ciProjectVariables = listDataSource('ci_project_variables', {
  service: 'ci',
  doc: 'The variables of a project, their values masked.',
  requests: ['GET /project/{project_slug}/envvar'],
  items: 'variables',
  of: { name: computed(string, 'Its name.'), ...variable },
  filters: byProjectSlug,
});

const { project_slug: ___, fingerprint: ____, ...key } = ciCheckoutKey.attributes;
const keys = { ...key, type: computed(string, '`deploy-key` or `user-key`.') };
export const ciCheckoutKeyLookup = lookupDataSource('ci_checkout_key', {
  service: 'ci',
  doc: 'One checkout key of a project.',
  requests: ['GET /project/{project_slug}/checkout-key/{fingerprint}'],
  by: { ...byProjectSlug, fingerprint: required(string, 'Its fingerprint, MD5 or SHA-256.') },
  of: keys,
});
export const ciCheckoutKeys = listDataSource('ci_checkout_keys', {
  service: 'ci',
  doc: 'The checkout keys of a project.',
  requests: ['GET /project/{project_slug}/checkout-key'],
  items: 'keys',
  of: { fingerprint: computed(string, 'Its fingerprint.'), ...keys },
  filters: {
    ...byProjectSlug,
    digest: optional(oneOf('sha256', 'md5'), 'How fingerprints are made; `md5` unless set.', { at: query('digest') }),
  },
});

const { project_slug: _____, ...settings } = ciProjectSettings.attributes;
export const ciProjectSettingsLookup = lookupDataSource('ci_project_settings', {
  service: 'ci',
  doc: 'The advanced settings of a project.',
  requests: ['GET /project/{project_slug}/settings'],
  by: byProjectSlug,
  of: settings,
});

const { project_id: ______, id: definitionId, ...definition } = ciPipelineDefinition.attributes;
export const ciPipelineDefinitionLookup = lookupDataSource('ci_pipeline_definition', {
  service: 'ci',
  doc: 'One pipeline definition of a project.',
  requests: ['GET /projects/{project_id}/pipeline-definitions/{id}'],
  by: { ...byProjectId, id: required(uuid, 'The ID of the definition.') },
  of: definition,
});
export const ciPipelineDefinitions = listDataSource('ci_pipeline_definitions', {
  service: 'ci',
  doc: 'The pipeline definitions of a project.',
  requests: ['GET /projects/{project_id}/pipeline-definitions'],
  items: 'definitions',
  of: { id: definitionId, ...definition },
  filters: byProjectId,
});

const {
  project_id: _______,
  pipeline_definition_id: ________,
  id: triggerId,
  event_source_webhook_url: url,
  ...trigger
} = ciTrigger.attributes;
const triggers = {
  ...trigger,
  disabled: computed(bool, 'Whether it starts nothing for now.', { whenAbsent: false }),
  event_source_webhook_url: computed(url.kind, 'Where the webhook is, its secret redacted.', {
    at: 'event_source.webhook.url',
    sensitive: true,
  }),
};
export const ciTriggerLookup = lookupDataSource('ci_trigger', {
  service: 'ci',
  doc: 'One trigger of a project.',
  requests: ['GET /projects/{project_id}/triggers/{id}'],
  by: { ...byProjectId, id: required(uuid, 'The ID of the trigger.') },
  of: triggers,
});
export const ciTriggers = listDataSource('ci_triggers', {
  service: 'ci',
  doc: 'The triggers of a pipeline definition.',
  requests: ['GET /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}/triggers'],
  items: 'triggers',
  of: { id: triggerId, ...triggers },
  filters: { ...byProjectId, pipeline_definition_id: required(uuid, 'The definition.') },
});
