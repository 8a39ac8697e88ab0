import { arrayValue, integerValue, objectValue, stringValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { routes as artifacts } from '../jobs/artifacts.ts';
import { routes as jobs } from '../jobs/jobs.ts';
import { callList } from '../requests/call-route.ts';
import { testResult } from '../operations/job-operations.ts';
import { ciOk } from '../responses.ts';
import { buildFilters } from './build-status.ts';
import { requireLatestBuild } from './builds.ts';
import { apiV1ProjectPath } from './paths.ts';

const listArtifacts = async (ctx: RequestContext<Transaction>, number = ctx.params['job-number']!) =>
  (await callList(ctx, artifacts, 'GET /project/{project-slug}/{job-number}/artifacts', { ...ctx.params, 'job-number': number })).map(
    ({ path, node_index, url }) => ({ path, pretty_path: path, node_index, url }),
  );

const artifactList = arrayValue(objectValue({ path: stringValue, pretty_path: stringValue, node_index: integerValue, url: stringValue }));

export const routes = [
  route(`GET ${apiV1ProjectPath}/{job-number}/artifacts`, async (ctx) => ciOk(await listArtifacts(ctx)), {
    atRoot: true,
    description: { summary: 'Lists the artifacts of a build.', responses: { 200: artifactList } },
  }),
  route(
    `GET ${apiV1ProjectPath}/latest/artifacts`,
    async (ctx) => ciOk(await listArtifacts(ctx, String((await requireLatestBuild(ctx)).job.body.number))),
    {
      atRoot: true,
      description: {
        summary: 'Lists the artifacts of the latest build.',
        query: {
          branch: textParameter('Only builds of this branch count.'),
          filter: { doc: 'Only builds of this kind count.', schema: { enum: buildFilters } },
        },
        responses: { 200: artifactList },
      },
    },
  ),
  route(
    `GET ${apiV1ProjectPath}/{job-number}/tests`,
    async (ctx) => ciOk({ tests: await callList(ctx, jobs, 'GET /project/{project-slug}/{job-number}/tests'), exceptions: [] }),
    {
      atRoot: true,
      description: {
        summary: 'Lists the test results of a build.',
        responses: {
          200: objectValue({
            tests: arrayValue(testResult),
            exceptions: arrayValue(stringValue),
          }),
        },
      },
    },
  ),
];
