import { badRequest } from '../../problem.ts';
import type { Asking } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { isWorkflowOver } from '../configuration/index.ts';
import { aBoolean, bodyOf, invalid, may } from '../read.ts';
import { isUuid } from '../short-id.ts';
import { act } from './act.ts';
import { actorOf } from './start.ts';
import { active, type Job, type Workflow } from './stored.ts';

const limit = { reruns: 100, days: 90 };
const someIds = { words: 'a list of UUIDs', accepts: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && isUuid(one)) };

type Wanted = 'all' | 'failed' | ReadonlySet<string>;

const wantedIn = (asking: Asking): Wanted => {
  if (asking.body === undefined) return 'all';
  const { from_failed: failed, jobs } = bodyOf(asking, { enable_ssh: may(aBoolean), from_failed: may(aBoolean), jobs: may(someIds), sparse_tree: may(aBoolean) }) as { readonly from_failed?: boolean; readonly jobs?: readonly string[] };
  if (failed && jobs) throw invalid({ detail: 'from_failed and jobs exclude each other' });
  return jobs ? new Set(jobs.map((id) => id.toLowerCase())) : failed ? 'failed' : 'all';
};

/** The names of the jobs that run again: the wanted ones, and whatever requires one of them. */
const again = (jobs: readonly Rec<Job>[], wanted: Wanted): ReadonlySet<string> => {
  const names = new Set(jobs.filter(({ id, body }) => (wanted === 'all' ? true : wanted === 'failed' ? body.status !== 'success' : wanted.has(id))).map(({ body }) => body.name));
  for (let before = -1; before !== names.size;) {
    before = names.size;
    for (const { body } of jobs) if (body.dependencies.some((name) => names.has(name))) names.add(body.name);
  }
  return names;
};

const check = (workflow: Rec<Workflow>, jobs: readonly Rec<Job>[], wanted: Wanted, now: Date): void => {
  const { status, rerun, createdAt } = workflow.body;
  if (!isWorkflowOver(status)) throw badRequest(`the workflow is ${status}; one that is over is run again`);
  if (rerun >= limit.reruns) throw badRequest(`the workflow was run again ${limit.reruns} times; no more is possible`);
  if (now.getTime() - Date.parse(createdAt) > limit.days * 86_400_000) throw badRequest(`the workflow is older than ${limit.days} days`);
  if (wanted === 'failed' && status === 'success') throw badRequest('no job of the workflow failed');
  const stranger = typeof wanted === 'string' ? undefined : [...wanted].find((id) => !jobs.some((job) => job.id === id));
  if (stranger !== undefined) throw invalid({ detail: `the job ${stranger} is none of this workflow`, pointer: '/jobs' });
};

/** A new workflow of the same pipeline; what does not run again is kept as it ended. */
export const rerunWorkflow = async (asking: Asking<Transaction>, workflow: Rec<Workflow>, organization: string): Promise<string> => {
  const { tx, clock, newId } = asking;
  const [wanted, now] = [wantedIn(asking), clock.now()];
  const old = await tx.many<Job>('ci-jobs', workflow.body.jobs);
  check(workflow, old, wanted, now);
  const [id, names, createdAt, actor] = [newId('uuid'), again(old, wanted), now.toISOString(), await actorOf(asking, organization)];
  const jobs: string[] = [];
  for (const job of old) {
    if (!names.has(job.body.name)) {
      await tx.update<Job>(job, { body: { ...job.body, workflow: id } });
      jobs.push(job.id);
      continue;
    }
    const fresh = newId('uuid');
    jobs.push(fresh);
    await tx.insert<Job>({ id: fresh, kind: 'ci-jobs', scope: job.scope, key: fresh, name: job.name, body: {
      ...job.body, workflow: id, status: 'blocked', number: null, messages: [], approvedBy: null, canceledBy: null, movesAt: null, createdAt, queuedAt: null, startedAt: null, stoppedAt: null,
    } });
  }
  const next = await tx.insert<Workflow>({ id, kind: 'ci-workflows', scope: workflow.scope, key: id, name: workflow.name, body: {
    ...workflow.body, status: 'running', startedBy: actor.id, canceledBy: null, erroredBy: null, rerun: workflow.body.rerun + 1, stop: null, jobs, createdAt, stoppedAt: null,
  } });
  await tx.link(active, 'all', id);
  await act(asking, next, (going) => going);
  return id;
};
