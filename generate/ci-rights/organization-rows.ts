import { claims, contributors, everyone, users, type CiRightsRow } from './callers.ts';

/** Tried last: nothing is left after it. */
export const deletionOfOrganization: CiRightsRow = {
  what: 'Delete the organization, of both services',
  callers: ['owner'],
  requests: [['DELETE /organization/<org>']],
};

export const organizationRows: readonly CiRightsRow[] = [
  {
    what: 'Create an organization, which one then owns; it takes a token of a user',
    callers: users,
    requests: [['POST /organization', { name: '<new>', vcs_type: 'circleci' }]],
  },
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
      ['DELETE //api/v3/runner/resource/<resource-class>/force'],
      ['DELETE //api/v3/runner/resource/acme/<class-name>'],
      ['POST //api/v3/namespaces', { name: 'acme', org_id: '<org>' }],
    ],
  },
  {
    what: 'Create orbs, release, promote, list and categorize them',
    callers: ['owner'],
    requests: [
      [
        'POST //api/v3/orb/packages',
        { data: { attributes: { name: '<new>', is_private: true }, references: { namespace: { id: '<org>' } } } },
      ],
      ['POST //api/v3/orb/packages/<orb>/set-listed', { is_listed: false }],
      ['POST //api/v3/orb/packages/<orb>/add-category', { category_id: '<category>' }],
      ['POST //api/v3/orb/packages/<orb>/remove-category', { category_id: '<category>' }],
      ['POST //api/v3/orb/versions', { data: { attributes: { orb_id: '<orb>', yaml: 'version: 2.1\n', version: '1.0.0' } } }],
      ['POST //api/v3/orb/versions/<orb-version>/promote', { segment: 'minor' }],
    ],
  },
  {
    what: 'Publish development versions of orbs',
    callers: contributors,
    requests: [['POST //api/v3/orb/versions', { data: { attributes: { orb_id: '<orb>', yaml: 'version: 2.1\n', version: 'dev:one' } } }]],
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
