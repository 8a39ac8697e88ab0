/**
 * Who may do what in the CI service, as literal data: docs/ci-rights.md is written from it, and test/laws/ci-rights asks each cell of a
 * running service. Nothing of the service's own tables is used here.
 */

/** Whom the cells are asked for, in the order of their columns. */
export const callers = [
  ['owner', 'Organization admin: an owner'],
  ['contributor', 'Organization contributor: each other member, unless given another role'],
  ['viewer', 'Organization viewer'],
  ['project-admin', 'Project admin (an organization viewer)'],
  ['project-contributor', 'Project contributor (an organization viewer)'],
  ['project-viewer', 'Project viewer (an organization viewer)'],
  ['organization-token', 'Token of the organization'],
  ['team-token', 'Token of a team without a role'],
] as const;
export type CallerName = (typeof callers)[number][0];

export interface RightsRow {
  readonly what: string;
  /** Who may: all others are refused with 403. */
  readonly callers: readonly CallerName[];
  /** Requests with their bodies. `<name>` stands for something that exists (test/laws/ci-rights/world.ts), `<new>` for a new name. */
  readonly requests: readonly (readonly [row: string, body?: unknown])[];
}

const everyone = callers.map(([name]) => name);
const contributors = ['owner', 'contributor', 'organization-token'] as const;
const builders = [...contributors, 'project-admin', 'project-contributor'] as const;
const projectAdmins = ['owner', 'project-admin', 'organization-token'] as const;

const slug = 'gh/acme/web';
const v1 = '//api/v1.1/project/github/acme/web';
const timetable = { 'per-hour': 1, 'hours-of-day': [13], 'days-of-week': ['FRI'] };
const source = { provider: 'codehost_app', repo: { external_id: '41' } };
const claims = { audience: ['a'] };
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

