import { type RequestContext, route } from '../../http/route.ts';
import type { JobStatus } from '../configuration/index.ts';
import { queryParameter, invalidRequest } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { resourceClassMember, requireResourceClassByName, resourceClassName } from './require-resource-class.ts';

/** How many jobs of the organization ask for this class and are in this status. */
const countJobs = async (asking: RequestContext, status: JobStatus): Promise<number> => {
  const name = queryParameter(asking, 'resource-class');
  if (name === undefined)
    throw invalidRequest({ detail: `is required: expected ${resourceClassMember.description}`, parameter: 'resource-class' });
  const here = await requireResourceClassByName(asking, name, { parameter: 'resource-class' });
  const projects = (await asking.tx.list({ kind: 'ci-projects', scope: here.organization.id })).records.map(({ id }) => id);
  return projects.length === 0
    ? 0
    : asking.tx.count({
        kind: 'ci-jobs',
        scope: projects,
        body: [
          { path: 'executor.resourceClass', is: resourceClassName(here) },
          { path: 'status', is: status },
        ],
      });
};

/** What those ask who add machines while jobs wait. */
export const routes = [
  route('GET /api/v3/runner/tasks', async (asking) => ciOk({ unclaimed_task_count: await countJobs(asking, 'queued') }), { atRoot: true }),
  route('GET /api/v3/runner/tasks/running', async (asking) => ciOk({ running_runner_tasks: await countJobs(asking, 'running') }), {
    atRoot: true,
  }),
];
