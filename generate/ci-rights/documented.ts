/**
 * What the vendor documents about rights beyond the cells of roles (specification, rights, part B): the test that asks it of a running
 * service, or why this service has none. test/laws/ci-rights.test.ts looks for each test.
 */
export interface DocumentedRule {
  readonly rule: string;
  /** File of a test without `.test.ts`, and its name. */
  readonly test?: readonly [file: string, name: string];
  readonly whyNot?: string;
}

const ways = ['test/laws/ci-ways', 'a right bounds what happens: by no way does somebody get further than their role'] as const;
const denied = 'service/test/ci/contexts/denied-contexts';

export const documentedRules: readonly DocumentedRule[] = [
  {
    rule: 'the strongest role counts: of oneself and of teams, in the organization and in the project',
    test: ['service/test/ci/organizations/roles', 'the strongest counts: own, of a team, in the organization and in the project'],
  },
  {
    rule: 'there is always an admin',
    test: [
      'service/test/workspaces/organization-memberships',
      'members of a seed are listed beside invitations, and removed; the last owner stays',
    ],
  },
  { rule: 'members and admins come from the code host', whyNot: 'no code host is asked: they are those of the workspace service' },
  { rule: 'groups are managed by admins', whyNot: 'groups are the teams of the workspace service, with its rights' },
  { rule: 'admins read the audit log', whyNot: 'it is the audit trail of the workspace service' },
  { rule: 'admins rename the organization and change its plan', whyNot: 'the workspace service renames it; there are no plans' },
  {
    rule: 'no value of a variable is returned; a mask shows its last four characters at most',
    test: ['service/test/ci/masked-values', 'no mask shows more than four characters, nor more than half of the value'],
  },
  {
    rule: 'output masks values, but those below four characters, `true` and `false`',
    test: [
      'service/test/runner/secret-leaves',
      'numbers are masked as they are printed; none of fewer than four characters, and neither true nor false',
    ],
  },
  {
    rule: 'a restriction to projects or by an expression holds for everybody; where the last one is removed, the context is open',
    test: [denied, 'without its last restriction a context is open; without its last group it is for owners alone'],
  },
  {
    rule: 'a name without a value in an expression denies everybody, and so does a parameter; `job.ssh.enabled` can be asked',
    test: ['service/test/ci/contexts/expression-restrictions', 'a name without a value denies, wherever it stands'],
  },
  { rule: 'jobs behind an approval run in the name of whoever approved', test: ways },
  { rule: 'a schedule runs in the name of whoever made it, or of the system, which is in no group', test: ways },
  { rule: 'whoever has the address of a webhook trigger starts its pipeline, in the name of the organization', test: ways },
  {
    rule: 'pull requests of forks start nothing, unless the project builds them',
    test: ['service/test/ci/code-host-events/project-settings', 'build_fork_prs: pull requests of forks are built where it is on'],
  },
  {
    rule: 'a pipeline of a fork has no variables of its project, unless the project passes them',
    test: ['service/test/runner/environment', 'pipelines of forks get no project variables'],
  },
  {
    rule: 'a hard failure of a policy prevents a pipeline, a soft one is logged',
    test: [
      'service/test/ci/pipelines/judged-pipelines',
      'a rule that fails softly is logged, and the pipeline runs; a hard one prevents it',
    ],
  },
  { rule: 'jobs use resource classes of their own organization alone', whyNot: 'runners cannot connect: jobs run where the service runs' },
  { rule: 'tokens of a project, for API v1.1', whyNot: 'tokens are those of users, teams and organizations' },
  { rule: 'a personal token ends within a year', whyNot: 'it ends when it was made to end, or never' },
  { rule: 'tokens of OAuth applications', whyNot: 'there are no such applications' },
  { rule: 'identity tokens of jobs, for an hour', whyNot: 'jobs get none' },
];
