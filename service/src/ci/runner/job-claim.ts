/**
 * The records of jobs that run, besides their files.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-claims` | '' | id of the job | JobClaim: who runs it; deleted when it ends |
 * | `ci-job-nodes` | id of the job | index, from 0 | JobNode |
 * | `ci-caches` | prj | the cache's key | JobArchive |
 * | `ci-workspace-layers` | id of the job | id | JobArchive |
 */
export interface JobClaim {
  /** The id of the runner. */ readonly runner: string;
}
