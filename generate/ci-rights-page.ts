import { callers, type CiRightsRow } from './ci-rights/callers.ts';
import { documentedRules } from './ci-rights/documented.ts';
import { rightsOfOrganizations, rightsOfProjects } from './ci-rights/rows.ts';

const columns = [
  'Owner',
  'Contributor',
  'Viewer',
  'Project admin',
  'Project contributor',
  'Project viewer',
  'Organization’s token',
  'Team’s token',
];

const table = (rows: readonly CiRightsRow[]): readonly string[] => [
  `| To | ${columns.join(' | ')} |`,
  `|---|${columns.map(() => '---').join('|')}|`,
  ...rows.map(
    ({ what, callers: allowed }) => `| ${what} | ${callers.map(([name]) => (allowed.includes(name) ? 'yes' : '')).join(' | ')} |`,
  ),
];
const renderRequest = (row: string): string => `\`${row.replace(' //', ' /').replaceAll(/<([a-z-]+)>/g, '{$1}')}\``;
const requestTable = (rows: readonly CiRightsRow[]): readonly string[] => [
  '| To | Requests |',
  '|---|---|',
  ...rows.map(({ what, requests }) => `| ${what} | ${[...new Set(requests.map(([row]) => renderRequest(row)))].join('<br>')} |`),
];

const actorSection: readonly string[] = [
  '## In whose name a job runs',
  '',
  'A context asks whoever opened the way to the job, when the job can start:',
  '',
  '| Way | In whose name |',
  '|---|---|',
  '| a pipeline that somebody started, by any version of the API | theirs |',
  '| a job behind an approval | of whoever gave the last approval on its way, whoever started the pipeline |',
  '| a workflow, or single jobs, run again | of whoever ran it again; approvals of the run before count no more |',
  '| an automatic rerun | as the run before |',
  '| what a setup workflow continues with | of whoever gave the last approval in the setup, otherwise of whoever started it |',
  '| a schedule | `current`: of whoever made it, as long as they may start pipelines; `system`: of nobody, who is in no group |',
  '| an event of a code host, a webhook trigger, the token of a team or an organization | of the organization, ' +
    'which is in the group of all members only |',
  '',
  'A job that may not use one of its contexts is `unauthorized`, and so is its workflow. A context may be used where all of this holds:',
  '',
  '| Restriction | Holds |',
  '|---|---|',
  '| none | for contributors and admins of the organization or the project, and for the system |',
  '| groups | for members of one of them, and for owners; with none left, for owners alone |',
  '| projects | in one of them, for everybody |',
  '| expressions | where each is true, for everybody. A name without a value in this pipeline (parameters and ' +
    '`pipeline.trigger_parameters` have none), or an operator that needs values of another type: not |',
  '',
  'Who is bound by a restriction cannot lift it: only owners add and remove restrictions. The variables of a ' +
    'context that is for groups are changed by members of these groups, and by owners.',
  '',
];

const requestSection = (): readonly string[] => [
  '## Requests',
  '',
  'What stands in braces is an ID or a name.',
  '',
  ...requestTable([...rightsOfOrganizations, ...rightsOfProjects]),
  '',
];

const documentedSection = (): readonly string[] => [
  '## What else the vendor documents',
  '',
  '| Rule | Tested by, or why not |',
  '|---|---|',
  ...documentedRules.map(({ rule, test, whyNot }) => `| ${rule} | ${test ? `\`${test[0]}\`` : `none: ${whyNot}`} |`),
  '',
];

const cellSection = (): readonly string[] => [
  '## In an organization',
  '',
  ...table(rightsOfOrganizations),
  '',
  '## In a project',
  '',
  ...table(rightsOfProjects),
  '',
];

/** docs/ci-rights.md. */
export const ciRightsPage = (): string =>
  [
    '<!-- Written by npm run generate from generate/ci-rights; a test asks each cell of a running service. -->',
    '',
    '# Who may do what in the CI service',
    '',
    'This page lists what each role of the CI service may do, and which requests that is. Whatever somebody may ' +
      'not do is refused with 403; in an organization of which they are no member, everything is 404. [Decision ' +
      '142](decisions/0142-roles-of-the-ci-service.md) says where the table comes from and what it leaves open. ' +
      'The workspace service has [rights of its own](rights.md).',
    '',
    '## Roles',
    '',
    '| Column | Who that is |',
    '|---|---|',
    ...callers.map(([, description], index) => `| ${columns[index]} | ${description} |`),
    '',
    'The strongest role counts: your own, those of your teams, in the organization and in the project. A role in ' +
      'the organization holds in each of its projects.',
    '',
    '| To | Send | Who may |',
    '|---|---|---|',
    '| see who has a role | `GET /organizations/{org_id}/roles`, `GET /projects/{project_id}/roles` | every member |',
    '| make a member a viewer, a team contributors; null: as before | `PUT ' +
      '/organizations/{org_id}/roles/{member_id}` with `{"role": "viewer"}` | owners |',
    '| give a role in a project | `PUT /projects/{project_id}/roles/{member_id}` with `{"role": "admin"}` | ' +
      'owners, admins of the project |',
    '| make somebody an admin of the organization | add them to the team of owners, in the workspace service | owners |',
    '',
    '`{member_id}` is the ID of a user (`GET /me`) or of a group (`GET /organizations/{org_id}/groups`). In a ' +
      '[seed file](seed.md), `ci.roles` and `ci.projects[].roles` give roles by name. Whoever leaves the ' +
      'organization loses theirs.',
    '',
    ...cellSection(),
    ...actorSection,
    ...documentedSection(),
    ...requestSection(),
  ].join('\n');
