import type { Figures, Bucket } from '../../store/ledger/figures.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { requireCiProject } from '../projects/require-project.ts';
import { queryParameter, enumParameter } from '../requests/read-request.ts';
import { branchParameter } from './branch-parameters.ts';
import { allMetrics } from './metrics.ts';
import { renderInsightsPage } from './page.ts';
import { dateRangeParameters, dayMilliseconds, hourMilliseconds } from './reporting-window.ts';

/** The length of a step and the retention of each granularity, in milliseconds. */
const granularities = {
  daily: { step: dayMilliseconds, kept: 90 * dayMilliseconds },
  hourly: { step: hourMilliseconds, kept: 48 * hourMilliseconds },
} as const;

const formatTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const momentKey = ([bucket, name]: Bucket): string => `${bucket} ${name}`;
const renderMoments = (figures: readonly Figures[], step: number) => {
  const byMoment = new Map(figures.map((one) => [momentKey([one.group.bucket!, one.group.name!]), one]));
  return (moments: readonly Bucket[]) =>
    moments.map((moment) => {
      const figure = byMoment.get(momentKey(moment));
      return {
        name: moment[1],
        min_started_at: formatTime(figure?.firstStart ?? null),
        max_ended_at: formatTime(figure?.lastStop ?? null),
        timestamp: formatTime(moment[0]),
        metrics: allMetrics(figure, step / dayMilliseconds),
      };
    });
};

/** The days or hours that a page covers: only their runs are counted. */
const pageWindow = (page: readonly Bucket[], step: number, { from, to }: { readonly from: number; readonly to: number }) => ({
  from: Math.max(from, page[0]![0]),
  to: Math.min(to, page.at(-1)![0] + step),
});

const parseSeriesQuery = async (ctx: RequestContext) => {
  const project = await requireCiProject(ctx);
  const granularity = enumParameter(ctx, 'granularity', ['daily', 'hourly'], 'daily'),
    { step, kept } = granularities[granularity];
  return {
    here: project,
    step,
    window: dateRangeParameters(ctx, kept, step),
    list: [granularity, queryParameter(ctx, 'start-date'), queryParameter(ctx, 'end-date')],
  };
};
const pageLimits = (after: Bucket | undefined, limit: number) => ({ ...(after ? { after } : {}), limit });
const distinctNames = (page: readonly Bucket[]) => [...new Set(page.map(([, name]) => name))];

const listJobSeries = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { here: project, step, window, list } = await parseSeriesQuery(ctx),
    { ledger } = ctx.tx;
  const scope = { project: project.project.id, workflow: ctx.params['workflow-name']!, ...branchParameter(ctx, project) };
  return renderInsightsPage<Bucket, Bucket>(
    ctx,
    ['job series', scope, ...list],
    (after, limit) => ledger.listJobBuckets({ ...scope, ...window }, step, pageLimits(after, limit)),
    (moment) => moment,
    async (page) =>
      page.length === 0
        ? []
        : renderMoments(
            await ledger.summarizeJobs({ ...scope, ...pageWindow(page, step, window), names: distinctNames(page) }, 'all', step),
            step,
          )(page),
  );
};

/** Hosted dialect only: the time series of whole workflows. */
const listWorkflowSeries = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { here: project, step, window, list } = await parseSeriesQuery(ctx),
    { ledger } = ctx.tx;
  const scope = { of: { project: project.project.id }, ...branchParameter(ctx, project) };
  return renderInsightsPage<Bucket, Bucket>(
    ctx,
    ['workflow series', scope, ...list],
    (after, limit) => ledger.listRunBuckets({ ...scope, ...window }, step, pageLimits(after, limit)),
    (moment) => moment,
    async (page) =>
      page.length === 0
        ? []
        : renderMoments(
            await ledger.summarizeRunSeries({ ...scope, ...pageWindow(page, step, window), names: distinctNames(page) }, 'all', step),
            step,
          )(page),
  );
};

export const routes = [
  route('GET /insights/time-series/{project-slug}/workflows/{workflow-name}/jobs', listJobSeries),
  route('GET /insights/time-series/{project-slug}/workflows', listWorkflowSeries),
];
