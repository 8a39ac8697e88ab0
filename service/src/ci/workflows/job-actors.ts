import type { Job } from '../jobs/job-records.ts';
import type { Workflow } from './workflow-records.ts';

type Approved = Pick<Job, 'type' | 'approvedBy' | 'stoppedAt' | 'dependencies'>;
type Opened = Pick<Workflow, 'startedBy' | 'openedBy' | 'carriedApprovals'>;

/** Whoever began a workflow: who started it or ran it again, or who approved what it goes on from. */
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
 * In whose name a job runs (UUIDs): of whoever gave the last approval on its way, otherwise of the workflow's opener. Several only where
 * approvals were given in the same millisecond: a gate asks all of them.
 */
export const findJobActors = (workflow: Opened, jobs: ReadonlyMap<string, Approved>, name: string): readonly string[] => {
  const approvers = lastApprovers(listApprovalsBefore(workflow.carriedApprovals ?? [], jobs, name));
  return approvers.length > 0 ? approvers : [workflowOpener(workflow)];
};

/** In whose name goes on what a workflow continues with: of who gave its last approval, otherwise of its opener. */
export const findLastOpener = (workflow: Opened, jobs: ReadonlyMap<string, Approved>): string =>
  lastApprovers([...jobs].flatMap(([name, job]) => (workflow.carriedApprovals?.includes(name) ? [] : [job])))[0] ??
  workflowOpener(workflow);
