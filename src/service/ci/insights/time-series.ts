import type { Figures, Bucket } from '../../store/ledger/figures.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { requireCiProject } from '../projects/require-project.ts';
import { queryParameter, enumParameter } from '../requests/read-request.ts';
import { branchParameter } from './branch-parameters.ts';
import { allMetrics } from './metrics.ts';
import { renderInsightsPage } from './page.ts';
import { dateRangeParameters, dayMilliseconds, hourMilliseconds } from './reporting-window.ts';

/** How long each is kept. */
const granularities = {
  daily: { step: dayMilliseconds, kept: 90 * dayMilliseconds },
  hourly: { step: hourMilliseconds, kept: 48 * hourMilliseconds },
} as const;

const formatTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const momentKey = ([bucket, name]: Bucket): string => `${bucket} ${name}`;
const renderMoments = (figures: readonly Figures[], step: number) => {
  const known = new Map(figures.map((one) => [momentKey([one.group.bucket!, one.group.name!]), one]));
  return (moments: readonly Bucket[]) =>
    moments.map((moment) => {
      const found = known.get(momentKey(moment));
      return {
        name: moment[1],
        min_started_at: formatTime(found?.firstStart ?? null),
        max_ended_at: formatTime(found?.lastStop ?? null),
        timestamp: formatTime(moment[0]),
        metrics: allMetrics(found, step / dayMilliseconds),
      };
    });
};

/** A page covers a stretch of days or hours: only those are counted. */
const pageWindow = (page: readonly Bucket[], step: number, { from, to }: { readonly from: number; readonly to: number }) => ({
  from: Math.max(from, page[0]![0]),
  to: Math.min(to, page.at(-1)![0] + step),
});

const parseSeriesQuery = async (asking: RequestContext) => {
  const here = await requireCiProject(asking);
  const granularity = enumParameter(asking, 'granularity', ['daily', 'hourly'], 'daily'),
    { step, kept } = granularities[granularity];
  return {
    here,
    step,
    window: dateRangeParameters(asking, kept, step),
    list: [granularity, queryParameter(asking, 'start-date'), queryParameter(asking, 'end-date')],
  };
};
const pageLimits = (after: Bucket | undefined, limit: number) => ({ ...(after ? { after } : {}), limit });
const distinctNames = (page: readonly Bucket[]) => [...new Set(page.map(([, name]) => name))];

const listJobSeries = async (asking: RequestContext): Promise<RouteResponse> => {
  const { here, step, window, list } = await parseSeriesQuery(asking),
    { ledger } = asking.tx;
  const scope = { project: here.project.id, workflow: asking.params['workflow-name']!, ...branchParameter(asking, here) };
  return renderInsightsPage<Bucket, Bucket>(
    asking,
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

/** Of the hosted service: the same of whole workflows. */
const listWorkflowSeries = async (asking: RequestContext): Promise<RouteResponse> => {
  const { here, step, window, list } = await parseSeriesQuery(asking),
    { ledger } = asking.tx;
  const scope = { of: { project: here.project.id }, ...branchParameter(asking, here) };
  return renderInsightsPage<Bucket, Bucket>(
    asking,
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
