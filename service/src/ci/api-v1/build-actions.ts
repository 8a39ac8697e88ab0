import { freeObject, integerValue, nullable, objectValue, partialObject, stringValue } from '../../http/body-schemas.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import { type RequestContext, type RouteResponse, route, type LookupContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { Job } from '../jobs/job-records.ts';
import { routes as jobs } from '../jobs/jobs.ts';
import { requireNumberedJob } from '../pipelines/require-pipeline.ts';
import { routes as triggering } from '../pipelines/trigger-pipeline.ts';
import { requireCiProject } from '../projects/require-project.ts';
import { callRoute } from '../requests/call-route.ts';
import { invalidRequest, objectMember, optionalMember, parseCiBody } from '../requests/read-request.ts';
import { refMember } from '../requests/text-members.ts';
import { ciCreated, ciOk } from '../responses.ts';
import { rerunJobs } from '../workflows/rerun-workflow.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { describeBuild } from './builds.ts';
import { loadBuilds, onlyProject } from './find-builds.ts';
import { apiV1ProjectPath } from './paths.ts';
import { buildBody } from './schemas.ts';

const buildPath = `${apiV1ProjectPath}/{job-number}`;

const answerBuild = async (ctx: RequestContext, id: string): Promise<unknown> => {
  const { project, organization } = await requireCiProject(ctx);
  const [build] = await loadBuilds(ctx, await ctx.tx.getMany<Job>('ci-jobs', [id]), onlyProject(project, organization));
  return describeBuild(ctx, build!);
};

/** Runs the job again, in a new workflow. The answer is the new build, which has its number as soon as it is queued. */
const retryBuild = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { job, organization } = await requireNumberedJob(ctx, 'start-builds');
  const workflow = (await ctx.tx.get<Workflow>('ci-workflows', job.body.workflow))!;
  const next = await rerunJobs(ctx, workflow, organization.id, new Set([job.id]));
  const again = (await ctx.tx.getMany<Job>('ci-jobs', (await ctx.tx.get<Workflow>('ci-workflows', next))!.body.jobs)).find(
    (one: StoredRecord<Job>) => one.body.name === job.body.name,
  )!;
  return ciOk(await answerBuild(ctx, again.id));
};

const absentMember = { description: 'null', accepts: (value: unknown) => value === null };
const nullableRefMember = { description: refMember.description, accepts: (value: unknown) => value === null || refMember.accepts(value) };

/** Starts a pipeline: of a branch, or of a tag that the body names. A single revision cannot be built. */
const triggerBuild = async (ctx: LookupContext<Transaction>): Promise<RouteResponse> => {
  const sent =
    ctx.body === undefined
      ? {}
      : parseCiBody(ctx, {
          parallel: optionalMember(absentMember),
          revision: optionalMember(absentMember),
          tag: optionalMember(nullableRefMember),
          branch: optionalMember(nullableRefMember),
          build_parameters: optionalMember(objectMember),
          parameters: optionalMember(objectMember),
        });
  const named = {
    tag: (sent['tag'] ?? undefined) as string | undefined,
    branch: (ctx.params['branch'] ?? sent['branch'] ?? undefined) as string | undefined,
  };
  if (named.branch !== undefined && !refMember.accepts(named.branch))
    throw invalidRequest({ detail: `expected ${refMember.description}`, parameter: 'branch' });
  const parameters = sent['parameters'] ?? sent['build_parameters'];
  const body = {
    ...(named.tag !== undefined ? { tag: named.tag } : named.branch !== undefined ? { branch: named.branch } : {}),
    ...(parameters === undefined ? {} : { parameters }),
  };
  const pipeline = await callRoute(ctx, triggering, 'POST /project/{project-slug}/pipeline', { body });
  return ciCreated({ status: 201, body: 'Build created', pipeline });
};

const triggerDescription: OperationDescription = {
  summary: 'Starts a pipeline.',
  request: partialObject({
    parallel: { type: 'null' },
    revision: { type: 'null' },
    tag: nullable(stringValue),
    branch: nullable(stringValue),
    build_parameters: freeObject,
    parameters: freeObject,
  }),
  responses: { 201: objectValue({ status: integerValue, body: stringValue, pipeline: freeObject }) },
};

export const routes = [
  route(`POST ${buildPath}/retry`, retryBuild, {
    atRoot: true,
    description: { summary: 'Runs a build again.', request: partialObject({}), responses: { 200: buildBody } },
  }),
  route(
    `POST ${buildPath}/cancel`,
    async (ctx) => {
      const { job } = await requireNumberedJob(ctx);
      await callRoute(ctx, jobs, 'POST /project/{project-slug}/job/{job-number}/cancel');
      return ciOk(await answerBuild(ctx, job.id));
    },
    { atRoot: true, description: { summary: 'Cancels a build.', request: partialObject({}), responses: { 200: buildBody } } },
  ),
  route(`POST ${apiV1ProjectPath}/tree/{branch}`, triggerBuild, { atRoot: true, looksUp: true, description: triggerDescription }),
  route(`POST ${apiV1ProjectPath}/build`, triggerBuild, { atRoot: true, looksUp: true, description: triggerDescription }),
];
