import { type RequestContext, route } from '../../route.ts';
import type { JobStatus } from '../configuration/index.ts';
import { asked, invalid } from '../read.ts';
import { ok } from '../replies.ts';
import { aResourceClass, classNamed, fullName } from './here.ts';

/** How many jobs of the organization ask for this class and are in this status. */
const jobsIn = async (asking: RequestContext, status: JobStatus): Promise<number> => {
  const name = asked(asking, 'resource-class');
  if (name === undefined) throw invalid({ detail: `is required: expected ${aResourceClass.description}`, parameter: 'resource-class' });
  const here = await classNamed(asking, name, { parameter: 'resource-class' });
  const projects = (await asking.tx.list({ kind: 'ci-projects', scope: here.organization.id })).records.map(({ id }) => id);
  return projects.length === 0 ? 0 : asking.tx.count({ kind: 'ci-jobs', scope: projects, body: [{ path: 'executor.resourceClass', is: fullName(here) }, { path: 'status', is: status }] });
};

/** What those ask who add machines while jobs wait. */
export const routes = [
  route('GET /api/v3/runner/tasks', async (asking) => ok({ unclaimed_task_count: await jobsIn(asking, 'queued') }), { atRoot: true }),
  route('GET /api/v3/runner/tasks/running', async (asking) => ok({ running_runner_tasks: await jobsIn(asking, 'running') }), { atRoot: true }),
];
