import type { Figures, FigureGroup, RunFilter } from '../../store/ledger/figures.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { requireOrganizationBySlug } from '../organizations/require-organization.ts';
import { requireCiProject } from '../projects/require-project.ts';
import { queryParameter } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import type { CiProject } from '../projects/project-records.ts';
import { repeatedParameter } from './branch-parameters.ts';
import { sumFigures, trendMetrics, summaryMetrics, summaryMetricsWithP95 } from './metrics.ts';
import { trendWindows, type ReportingWindow, longestWindow, reportingWindowParameter } from './reporting-window.ts';

/** The most names, branches and rows in one response. */
const maxRows = 5000;

/** The most branches of workflows in one response, those with the most runs; `branches` selects others. */
const maxBranchRows = 100;

type Column = 'project' | 'name' | 'branch';
type Scope = Omit<RunFilter, 'from' | 'to'>;
interface TrendFigures {
  readonly whole: readonly Figures[];
  readonly now: readonly Figures[];
  readonly before: readonly Figures[];
}

const groupKey = (group: FigureGroup, by: readonly Column[]): string => by.map((column) => group[column]).join('\0');
/** Merges groups into groups of fewer columns. */
const mergeGroups = (figures: readonly Figures[], by: readonly Column[]): readonly Figures[] => {
  const all = new Map<string, Figures[]>();
  for (const one of figures) {
    const key = groupKey(one.group, by),
      group = all.get(key);
    if (group) group.push(one);
    else all.set(key, [one]);
  }
  const groups = [...all].map(
    ([key, some]) => [key, sumFigures(Object.fromEntries(by.map((column) => [column, some[0]!.group[column]])), some)] as const,
  );
  return groups.sort(([a, one], [b, other]) => other.runs - one.runs || (a < b ? -1 : 1)).map(([, one]) => one);
};
const mergeTrendFigures = (parts: TrendFigures, by: readonly Column[]): TrendFigures => ({
  whole: mergeGroups(parts.whole, by),
  now: mergeGroups(parts.now, by),
  before: mergeGroups(parts.before, by),
});

/** Figures of the window, of its latest part and of the part before that. No run is counted twice. */
const countTrendFigures = async (
  { tx: { ledger } }: RequestContext,
  scope: Scope,
  window: ReportingWindow,
  by: readonly Column[],
): Promise<TrendFigures> => {
  const parts = trendWindows(window),
    figures = (part: Pick<ReportingWindow, 'from' | 'to'>) => ledger.summarizeRuns({ ...scope, ...part }, by, 'sums');
  const [now, before, rest] = await Promise.all([
    figures(parts.now),
    figures(parts.before),
    parts.before.from > window.from ? figures({ from: window.from, to: parts.before.from }) : [],
  ]);
  if (parts.now.from === window.from) return { whole: now, now, before };
  return { whole: mergeGroups([...rest, ...before, ...now], by), now, before };
};

const renderTrends = (
  { whole: total, now, before }: TrendFigures,
  window: ReportingWindow,
  by: readonly Column[],
  metricsOf: typeof summaryMetrics,
) => {
  const trend = trendWindows(window),
    keyed = (figures: readonly Figures[]) => new Map(figures.map((one) => [groupKey(one.group, by), one]));
  const [all, latest, earlier] = [keyed(total), keyed(now), keyed(before)];
  const one = (group: FigureGroup, key: string) => ({
    group,
    metrics: metricsOf(all.get(key), window.days),
    trends: trendMetrics(metricsOf(latest.get(key), trend.now.days), metricsOf(earlier.get(key), trend.before.days)),
  });
  // A project and an organization have figures (zeros) even without a run.
  return by.length === 0 ? [one({}, groupKey({}, by))] : total.map(({ group }) => one(group, groupKey(group, by)));
};

/** Figures of these groups with percentiles, which are computed from their runs. */
const rankGroups = async (
  { tx: { ledger } }: RequestContext,
  of: Scope['of'],
  window: ReportingWindow,
  parts: TrendFigures,
  by: readonly Column[],
  groups: readonly Figures[],
) => {
  const keys = new Set(groups.map(({ group }) => groupKey(group, by))),
    { now, before } = trendWindows(window);
  const those = (figures: readonly Figures[], part: ReportingWindow) =>
    ledger.addPercentiles(
      { of, ...part },
      by,
      figures.filter(({ group }) => keys.has(groupKey(group, by))),
    );
  const [whole, latest, earlier] = await Promise.all([
    ledger.addPercentiles({ of, ...window }, by, groups),
    those(parts.now, now),
    those(parts.before, before),
  ]);
  return renderTrends({ whole, now: latest, before: earlier }, window, by, summaryMetricsWithP95);
};

