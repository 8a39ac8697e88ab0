import type { Exchange } from '../support/play-conversation.ts';

const configuration =
  'version: 2.1\njobs:\n  moor: { docker: [{ image: "cimg/base:current" }], steps: [checkout] }\nworkflows:\n  all: { jobs: [moor] }\n';

/** A provider and a command line at the CI service: a context, a scheduled trigger, a webhook, and the validation of a configuration. */
export const ci: readonly Exchange[] = [
  {
    step: 'apply',
    request: 'POST /api/v2/context',
    body: { name: 'keys', owner: { id: '$organization', type: 'organization' } },
    status: 200,
    response: { id: '$context', name: 'keys', created_at: '$any' },
  },
  {
    step: 'plan: a context that is open to all has one restriction, the organization itself',
    request: 'GET /api/v2/context/$context/restrictions',
    status: 200,
    response: { items: [{ id: '$organization', restriction_type: 'group', restriction_value: '$organization' }] },
  },
  {
    step: 'plan',
    request: 'GET /api/v2/context/$context',
    status: 200,
    response: { id: '$context', name: 'keys', org_id: '$organization', environment_variables: [] },
  },
  {
    step: 'look up by a part of the name',
    request: 'GET /api/v2/context?owner-id=$organization&name=ke',
    status: 200,
    response: { items: [{ id: '$context', name: 'keys' }] },
  },
  {
    step: 'apply',
    request: 'POST /api/v2/projects/$project/pipeline-definitions',
    body: {
      name: 'nightly',
      config_source: { provider: 'github_app', repo: { external_id: '7' }, file_path: '.circleci/config.yml' },
      checkout_source: { provider: 'github_app', repo: { external_id: '7' } },
    },
    status: 200,
    response: { id: '$definition', name: 'nightly' },
  },
  {
    step: 'apply',
    request: 'POST /api/v2/projects/$project/pipeline-definitions/$definition/triggers',
    body: {
      event_name: 'every night',
      event_source: { provider: 'schedule', schedule: { cron_expression: '0 3 * * *', attribution_actor: 'current' } },
      checkout_ref: 'main',
      config_ref: 'main',
      parameters: { deep: true, berth: 4 },
    },
    status: 200,
    response: {
      id: '$trigger',
      disabled: false,
      event_source: { provider: 'schedule', schedule: { cron_expression: '0 3 * * *', attribution_actor: { id: '$any' } } },
      parameters: { deep: true, berth: 4 },
    },
  },
  {
    step: 'change',
    request: 'PATCH /api/v2/projects/$project/triggers/$trigger',
    body: { disabled: true },
    status: 200,
    response: { id: '$trigger', disabled: true },
  },
  {
    step: 'config validate, first without a body: any error but 404',
    request: 'POST /api/v2/compile-config-with-defaults',
    status: 400,
  },
  {
    step: 'config validate',
    request: 'POST /api/v2/compile-config-with-defaults',
    body: { config_yaml: configuration, options: { owner_id: '$organization' } },
    status: 200,
    response: { valid: true, errors: [], 'source-yaml': configuration, 'output-yaml': '$any' },
  },
  { step: 'what is not there', request: 'GET /api/v3/nothing', status: 404, response: { message: '$any' } },
  { step: 'destroy', request: 'DELETE /api/v2/context/$context', status: 200 },
];
