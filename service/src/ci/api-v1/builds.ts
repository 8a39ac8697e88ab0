import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { listJobNodes } from '../jobs/job-output.ts';
import { requireNumberedJob } from '../pipelines/require-pipeline.ts';
import { requireCiProject } from '../projects/require-project.ts';
import { queryParameter } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { type BuildQuery, findBuilds, loadBuilds, onlyProject, parseBuildQuery } from './find-builds.ts';
import { apiV1Path, apiV1ProjectPath } from './paths.ts';
import { listFollowedProjects } from './projects.ts';
import { buildBody, buildList, buildListQuery } from './schemas.ts';
import { type Build, renderBuild, renderBuildSummary } from './render-build.ts';

const listBuilds = async (ctx: RequestContext, branch?: string): Promise<RouteResponse> => {
  const { project, organization } = await requireCiProject(ctx);
  const builds = await findBuilds(ctx, onlyProject(project, organization), parseBuildQuery(ctx, branch));
  return ciOk(builds.map((build) => renderBuildSummary(ctx, build)));
};

/** The newest build that matches; throws 404 if there is none. */
export const requireLatestBuild = async (ctx: RequestContext): Promise<Build> => {
  const { project, organization } = await requireCiProject(ctx);
  const query: BuildQuery = { ...parseBuildQuery(ctx, queryParameter(ctx, 'branch')), limit: 1, offset: 0 };
  const [build] = await findBuilds(ctx, onlyProject(project, organization), query);
  if (!build) throw notFound('a build that matches');
  return build;
};

/** The document of one build. */
export const describeBuild = async (ctx: RequestContext, build: Build) => {
  const [nodes, artifacts] = await Promise.all([
    listJobNodes(ctx.tx, build.job.id),
    ctx.tx.count({ kind: 'ci-artifacts', scope: build.job.id }),
  ]);
  return renderBuild(ctx, build, nodes, artifacts > 0);
};

/** Builds of API v1.1 are jobs that have a number. */
export const routes = [
  route(
    `GET ${apiV1Path}/recent-builds`,
    async (ctx) => {
      const followed = new Map((await listFollowedProjects(ctx)).map((one) => [one.project.id, one]));
      const builds = await findBuilds(ctx, followed, parseBuildQuery(ctx, undefined));
      return ciOk(builds.map((build) => renderBuildSummary(ctx, build)));
    },
    {
      atRoot: true,
      description: { summary: 'Lists the latest builds of all projects.', query: buildListQuery, responses: { 200: buildList } },
    },
  ),
  route(`GET ${apiV1ProjectPath}`, (ctx) => listBuilds(ctx), {
    atRoot: true,
    description: { summary: 'Lists the latest builds of a project.', query: buildListQuery, responses: { 200: buildList } },
  }),
  route(`GET ${apiV1ProjectPath}/tree/{branch}`, (ctx) => listBuilds(ctx, ctx.params['branch']), {
    atRoot: true,
    description: { summary: 'Lists the latest builds of a branch.', query: buildListQuery, responses: { 200: buildList } },
  }),
  route(
    `GET ${apiV1ProjectPath}/{job-number}`,
    async (ctx) => {
      const { job, project, organization } = await requireNumberedJob(ctx);
      const [build] = await loadBuilds(ctx, [job], onlyProject(project, organization));
      return ciOk(await describeBuild(ctx, build!));
    },
    { atRoot: true, description: { summary: 'Shows a build with the steps that a runner ran.', responses: { 200: buildBody } } },
  ),
];
