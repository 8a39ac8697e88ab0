import { arrayValue, partialObject, stringValue, timeValue, uuidValue } from '../../http/body-schemas.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { textParameter } from '../../http/operation-description.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { isOrganizationMember } from '../organizations/require-organization.ts';
import { requireCiUser } from '../organizations/users.ts';
import { requirePipeline } from '../pipelines/require-pipeline.ts';
import type { CiProject } from '../projects/project-records.ts';
import {
  invalidRequest,
  objectMember,
  optionalMember,
  parseCiBody,
  parseMembers,
  queryParameter,
  requiredMember,
} from '../requests/read-request.ts';
import { isUuid } from '../slugs/short-id.ts';
import { answerEntities, answerEntity, apiV3Path } from './envelope.ts';
import { findRuns, loadRuns, type Run } from './find-runs.ts';
import { filterParameter, pageLimit, timeFilter, withPathParameter } from './parameters.ts';
import { phaseOfRun } from './phase.ts';
import { renderRunEntity, runSchema } from './render-run.ts';
import { parseRunFilter } from './run-filter.ts';
import { entitiesBody, entityBody, pageCursorParameter, pageLimitParameter } from './schemas.ts';

/** Runs on a page, at most. */
const maxRuns = 20;

interface Period {
  readonly from: string | undefined;
  readonly to: string | undefined;
}
const isWithin = ({ pipeline }: Run, { to }: Period): boolean => to === undefined || Date.parse(pipeline.body.createdAt) <= Date.parse(to);
const beginsIn =
  ({ from }: Period) =>
  ({ createdAt }: { readonly createdAt: string }): boolean =>
    from === undefined || Date.parse(createdAt) >= Date.parse(from);

const listOwnRuns = async (ctx: RequestContext): Promise<RouteResponse> => {
  if (filterParameter(ctx, 'user_id') !== 'me') throw invalidRequest({ detail: 'expected me', parameter: 'filter[user_id]' });
  const { body } = await requireCiUser(ctx);
  const [phase, outcome] = [filterParameter(ctx, 'phase'), filterParameter(ctx, 'current_outcome')];
  const period: Period = { from: timeFilter(ctx, 'from'), to: timeFilter(ctx, 'to') };
  const keys = ctx.caller.memberships.map(({ organization }) => organization);
  const organizations = (await ctx.tx.list({ kind: 'ci-organizations', scope: '', keys })).records.map(({ id }) => id);
  const { runs, next } = await findRuns(ctx, {
    filter: {
      body: [
        { path: 'startedBy', is: body.uuid! },
        { path: 'organization', is: organizations },
      ],
    },
    limit: pageLimit(ctx, maxRuns),
    cursor: queryParameter(ctx, 'page[cursor]'),
    question: [phase, outcome, period],
    isRecentEnough: beginsIn(period),
    matches: (run) => {
      const now = phaseOfRun(run.pipeline.body.state, run.statuses);
      return isWithin(run, period) && [undefined, now.phase].includes(phase as never) && [undefined, now.current_outcome].includes(outcome);
    },
  });
  return answerEntities(runs.map(renderRunEntity), next);
};

