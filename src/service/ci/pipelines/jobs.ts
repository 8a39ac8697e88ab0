import { type Asking, type Reply, route } from '../../route.ts';
import { projectSlug } from '../projects/here.ts';
import { ok, said } from '../replies.ts';
import { cancelJob } from './cancel.ts';
import { jobNumbered, jobWithId } from './here.ts';
import { renderJob } from './render.ts';
import type { Workflow } from './stored.ts';

/** What jobs leave behind when they run; scripted ones leave nothing. */
const nothing = async (asking: Asking): Promise<Reply> => {
  await jobNumbered(asking);
  return ok({ items: [], next_page_token: null });
};

export const routes = [
  route('GET /project/{project-slug}/job/{job-number}', async (asking) => {
    const { job, project, organization } = await jobNumbered(asking);
    const workflow = await asking.tx.get<Workflow>('ci-workflows', job.body.workflow);
    return ok(renderJob(job, {
      slug: projectSlug({ project, organization }, asking.profile), project: { id: project.id, name: project.name }, organization: organization.body.name,
      workflow: workflow?.body.name ?? '', origin: asking.origin,
    }));
  }),
  route('POST /project/{project-slug}/job/{job-number}/cancel', async (asking) => {
    const { job, organization } = await jobNumbered(asking);
    await cancelJob(asking, job, organization.id);
    return { status: 202, body: { message: 'Job canceled.' } };
  }),
  route('POST /jobs/{job-id}/cancel', async (asking) => {
    const { job, organization } = await jobWithId(asking);
    await cancelJob(asking, job, organization.id);
    return said('Job canceled.');
  }),
  route('GET /project/{project-slug}/{job-number}/tests', nothing),
];
