import type { TestFigures } from '../../store/ledger/figures.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { requireCiProject, type ResolvedProject } from '../projects/require-project.ts';
import { bothSpellings } from '../hosted-dialect.ts';
import { ciOk } from '../responses.ts';
import { branchFilterParameter } from './branch-parameters.ts';
import { windowOfDays, windowEnd, longestWindow } from './reporting-window.ts';

/** Workflow runs that count, tests in a list, and days in which a test is flaky. */
const testMetricLimits = { runs: 10, tests: 100, flakyDays: 14 };
const roundToMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const findFlakyTests = (ctx: RequestContext, project: string) => {
  const { from, to } = windowOfDays(windowEnd(ctx), testMetricLimits.flakyDays);
  return ctx.tx.ledger.listFlakyTests(project, from, to);
};

const listFlakyTests = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { project } = await requireCiProject(ctx);
  const tests = await findFlakyTests(ctx, project.id);
  const spelled = (members: object): object => bothSpellings(members, ctx.dialect);
  return ciOk(
    spelled({
      'flaky-tests': tests.map((one) =>
        spelled({
          'time-wasted': roundToMilliseconds(one.seconds),
          'workflow-created-at': new Date(one.runCreatedAt).toISOString(),
          'workflow-id': one.run,
          classname: one.classname,
          'pipeline-number': one.pipelineNumber,
          'workflow-name': one.workflow,
          'test-name': one.name,
          'job-name': one.jobName,
          'job-number': one.jobNumber,
          'times-flaked': one.failures,
          source: one.source,
          file: one.file,
        }),
      ),
      'total-flaky-tests': tests.length,
    }),
  );
};

const renderTestFigures =
  (flakyTests: ReadonlySet<string>) =>
  ({ test, name, classname, file, source, jobName, runs, failures, p95 }: TestFigures) => ({
    p95_duration: roundToMilliseconds(p95),
    total_runs: runs,
    classname,
    failed_runs: failures,
    flaky: flakyTests.has(test),
    source,
    file,
    job_name: jobName,
    test_name: name,
  });

type LedgerTestCounts = Awaited<ReturnType<RequestContext['tx']['ledger']['countTests']>>;

/** The test counts of a workflow run. */
const renderTestRun = (counts: LedgerTestCounts, { id, pipelineNumber }: { readonly id: string; readonly pipelineNumber: number }) => {
  const countOf = (result: string): number => counts.find((one) => one.run === id && one.result === result)?.count ?? 0;
  const [success, failure, error, skipped] = [countOf('success'), countOf('failure'), countOf('error'), countOf('skipped')];
  const executed = success + failure + error;
  return {
    pipeline_number: pipelineNumber,
    workflow_id: id,
    success_rate: executed === 0 ? 0 : success / executed,
    test_counts: { error, failure, skipped, success, total: executed + skipped },
  };
};

/** The latest runs of the workflow of the path. */
const listLatestRuns = (ctx: RequestContext, project: ResolvedProject) =>
  ctx.tx.ledger.listRuns(
    {
      of: { project: project.project.id },
      names: [ctx.params['workflow-name']!],
      ...branchFilterParameter(ctx, project),
      ...longestWindow(ctx),
    },
    { limit: testMetricLimits.runs },
  );

const renderTestMetrics = async (ctx: RequestContext): Promise<RouteResponse> => {
  const project = await requireCiProject(ctx);
  const { ledger } = ctx.tx;
  const [runs, flaky] = await Promise.all([listLatestRuns(ctx, project), findFlakyTests(ctx, project.project.id)]);
  const ids = runs.map(({ id }) => id);
  const [counts, failed, slowest] = await Promise.all([
    ledger.countTests(ids),
    ledger.listTestFigures(ids, 'failures', testMetricLimits.tests),
    ledger.listTestFigures(ids, 'p95', testMetricLimits.tests),
  ]);
  const testRuns = runs.map((run) => renderTestRun(counts, run)).filter(({ test_counts: { total } }) => total > 0);
  const flakyTests = new Set(flaky.map(({ test }) => test));
  const testCount = testRuns.reduce((sum, { test_counts: { total } }) => sum + total, 0);
  return ciOk({
    average_test_count: testRuns.length === 0 ? 0 : Math.round(testCount / testRuns.length),
    most_failed_tests: failed.tests.map(renderTestFigures(flakyTests)),
    most_failed_tests_extra: failed.total - failed.tests.length,
    slowest_tests: slowest.tests.map(renderTestFigures(flakyTests)),
    slowest_tests_extra: slowest.total - slowest.tests.length,
    total_test_runs: testRuns.length,
    test_runs: testRuns,
  });
};

export const routes = [
  route('GET /insights/{project-slug}/flaky-tests', listFlakyTests),
  route('GET /insights/{project-slug}/workflows/{workflow-name}/test-metrics', renderTestMetrics),
];
