/**
 * What the runner remembers, besides files.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-runners` | '' | id | Runner: a process that runs jobs |
 * | `ci-claims` | '' | id of the job | Claim: who runs it; gone when it is over |
 * | `ci-job-nodes` | id of the job | index, from 0 | JobNode |
 * | `ci-caches` | prj | the cache's key | Archive |
 * | `ci-workspace-layers` | id of the job | id | Archive |
 */
export interface RunnerRecord {
  /** Of the machine's own clock, in epoch milliseconds: jobs take the time they take. */ readonly seenAt: number;
}
export interface JobClaim {
  readonly runner: string;
}
