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
    why: 'the plan is compressed between two units of work, and the second one asks again whether rights have changed',
    rows: ['workspaces GET /plan-exports/{plan_export_id}/download'],
  },
  {
    why: 'the number leads to a job, the job to its workflow and nodes or to its results',
    rows: [
      'ci GET /api/v1.1/project/{provider}/{organization}/{project}/{job-number}',
      'ci GET /api/v1.1/project/{provider}/{organization}/{project}/{job-number}/tests',
      'ci GET /project/{project-slug}/job/{job-number}',
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
      'workspaces POST /organizations/{organization_name}/authentication-token',
      'workspaces POST /teams/{team_id}/authentication-token',
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