const uuidListMember = {
  description: 'a list of 1 to 100 UUIDs',
  accepts: (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.length <= 100 && value.every((one) => typeof one === 'string' && isUuid(one)),
};
const timeMember = {
  description: 'a time such as 2026-05-01T12:00:00Z',
  accepts: (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
};
const filterMember = { description: 'an expression', accepts: (value: unknown) => typeof value === 'string' };
const cursorMember = { description: 'the page.next of the page before', accepts: (value: unknown) => typeof value === 'string' };
const orders = ['', '-created_at', 'created_at desc'];
const orderMember = { description: 'nothing, or -created_at: newest first', accepts: (value: unknown) => orders.includes(value as string) };
const limitMember = {
  description: `a number from 1 to ${maxRuns}`,
  accepts: (value: unknown) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxRuns,
};

const parseSearch = (ctx: RequestContext) => {
  const sent = parseCiBody(ctx, {
    scope: requiredMember(objectMember),
    filter: optionalMember(filterMember),
    order_by: optionalMember(orderMember),
    page: optionalMember(objectMember),
  });
  const scope = parseMembers(
    ctx,
    sent['scope'],
    { project_ids: requiredMember(uuidListMember), from: optionalMember(timeMember), to: optionalMember(timeMember) },
    '/scope',
  ) as { readonly project_ids: readonly string[] } & Partial<Period>;
  const page = parseMembers(
    ctx,
    sent['page'] ?? {},
    { cursor: optionalMember(cursorMember), limit: optionalMember(limitMember) },
    '/page',
  ) as {
    readonly cursor?: string;
    readonly limit?: number;
  };
  return { scope, page, filter: (sent['filter'] as string | undefined) ?? '' };
};

/** Which of the projects the caller can see. Runs of the others are left out, as for projects that do not exist. */
const visibleProjects = async (ctx: RequestContext, ids: readonly string[]): Promise<readonly string[]> => {
  const known = await ctx.tx.getMany<CiProject>('ci-projects', [...new Set(ids.map((id) => id.toLowerCase()))]);
  const homes = await ctx.tx.getMany<CiOrganization>('ci-organizations', [...new Set(known.map(({ scope }) => scope))]);
  const own = new Set(homes.filter((organization) => isOrganizationMember(ctx, organization)).map(({ id }) => id));
  return known.flatMap(({ id, scope }) => (own.has(scope) ? [id] : [])).sort();
};

const searchRuns = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { scope, page, filter } = parseSearch(ctx);
  const period: Period = { from: scope.from, to: scope.to };
  const [matches, projects] = await Promise.all([parseRunFilter(filter), visibleProjects(ctx, scope.project_ids)]);
  if (projects.length === 0) return answerEntities([]);
  const { runs, next } = await findRuns(ctx, {
    filter: { scope: projects },
    limit: page.limit ?? maxRuns,
    cursor: page.cursor,
    question: [filter, period],
    isRecentEnough: beginsIn(period),
    matches: (run) => isWithin(run, period) && matches(run),
  });
  return answerEntities(runs.map(renderRunEntity), next);
};

const searchSchema = {
  type: 'object',
  required: ['scope'],
  properties: {
    scope: { ...partialObject({ project_ids: arrayValue(uuidValue), from: timeValue, to: timeValue }), required: ['project_ids'] },
    filter: { ...stringValue, description: 'An expression over pipeline.git.branch, pipeline.status and other values of a run.' },
    order_by: stringValue,
    page: partialObject({ cursor: stringValue, limit: { type: 'integer', minimum: 1, maximum: maxRuns } }),
  },
} as const;

export const routes = [
  route(`GET ${apiV3Path}/runs`, listOwnRuns, {
    atRoot: true,
    description: {
      summary: 'Lists the runs that the caller started, newest first.',
      query: {
        'filter[user_id]': { doc: 'Always `me`.', schema: { type: 'string', const: 'me' } },
        'filter[phase]': textParameter('Only runs in this phase.'),
        'filter[current_outcome]': textParameter('Only runs with this outcome so far.'),
        'filter[from]': { doc: 'Only runs that were created then or later.', schema: timeValue },
        'filter[to]': { doc: 'Only runs that were created then or earlier.', schema: timeValue },
        'page[limit]': pageLimitParameter(maxRuns),
        'page[cursor]': pageCursorParameter,
      },
      responses: { 200: entitiesBody(runSchema) },
    },
  }),
  route(`POST ${apiV3Path}/runs/search`, searchRuns, {
    atRoot: true,
    description: {
      summary: 'Finds runs of projects, newest first.',
      request: searchSchema,
      responses: { 200: entitiesBody(runSchema) },
      example: {
        scope: { project_ids: ['5b0f7c1e-6a53-4c0e-9a52-0d6f4a1be101'], from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z' },
        filter: 'pipeline.git.branch == "main"',
        page: { cursor: '', limit: 20 },
      },
    },
  }),
  route(
    `GET ${apiV3Path}/runs/{run_id}`,
    async (ctx) => {
      const { pipeline } = await requirePipeline(withPathParameter(ctx, 'pipeline-id', ctx.params['run_id']!));
      return answerEntity(renderRunEntity((await loadRuns(ctx, [pipeline]))[0]!));
    },
    { atRoot: true, description: { summary: 'Shows a run.', responses: { 200: entityBody(runSchema) } } },
  ),
];
