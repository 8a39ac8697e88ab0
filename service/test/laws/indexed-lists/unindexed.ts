/** Requests that read more records than a page has, lists by parameter, and why that is left. */
const groups: readonly { readonly why: string; readonly lists: readonly string[] }[] = [
  {
    why: 'an organization has few of them: some hundreds of teams, policies, agent pools, tokens and members',
    lists: [
      'workspaces GET /agent-pools/{agent_pool_id}/agents sort',
      'workspaces GET /agent-pools/{agent_pool_id}/agents filter[last-ping-since]',
      'workspaces GET /organizations/{organization_name}/agent-pools sort',
      'workspaces GET /organizations/{organization_name}/oauth-tokens filter[provider]',
      'workspaces GET /organizations/{organization_name}/policies sort',
      'workspaces GET /organizations/{organization_name}/policies filter[kind]',
      'workspaces GET /organizations/{organization_name}/policy-sets filter[kind]',
      'workspaces GET /organizations/{organization_name}/teams sort',
      'workspaces GET /organizations/{organization_name}/teams filter[names]',
      'workspaces GET /organizations/{organization_name}/organization-memberships q',
      'workspaces GET /organizations/{organization_name}/organization-memberships filter[status]',
      'workspaces GET /organizations/{organization_name}/organization-memberships filter[email]',
      'workspaces GET /organizations/{organization_name}/team-tokens q',
      'workspaces GET /organizations/{organization_name}/team-tokens sort',
      'workspaces GET /organizations/{organization_name}/team-tokens filter[expiry_status]',
    ],
  },
  {
    why: 'the variables of the one set that it finds',
    lists: ['workspaces GET /organizations/{organization_name}/varsets filter[global]'],
  },
  {
    why: 'an invitation is known by the address that it is for; all organizations together have some thousands of memberships',
    lists: ['workspaces GET /organization-memberships'],
  },
  {
    why: 'not mended yet: the bodies of the state versions of one workspace are read',
    lists: ['workspaces GET /state-versions filter[status]'],
  },
  {
    why: 'a workspace has some tens of variables, and the list has no pages',
    lists: ['workspaces GET /vars filter[organization][name]', 'workspaces GET /vars filter[workspace][name]'],
  },
  {
    why: 'an organization has few pools of agents, which are named by their names',
    lists: [
      'workspaces GET /runs filter[agent_pool_names]',
      'workspaces GET /workspaces/{workspace_id}/runs filter[agent_pool_names]',
      'workspaces GET /organizations/{organization_name}/runs filter[agent_pool_names]',
    ],
  },
  {
    why: 'not mended yet: an organization has some hundreds of modules and providers',
    lists: [
      'workspaces GET /organizations/{organization_name}/registry-modules filter[provider]',
      'workspaces GET /organizations/{organization_name}/registry-modules filter[registry_name]',
      'workspaces GET /organizations/{organization_name}/registry-modules filter[organization_name]',
      'workspaces GET /organizations/{organization_name}/registry-providers filter[registry_name]',
      'workspaces GET /organizations/{organization_name}/registry-providers filter[organization_name]',
    ],
  },
  {
    why: 'a namespace has at most 500 orbs, and an orb 500 versions, in the order of their numbers',
    lists: [
      'ci GET /api/v3/orb/packages filter[namespace_id]',
      'ci GET /api/v3/orb/packages filter[visibility]',
      'ci GET /api/v3/orb/versions filter[orb_id]',
      'ci GET /api/v3/orb/versions filter[channel]',
    ],
  },
  {
    why: 'records of one project, run or organization, of which there are few; lists of runs and workflows read those of one pipeline',
    lists: [
      'ci GET /api/v3/deploy/deployments filter[org_id]',
      'ci GET /api/v3/deploy/deployments filter[project_id]',
      'ci GET /api/v3/deploy/components filter[org_id]',
      'ci GET /api/v3/deploy/components filter[project_id]',
      'ci GET /api/v3/runs filter[user_id]',
      'ci GET /api/v3/workflows filter[run_id]',
      'ci GET /api/v3/workflows filter[event_id]',
      'ci GET /api/v3/pipelines filter[project_id]',
      'ci GET /api/v3/triggers filter[project_id]',
      'ci GET /api/v3/triggers filter[pipeline_id]',
    ],
  },
];

export const unindexed: ReadonlySet<string> = new Set(groups.flatMap(({ lists }) => lists));

/** Parameters whose value is refused beside those that the world has, or alone. */
export const refused: readonly string[] = [
  'workspaces GET /organizations/{organization_name}/policy-sets filter[versioned]',
  'workspaces GET /organizations/{organization_name}/projects sort',
  'workspaces GET /organizations/{organization_name}/projects filter[tagged][0][value]',
  'workspaces GET /organizations/{organization_name}/team-tokens filter[expiry_status]',
  'workspaces GET /organizations/{organization_name}/workspaces filter[tagged][0][value]',
  'workspaces GET /organizations/{organization_name}/stacks sort',
  'ci GET /api/v3/deploy/components/{component_id}/versions filter[environment_id]',
  'ci GET /api/v3/orb/packages filter[certified]',
  'ci GET /api/v3/orb/versions filter[ref]',
  'ci GET /api/v3/orb/versions filter[channel]',
  'ci GET /api/v3/runs filter[phase]',
  'ci GET /api/v3/runs filter[current_outcome]',
  'ci GET /api/v3/runs filter[from]',
  'ci GET /api/v3/runs filter[to]',
  'ci GET /api/v3/jobs/{job_id}/stdout filter[execution]',
  'ci GET /api/v3/jobs/{job_id}/stdout filter[step_num]',
  'ci GET /api/v3/jobs/{job_id}/stderr filter[execution]',
  'ci GET /api/v3/jobs/{job_id}/stderr filter[step_num]',
];