export const organizationRows: readonly RightsRow[] = [
  {
    what: 'See settings, groups, roles, policies, contexts with the names of their variables, resource classes',
    callers: everyone,
    requests: [
      ['GET /organization/<org>'],
      ['GET /organizations/<org>/groups'],
      ['GET /organizations/<org>/roles'],
      ['GET //api/v3/orgs/<org>/settings'],
      ['GET /org/<org>/oidc-custom-claims'],
      ['GET /owner/<org>/context/config/policy-bundle'],
      ['GET /owner/<org>/context/config/decision/settings'],
      ['GET /context?owner-id=<org>'],
      ['GET /context/<context>'],
      ['GET /context/<context>/environment-variable'],
      ['GET /context/<context>/restrictions'],
      ['GET //api/v3/runner/resource?org-id=<org>'],
      ['GET /deploy/environments?org-id=<org>&page-size=10'],
    ],
  },
  {
    what: 'Change settings, claims of tokens and the secret of the code host',
    callers: ['owner'],
    requests: [
      ['POST //api/v3/orgs/<org>/update-settings', { enable_private_orbs: true }],
      ['PATCH /org/<org>/oidc-custom-claims', claims],
      ['DELETE /org/<org>/oidc-custom-claims?claims=audience'],
      ['GET /organizations/<org>/code-host-secret'],
      ['POST /organizations/<org>/code-host-secret'],
      ['DELETE /organizations/<org>/code-host-secret'],
    ],
  },
  {
    what: 'Give roles in the organization',
    callers: ['owner'],
    requests: [['PUT /organizations/<org>/roles/<group>', { role: null }]],
  },
  {
    what: 'Change policies, and whether they are enforced',
    callers: ['owner'],
    requests: [
      ['POST /owner/<org>/context/config/policy-bundle', { policies: {} }],
      ['PATCH /owner/<org>/context/config/decision/settings', { enabled: false }],
    ],
  },
  {
    what: 'Have policies decide on a configuration, which is kept in the log',
    callers: contributors,
    requests: [['POST /owner/<org>/context/config/decision', { input: 'version: 2.1\n' }]],
  },
  {
    what: 'Create and delete resource classes and tokens of runners',
    callers: ['owner'],
    requests: [
      ['POST //api/v3/runner/resource', { resource_class: 'acme/<new>' }],
      ['POST //api/v3/runner/token', { resource_class: 'acme/linux', nickname: 'one' }],
      ['DELETE //api/v3/runner/token/<runner-token>'],
      ['DELETE //api/v3/runner/resource/<resource-class>'],
      ['POST //api/v3/namespaces', { name: 'acme', org_id: '<org>' }],
    ],
  },
  {
    what: 'Create a project, of which the creator is then admin',
    callers: contributors,
    requests: [
      ['POST /organization/<org>/project', { name: '<new>' }],
      ['POST /project/gh/acme/<new>', {}],
      ['POST //api/v1.1/project/gh/acme/<new>/follow'],
    ],
  },
  {
    what: 'Create contexts; change the variables of a context and delete it, if all members may use it',
    callers: contributors,
    requests: [
      ['POST /context', { name: '<new>', owner: { id: '<org>', type: 'organization' } }],
      ['PUT /context/<context>/environment-variable/KEY', { value: 'v' }],
      ['DELETE /context/<context>/environment-variable/TOKEN'],
      ['DELETE /context/<context>'],
    ],
  },
  {
    what: 'Change the variables of a context that is for a group, and delete it: here the contributor is in the group',
    callers: ['owner', 'contributor'],
    requests: [
      ['PUT /context/<group-context>/environment-variable/KEY', { value: 'v' }],
      ['DELETE /context/<group-context>/environment-variable/TOKEN'],
      ['DELETE /context/<group-context>'],
    ],
  },
  {
    what: 'The same where nobody of them is in the group, or there is no group left',
    callers: ['owner'],
    requests: [
      ['PUT /context/<foreign-context>/environment-variable/KEY', { value: 'v' }],
      ['DELETE /context/<foreign-context>/environment-variable/TOKEN'],
      ['DELETE /context/<foreign-context>'],
      ['PUT /context/<closed-context>/environment-variable/KEY', { value: 'v' }],
      ['DELETE /context/<closed-context>'],
    ],
  },
  {
    what: 'Add and remove restrictions of a context, also of groups that one is in',
    callers: ['owner'],
    requests: [
      ['POST /context/<context>/restrictions', { restriction_type: 'project', restriction_value: '<project>' }],
      ['POST /context/<context>/restrictions', { restriction_type: 'expression', restriction_value: 'pipeline.number > 1' }],
      ['POST /context/<context>/restrictions', { restriction_type: 'group', restriction_value: '<group>' }],
      ['DELETE /context/<group-context>/restrictions/<restriction>'],
    ],
  },
  {
    what: 'Export the usage',
    callers: contributors,
    requests: [
      ['POST /organizations/<org>/usage_export_job', { start: '2026-04-20T00:00:00Z', end: '2026-04-21T00:00:00Z' }],
      ['GET /organizations/<org>/usage_export_job/<usage-export>'],
    ],
  },
  {
    what: 'Send an event as the code host does, with a token in place of the signature',
    callers: contributors,
    requests: [['POST /organizations/<org>/code-host-events', { repository: '41', event: 'push', branch: 'main' }]],
  },
];

export const projectRows: readonly RightsRow[] = [
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
      [`POST /project/${slug}/envvar`, { name: 'KEY', value: 'v' }],
      [`DELETE /project/${slug}/envvar/TOKEN`],
      [`POST ${v1}/envvar`, { name: 'KEY', value: 'v' }],
      [`DELETE ${v1}/envvar/KEY`],
      [`DELETE /project/${slug}/checkout-key/<checkout-key>`],
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
    ],
  },
  {
    what: 'Delete the project',
    callers: projectAdmins,
    requests: [[`DELETE /project/${slug}`]],
  },
];
