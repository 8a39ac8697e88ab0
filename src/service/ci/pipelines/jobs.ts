import { route } from '../../route.ts';
import type { TestCase } from '../../store/ledger/ledger.ts';
import { bySeq, onePage } from '../one-page.ts';
import { projectSlug } from '../projects/here.ts';
import { ok, said } from '../replies.ts';
import { nodesOf } from '../runner/output.ts';
import { cancelJob } from './cancel.ts';
import { jobNumbered, jobWithId } from './here.ts';
import { renderJob } from './render.ts';
import { type Job, mostTestBytes, type Workflow } from './stored.ts';

/** Whether the tests of a job are told at all: of one whose reports, or what is kept of them, are larger, none are. */
export const tellsTests = ({ testsOver }: Pick<Job, 'testsOver'>, bytes: number): boolean => !testsOver && bytes <= mostTestBytes;

export const routes = [
  route('GET /project/{project-slug}/job/{job-number}', async (asking) => {
    const { job, project, organization } = await jobNumbered(asking);
    const workflow = await asking.tx.get<Workflow>('ci-workflows', job.body.workflow);
    return ok(renderJob(job, {
      slug: projectSlug({ project, organization }, asking.dialect), project: { id: project.id, name: project.name }, organization: organization.body.name,
      workflow: workflow?.body.name ?? '', origin: asking.origin, nodes: new Map((await nodesOf(asking.tx, job.id)).map(({ key, body }) => [Number(key), body.status])),
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
  route('GET /project/{project-slug}/{job-number}/tests', async (asking) => {
    const { job } = await jobNumbered(asking);
    const { bytes } = await asking.tx.ledger.measureTests(job.id);
    if (!tellsTests(job.body, bytes)) return ok({ items: [], next_page_token: null });
    return onePage<TestCase & { readonly seq: number }, number>(asking, {
      list: `tests of ${job.id}`, place: bySeq, placeOf: ({ seq }) => seq, find: (after, limit) => asking.tx.ledger.listTests(job.id, { ...(after === undefined ? {} : { after }), limit }),
      render: (tests) => tests.map(({ seq: _, ...test }) => test),
    });
  }),
];
