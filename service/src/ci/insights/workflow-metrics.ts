import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { requireCiProject } from '../projects/require-project.ts';
import { queryParameter } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { branchFilterParameter } from './branch-parameters.ts';
import { trendMetrics, allMetrics } from './metrics.ts';
import { renderInsightsPage } from './page.ts';
import { dateRangeParameters, trendWindows, longestWindow, reportingWindowParameter } from './reporting-window.ts';

const formatTime = (at: number): string => new Date(at).toISOString();
const renderBounds = ({ from, to }: { readonly from: number; readonly to: number }) => ({
  window_start: formatTime(from),
  window_end: formatTime(to - 1),
});

const listWorkflowMetrics = async (ctx: RequestContext): Promise<RouteResponse> => {
  const project = await requireCiProject(ctx);
  const window = reportingWindowParameter(ctx),
    scope = { of: { project: project.project.id }, ...branchFilterParameter(ctx, project) };
  const { ledger } = ctx.tx;
  return renderInsightsPage<string, string>(
    ctx,
    ['insights', scope, queryParameter(ctx, 'reporting-window')],
    (after, limit) => ledger.listRunNames({ ...scope, ...window }, 'name', { ...(after === undefined ? {} : { after }), limit }),
    (name) => name,
    async (names) => {
      const figures = new Map(
        (await ledger.summarizeRuns({ ...scope, ...window, names }, ['name'], 'all')).map((one) => [one.group.name, one]),
      );
      return names.map((name) => ({
        name,
        metrics: allMetrics(figures.get(name), window.days),
        ...renderBounds(window),
        project_id: project.project.id,
      }));
    },
  );
};

const listWorkflowRuns = async (ctx: RequestContext): Promise<RouteResponse> => {
  const project = await requireCiProject(ctx);
  const window = dateRangeParameters(ctx),
    scope = { of: { project: project.project.id }, names: [ctx.params['workflow-name']!], ...branchFilterParameter(ctx, project) };
  return renderInsightsPage(
    ctx,
    ['runs', scope, queryParameter(ctx, 'start-date'), queryParameter(ctx, 'end-date')],
    (before: number | undefined, limit) =>
      ctx.tx.ledger.listRuns({ ...scope, ...window }, { ...(before === undefined ? {} : { before }), limit }),
    ({ seq }) => seq,
    (runs) =>
      runs.map(({ id, branch, seconds, createdAt, stoppedAt, credits, status, isApproval }) => ({
        id,
        branch,
        duration: seconds,
        created_at: formatTime(createdAt),
        stopped_at: formatTime(stoppedAt),
        credits_used: Math.round(credits),
        status,
        is_approval: isApproval,
      })),
  );
};

/** The metrics that trends compare; the hosted service also compares the median duration. */
const trendValues = ({ dialect }: RequestContext, metrics: ReturnType<typeof allMetrics>): Record<string, number> => {
  const { duration_metrics: durations, ...numbers } = metrics;
  const median = (durations as { readonly median: number }).median;
  return { ...(numbers as Record<string, number>), ...(dialect === 'hosted' ? { median_duration_secs: median } : {}) };
};

const summarizeWorkflow = async (ctx: RequestContext): Promise<RouteResponse> => {
  const project = await requireCiProject(ctx);
  const window = longestWindow(ctx),
    { now, before } = trendWindows(window);
  const of = { project: project.project.id },
    scope = { of, names: [ctx.params['workflow-name']!], ...branchFilterParameter(ctx, project) };
  const { ledger } = ctx.tx;
  const figures = async (part: typeof window) => allMetrics((await ledger.summarizeRuns({ ...scope, ...part }, [], 'all'))[0], part.days);
  const [whole, latest, earlier, workflowNames] = await Promise.all([
    figures(window),
    figures(now),
    figures(before),
    ledger.listRunNames({ of, ...window }, 'name', { limit: 5000 }),
  ]);
  return ciOk({
    metrics: { ...whole, ...renderBounds(window) },
    trends: trendMetrics(trendValues(ctx, latest), trendValues(ctx, earlier)),
    workflow_names: workflowNames,
  });
};

const listJobMetrics = async (ctx: RequestContext): Promise<RouteResponse> => {
  const project = await requireCiProject(ctx);
  const window = reportingWindowParameter(ctx),
    nameContains = queryParameter(ctx, 'job-name');
  const scope = {
    project: project.project.id,
    workflow: ctx.params['workflow-name']!,
    ...branchFilterParameter(ctx, project),
    ...(nameContains === undefined ? {} : { nameContains }),
  };
  const { ledger } = ctx.tx;
  return renderInsightsPage<string, string>(
    ctx,
    ['jobs', scope, queryParameter(ctx, 'reporting-window')],
    (after, limit) => ledger.listJobNames({ ...scope, ...window }, { ...(after === undefined ? {} : { after }), limit }),
    (name) => name,
    async (names) => {
      const figures = new Map((await ledger.summarizeJobs({ ...scope, ...window, names }, 'all')).map((one) => [one.group.name, one]));
      return names.map((name) => ({ name, metrics: allMetrics(figures.get(name), window.days), ...renderBounds(window) }));
    },
  );
};

/** Hosted dialect only: the runs of one job. */
const listJobRuns = async (ctx: RequestContext): Promise<RouteResponse> => {
  const project = await requireCiProject(ctx);
  const window = dateRangeParameters(ctx);
  const scope = {
    project: project.project.id,
    workflow: ctx.params['workflow-name']!,
    names: [ctx.params['job-name']!],
    ...branchFilterParameter(ctx, project),
  };
  return renderInsightsPage(
    ctx,
    ['job runs', scope, queryParameter(ctx, 'start-date'), queryParameter(ctx, 'end-date')],
    (before: number | undefined, limit) =>
      ctx.tx.ledger.listJobs({ ...scope, ...window }, { ...(before === undefined ? {} : { before }), limit }),
    ({ seq }) => seq,
    (runs) =>
      runs.map(({ id, seconds, startedAt, stoppedAt, credits, status }) => ({
        id,
        duration: seconds,
        started_at: formatTime(startedAt),
        stopped_at: formatTime(stoppedAt),
        credits_used: Math.round(credits),
        status,
      })),
  );
};

export const routes = [
  route('GET /insights/{project-slug}/workflows', listWorkflowMetrics),
  route('GET /insights/{project-slug}/workflows/{workflow-name}', listWorkflowRuns),
  route('GET /insights/{project-slug}/workflows/{workflow-name}/summary', summarizeWorkflow),
  route('GET /insights/{project-slug}/workflows/{workflow-name}/jobs', listJobMetrics),
  route('GET /insights/{project-slug}/workflows/{workflow-name}/jobs/{job-name}', listJobRuns),
];
