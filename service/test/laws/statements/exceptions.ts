/**
 * Operations that take more round trips than the goal of their kind, with the reason. An answer decides what the next question is, and one
 * statement for both would ask every record of a kind, or write before it is known whether that is allowed.
 */
const reasons: readonly { readonly why: string; readonly rows: readonly string[] }[] = [
  {
    why: 'members are links to users, those are links from teams, and a team says whose it is',
    rows: [
      'workspaces GET /organization-memberships',
      'workspaces GET /organization-memberships/{organization_membership_id}',
      'workspaces GET /organizations/{organization_name}/organization-memberships',
    ],
  },
  {
    why: 'runs are counted first: the count tells whether a page is a part of numbers that are kept, or all of its list is looked for',
    rows: ['workspaces GET /organizations/{organization_name}/runs'],
  },
  {
    why: 'the plan is compressed between two units of work, and the second one asks again whether rights have changed',
    rows: ['workspaces GET /plan-exports/{plan_export_id}/download'],
  },
  {
    why: 'runs are counted first: their numbers say where the median is',
    rows: [
      'ci GET /insights/{project-slug}/workflows',
      'ci GET /insights/pages/{project-slug}/summary',
      'ci GET /insights/time-series/{project-slug}/workflows',
    ],
  },
  {
    why: 'the address is signed with a key of the store, and leads to the export and then to its part',
    rows: ['ci GET /usage-export/{usage_export_job_id}/{file}'],
  },
  {
    why: 'the name leads to the component and the environment, and both to the versions that are live',
    rows: ['ci POST /projects/{project_id}/deployments'],
  },
  {
    why: 'a repository is read between two units of work, and the second one asks again',
    rows: ['workspaces GET /organizations/{organization_name}/vcs/repo', 'workspaces POST /registry-modules'],
  },
  {
    why: 'the content of the former state is read and numbered between two units of work, and the second one asks again',
    rows: ['workspaces PATCH /workspaces/{workspace_id}/state-versions'],
  },
  {
    why: 'the name leads to a provider, that to its version, and the version to its package and its key',
    rows: ['workspaces GET /api/registry/v1/providers/{namespace}/{type}/{version}/download/{os}/{arch}'],
  },
  {
    why: 'the agent leads to its run, and that to the file',
    rows: ['workspaces GET /agents/{agent_id}/jobs/{job_id}/files/{file_name}'],
  },
  {
    why: 'a version leads to its orb, and that to the organization, whose members alone see a private one',
    rows: ['ci GET /api/v3/orb/versions/{orb_version_id}', 'ci GET /api/v3/orb/versions/{orb_version_id}/source'],
  },
  {
    why: 'the text is checked between two units of work, and the second one asks again',
    rows: ['ci POST /api/v3/orb/versions'],
  },
  {
    why: 'a version leads to its orb, the versions of this to the next release, and it is known then that there is none of that number',
    rows: ['ci POST /api/v3/orb/versions/{orb_version_id}/promote'],
  },
  {
    why: 'the workspace leads to its project, and both to the sets that apply to it',
    rows: ['workspaces GET /workspaces/{workspace_id}/varsets/{varset_id}/relationships/vars/{var_id}'],
  },
  {
    why: 'the number leads to a job, the job to its workflow and nodes or to its results',
    rows: [
      'ci GET /api/v1.1/project/{provider}/{organization}/{project}/{job-number}',
      'ci GET /api/v1.1/project/{provider}/{organization}/{project}/{job-number}/tests',
      'ci GET /project/{project-slug}/job/{job-number}',
      'ci GET /api/v3/jobs/{job_id}/stdout',
    ],
  },
  {
    why: 'builds are looked for in parts until there are enough, each with its pipeline and workflow',
    rows: ['ci GET /api/v1.1/recent-builds', 'ci GET /api/v1.1/project/{provider}/{organization}/{project}/latest/artifacts'],
  },
  {
    why: 'the projects of the organization decide whose jobs are counted',
    rows: ['ci GET /api/v3/runner/tasks', 'ci GET /api/v3/runner/tasks/running'],
  },
  {
    why: 'what decides rights is written last, together with its mark',
    rows: [
      'workspaces POST /organizations',
      'workspaces POST /cidr-range-lists/{cidr_range_list_id}/relationships/cidr-ranges',
      'workspaces POST /organizations/{organization_name}/authentication-token',
      'ci POST /organization',
    ],
  },
  {
    why: 'policies, tasks, variables and notifications of the workspace decide what the run begins with',
    rows: ['workspaces POST /runs'],
  },
  {
    why: 'definition, repository, configuration and number of the project decide what the pipeline begins with',
    rows: [
      'ci POST /api/v1.1/project/{provider}/{organization}/{project}/build',
      'ci POST /api/v1.1/project/{provider}/{organization}/{project}/tree/{branch}',
      'ci POST /project/{project-slug}/pipeline',
      'ci POST /api/v3/workflows/{id}/rerun',
      'ci POST /hooks/{id}',
      'ci POST /project/{provider}/{organization}/{project}/pipeline/run',
    ],
  },
  {
    why: 'policies are compiled between two units of work, and the second one asks again',
    rows: ['ci POST /owner/{ownerID}/context/{context}/policy-bundle'],
  },
];

/** Why an operation may miss the goal of its kind, by service and operation: `ci GET /recent`. */
export const exceptions: ReadonlyMap<string, string> = new Map(reasons.flatMap(({ why, rows }) => rows.map((row) => [row, why])));
