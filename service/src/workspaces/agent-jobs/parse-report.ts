import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { isObject } from '../../json-api/parse-document.ts';

const maxJobs = 1000;

/** IDs of the jobs that an agent says it works on. Throws 422. */
export const parseReportedJobs = ({ body }: RequestContext): readonly string[] => {
  const jobs = isObject(body) ? body['jobs'] : undefined;
  if (!Array.isArray(jobs) || jobs.length > maxJobs || !jobs.every((job) => typeof job === 'string'))
    throw unprocessable('expected {"jobs": […]}, the IDs of the jobs that the agent works on', '/jobs');
  return jobs as readonly string[];
};
