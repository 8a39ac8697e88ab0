import { type RequestContext, route } from '../../http/route.ts';
import type { JobStatus } from '../configuration/states/statuses.ts';
import { queryParameter, invalidRequest } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { resourceClassMember, requireResourceClassByName, resourceClassName } from './require-resource-class.ts';

/** Counts the jobs of the organization with this resource class and status. */
const countJobs = async (ctx: RequestContext, status: JobStatus): Promise<number> => {
  const name = queryParameter(ctx, 'resource-class');
  if (name === undefined)
    throw invalidRequest({ detail: `is required: expected ${resourceClassMember.description}`, parameter: 'resource-class' });
  const resourceClass = await requireResourceClassByName(ctx, name, { parameter: 'resource-class' });
  const projects = (await ctx.tx.list({ kind: 'ci-projects', scope: resourceClass.organization.id })).records.map(({ id }) => id);
  return projects.length === 0
    ? 0
    : ctx.tx.count({
        kind: 'ci-jobs',
        scope: projects,
        body: [
          { path: 'executor.resourceClass', is: resourceClassName(resourceClass) },
          { path: 'status', is: status },
        ],
      });
};

/** Counts of tasks, for clients that add machines while jobs wait. */
export const routes = [
  route('GET /api/v3/runner/tasks', async (ctx) => ciOk({ unclaimed_task_count: await countJobs(ctx, 'queued') }), { atRoot: true }),
  route('GET /api/v3/runner/tasks/running', async (ctx) => ciOk({ running_runner_tasks: await countJobs(ctx, 'running') }), {
    atRoot: true,
  }),
];
