import type { Job } from '../jobs/job-records.ts';
import type { Workflow } from './workflow-records.ts';

type Approved = Pick<Job, 'type' | 'approvedBy' | 'stoppedAt' | 'dependencies'>;
type Opened = Pick<Workflow, 'startedBy' | 'openedBy' | 'carriedApprovals'>;

/** The actor who began a workflow: who started or reran it, or approved the setup that it continues. */
export const workflowOpener = ({ startedBy, openedBy }: Opened): string => openedBy ?? startedBy;

const listApprovalsBefore = (carried: readonly string[], jobs: ReadonlyMap<string, Approved>, name: string): readonly Approved[] => {
  const before = new Set<string>();
  const waiting = [...(jobs.get(name)?.dependencies ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (before.has(next)) continue;
    before.add(next);
    waiting.push(...(jobs.get(next)?.dependencies ?? []));
  }
  return [...before].filter((one) => !carried.includes(one)).flatMap((one) => jobs.get(one) ?? []);
};

const lastApprovers = (approvals: readonly Approved[]): readonly string[] => {
  const given = approvals.filter(({ type, approvedBy, stoppedAt }) => type === 'approval' && approvedBy !== null && stoppedAt !== null);
  const last = given.reduce((latest, { stoppedAt }) => (stoppedAt! > latest ? stoppedAt! : latest), '');
  return [...new Set(given.filter(({ stoppedAt }) => stoppedAt === last).map(({ approvedBy }) => approvedBy!))];
};

/**
 * The actors (UUIDs) on whose behalf a job runs: who gave the last approval that it depends on, otherwise the workflow's opener. Several
 * only if approvals were given in the same millisecond: a gate requires all of them.
 */
export const findJobActors = (workflow: Opened, jobs: ReadonlyMap<string, Approved>, name: string): readonly string[] => {
  const approvers = lastApprovers(listApprovalsBefore(workflow.carriedApprovals ?? [], jobs, name));
  return approvers.length > 0 ? approvers : [workflowOpener(workflow)];
};

/** The actor on whose behalf a workflow's continuation runs: who gave its last approval, otherwise its opener. */
export const findLastOpener = (workflow: Opened, jobs: ReadonlyMap<string, Approved>): string =>
  lastApprovers([...jobs].flatMap(([name, job]) => (workflow.carriedApprovals?.includes(name) ? [] : [job])))[0] ??
  workflowOpener(workflow);
