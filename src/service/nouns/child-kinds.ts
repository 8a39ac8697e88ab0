/**
 * The kinds of records whose scope is a record of a kind (of an organization: its name): they are deleted with it. A test holds that every
 * noun is listed under each of its parents.
 */
export const childKinds: { readonly [kind: string]: readonly string[] | undefined } = {
  organizations: [
    'varsets',
    'projects',
    'teams',
    'ssh-keys',
    'agent-pools',
    'oauth-clients',
    'registry-modules',
    'no-code-modules',
    'global-vars',
    'organization-memberships',
    'tags',
    'gpg-keys',
    'registry-providers',
    'policies',
    'policy-sets',
  ],
  'registry-modules': ['module-packages', 'vars'],
  'registry-providers': ['registry-provider-versions'],
  'registry-provider-versions': ['registry-provider-platforms', 'registry-provider-files'],
  'registry-provider-platforms': ['registry-provider-files'],
  varsets: ['vars'],
  policies: ['policy-texts'],
  'policy-sets': ['policy-set-parameters'],
  'oauth-clients': ['oauth-tokens'],
  workspaces: [
    'vars',
    'state-contents',
    'state-readings',
    'state-resources',
    'state-instances',
    'state-versions',
    'runs',
    'workspace-change-requests',
    'configuration-versions',
  ],
};
