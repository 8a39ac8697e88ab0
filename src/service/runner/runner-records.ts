/**
 * The records of runners, besides their files.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-runners` | '' | id | RunnerRecord: a process that runs jobs |
 * | `ci-claims` | '' | id of the job | JobClaim: who runs it; deleted when it ends |
 * | `ci-job-nodes` | id of the job | index, from 0 | JobNode |
 * | `ci-caches` | prj | the cache's key | JobArchive |
 * | `ci-workspace-layers` | id of the job | id | JobArchive |
 */
export interface RunnerRecord {
  /** Epoch milliseconds of the machine's clock, which a test's clock does not change. */ readonly seenAt: number;
}
export interface JobClaim {
  readonly runner: string;
}