const summarizeProject = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { project, organization } = await requireCiProject(ctx);
  const window = reportingWindowParameter(ctx),
    of = { project: project.id };
  const [names, branches] = [repeatedParameter(ctx, 'workflow-names'), repeatedParameter(ctx, 'branches')];
  const pairs = await countTrendFigures(ctx, { of }, window, ['name', 'branch']);
  const flows = mergeTrendFigures(pairs, ['name']),
    isNamed = ({ group }: Figures): boolean => names?.includes(group.name!) ?? true;
  const workflowNames = flows.whole.map(({ group }) => group.name!),
    isAsked = (one: Figures): boolean => one.group.branch !== '' && isNamed(one) && (branches?.includes(one.group.branch!) ?? true);
  const [total] = renderTrends(mergeTrendFigures(pairs, []), window, [], summaryMetrics);
  const ofFlows = await rankGroups(ctx, of, window, flows, ['name'], flows.whole.filter(isNamed).slice(0, maxRows));
  const ofPairs = await rankGroups(
    ctx,
    of,
    window,
    pairs,
    ['name', 'branch'],
    mergeGroups(pairs.whole, ['name', 'branch']).filter(isAsked).slice(0, maxBranchRows),
  );
  return ciOk({
    org_id: organization.id,
    project_id: project.id,
    project_data: { metrics: total!.metrics, trends: total!.trends },
    project_workflow_data: ofFlows.map(({ group, metrics, trends }) => ({ workflow_name: group.name, metrics, trends })),
    project_workflow_branch_data: ofPairs.map(({ group, metrics, trends }) => ({
      workflow_name: group.name,
      branch: group.branch,
      metrics,
      trends,
    })),
    all_branches: [...new Set(pairs.whole.map(({ group }) => group.branch!))]
      .filter((branch) => branch !== '')
      .sort()
      .slice(0, maxRows),
    all_workflows: [...workflowNames].sort().slice(0, maxRows),
  });
};

const summarizeOrganization = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { organization } = await requireOrganizationBySlug(ctx, ctx.params['provider']!, ctx.params['organization']!);
  const window = reportingWindowParameter(ctx),
    projectNames = repeatedParameter(ctx, 'project-names');
  const [projects, parts] = await Promise.all([
    ctx.tx.list<CiProject>({ kind: 'ci-projects', scope: organization.id }),
    countTrendFigures(ctx, { of: { organization: organization.id } }, window, ['project']),
  ]);
  const names = new Map(projects.records.map(({ id, name }) => [id, name]));
  const [total] = renderTrends(mergeTrendFigures(parts, []), window, [], summaryMetrics);
  return ciOk({
    org_data: { metrics: total!.metrics, trends: total!.trends },
    org_project_data: renderTrends(mergeTrendFigures(parts, ['project']), window, ['project'], summaryMetrics)
      .map(({ group, metrics, trends }) => ({ project_name: names.get(group.project!) ?? '', metrics, trends }))
      .filter(({ project_name: name }) => projectNames?.includes(name) ?? true),
    all_projects: [...names.values()].sort(),
  });
};

const listBranches = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { project, organization } = await requireCiProject(ctx);
  const workflow = queryParameter(ctx, 'workflow-name');
  const branchNames = await ctx.tx.ledger.listRunNames(
    { of: { project: project.id }, ...(workflow === undefined ? {} : { names: [workflow] }), ...longestWindow(ctx) },
    'branch',
    { limit: maxRows },
  );
  return ciOk({ org_id: organization.id, project_id: project.id, branches: branchNames });
};

export const routes = [
  route('GET /insights/pages/{project-slug}/summary', summarizeProject),
  route('GET /insights/{org-slug}/summary', summarizeOrganization),
  route('GET /insights/{project-slug}/branches', listBranches),
];
