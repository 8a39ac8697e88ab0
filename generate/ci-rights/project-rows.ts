import { builders, claims, contributors, everyone, projectAdmins, type CiRightsRow } from './callers.ts';

const slug = 'gh/acme/web';
const v1 = '//api/v1.1/project/github/acme/web';
const timetable = { 'per-hour': 1, 'hours-of-day': [13], 'days-of-week': ['FRI'] };
const source = { provider: 'codehost_app', repo: { external_id: '41' } };
const v3Source = { vcs: { provider: 'codehost_app', repo_id: '41' } };
const v3Definition = {
  data: {
    attributes: { name: 'b', config: { type: 'vcs', file_path: 'b.yml', ...v3Source }, checkout: v3Source },
    references: { project: { id: '<project>' } },
  },
};
const v3Trigger = {
  data: {
    attributes: { event: { type: 'webhook', webhook: { name: 'n', source: 's' } }, config: { ref: 'main' }, checkout: { ref: 'main' } },
    references: { pipeline: { id: '<definition>' } },
  },
};

export const projectRows: readonly CiRightsRow[] = [
  {
    what: 'See a project, its settings, the names and masks of its variables, keys, roles, definitions, triggers, schedules, pipelines',
    callers: everyone,
    requests: [
      [`GET /project/${slug}`],
      [`GET /project/${slug}/settings`],
      [`GET /project/${slug}/envvar`],
      [`GET ${v1}/envvar`],
      [`GET /project/${slug}/checkout-key`],
      ['GET /projects/<project>/roles'],
      ['GET /projects/<project>/pipeline-definitions'],
      ['GET /projects/<project>/pipeline-definitions/<definition>/triggers'],
      [`GET /project/${slug}/schedule`],
      [`GET /project/${slug}/pipeline`],
      ['GET /pipeline/<pipeline>'],
      ['GET /pipeline/<pipeline>/config'],
      ['GET /workflow/<workflow>/job'],
      [`GET /insights/${slug}/workflows`],
    ],
  },
  {
    what: 'See webhooks and their deliveries',
    callers: [...contributors, 'project-admin', 'project-contributor', 'project-viewer'],
    requests: [['GET /webhook?scope-id=<project>&scope-type=project'], ['GET /webhook/<webhook>'], ['GET /webhook/<webhook>/deliveries']],
  },
  {
    what: 'Start a pipeline',
    callers: builders,
    requests: [
      [`POST /project/${slug}/pipeline`, { branch: 'main' }],
      [`POST /project/${slug}/pipeline/run`, { definition_id: '<definition>', config: { branch: 'main' }, checkout: { branch: 'main' } }],
      [`POST ${v1}/build`, { branch: 'main' }],
      [`POST ${v1}/tree/main`],
      ['POST /projects/<project>/rollback', '<rollback>'],
    ],
  },
  {
    what: 'Approve',
    callers: builders,
    requests: [['POST /workflow/<workflow>/approve/<approval>']],
  },
  {
    what: 'Run again: a workflow, from its failed jobs, or single jobs',
    callers: builders,
    requests: [
      ['POST /workflow/<ended>/rerun'],
      ['POST /workflow/<ended>/rerun', { from_failed: true }],
      ['POST /workflow/<ended>/rerun', { jobs: ['<ended-job>'] }],
      ['POST //api/v3/workflows/<ended>/rerun', { is_from_failed: true }],
      [`POST ${v1}/<ended-number>/retry`],
    ],
  },
  {
    what: 'Cancel a pipeline, a workflow or a job',
    callers: builders,
    requests: [
      ['POST /pipeline/<pipeline>/cancel'],
      ['POST /workflow/<workflow>/cancel'],
      ['POST //api/v3/workflows/<workflow>/cancel'],
      ['POST /jobs/<job>/cancel'],
      [`POST /project/${slug}/job/<job-number>/cancel`],
      [`POST ${v1}/<job-number>/cancel`],
    ],
  },
  {
    what: 'Record a deployment',
    callers: builders,
    requests: [['POST /projects/<project>/deployments', { component_name: 'shop', environment_name: 'production', version: '3.0' }]],
  },
  {
    what: 'Change settings, variables, webhooks, definitions, triggers and schedules',
    callers: projectAdmins,
    requests: [
      [`PATCH /project/${slug}/settings`, { advanced: { autocancel_builds: true } }],
      [`PUT ${v1}/settings`, { feature_flags: { 'autocancel-builds': true } }],
      ['POST //api/v3/projects/<project>/update-settings', { is_build_prs_only: true }],
      ['DELETE //api/v3/projects/<project>/dlc'],
      [`POST /project/${slug}/envvar`, { name: 'KEY', value: 'v' }],
      [`DELETE /project/${slug}/envvar/TOKEN`],
      [`POST ${v1}/envvar`, { name: 'KEY', value: 'v' }],
      [`DELETE ${v1}/envvar/KEY`],
      [`DELETE /project/${slug}/checkout-key/<checkout-key>`],
      [`DELETE ${v1}/checkout-key/<checkout-key>`],
      ['POST /webhook', '<new-webhook>'],
      ['PUT /webhook/<webhook>', { name: 'other' }],
      ['DELETE /webhook/<webhook>'],
      [
        'POST /projects/<project>/pipeline-definitions',
        { name: 'a', config_source: { ...source, file_path: 'a.yml' }, checkout_source: source },
      ],
      ['PATCH /projects/<project>/pipeline-definitions/<definition>', { name: 'other' }],
      ['POST /projects/<project>/pipeline-definitions/<definition>/triggers', { event_source: source, event_preset: 'all-pushes' }],
      ['PATCH /projects/<project>/triggers/<trigger>', { event_name: 'other' }],
      ['DELETE /projects/<project>/triggers/<trigger>'],
      [`POST /project/${slug}/schedule`, { name: '<new>', timetable, 'attribution-actor': 'current', parameters: { branch: 'main' } }],
      ['PATCH /schedule/<schedule>', { description: 'other' }],
      ['DELETE /schedule/<schedule>'],
      ['DELETE /projects/<project>/pipeline-definitions/<definition>'],
      ['POST //api/v3/pipelines', v3Definition],
      ['POST //api/v3/triggers', v3Trigger],
    ],
  },
  {
    what: 'Create a checkout key, which takes a token of a user',
    callers: ['owner', 'project-admin'],
    requests: [
      [`POST /project/${slug}/checkout-key`, { type: 'deploy-key' }],
      [`POST ${v1}/checkout-key`, { type: 'deploy-key' }],
    ],
  },
  {
    what: 'Give roles in the project',
    callers: projectAdmins,
    requests: [['PUT /projects/<project>/roles/<group>', { role: 'contributor' }]],
  },
  {
    what: 'Change a schedule that runs in the name of another',
    callers: ['owner'],
    requests: [
      ['PATCH /schedule/<foreign-schedule>', { parameters: { branch: 'other' } }],
      ['PATCH /schedule/<foreign-schedule>', { description: 'other' }],
    ],
  },
  {
    what: 'Change settings where `write_settings_requires_admin` is set, and claims of the tokens of a project',
    callers: ['owner'],
    requests: [
      ['PATCH /project/gh/acme/guarded/settings', { advanced: { autocancel_builds: true } }],
      ['PATCH /org/<org>/project/<project>/oidc-custom-claims', claims],
      ['DELETE /org/<org>/project/<project>/oidc-custom-claims?claims=audience'],
    ],
  },
  {
    what: 'Delete the project',
    callers: projectAdmins,
    requests: [[`DELETE /project/${slug}`]],
  },
];
