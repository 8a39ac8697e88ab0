import type { TestFigures } from '../../store/ledger/figures.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { requireCiProject } from '../projects/require-project.ts';
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
  const found = await findFlakyTests(ctx, project.id);
  const word = (name: string): string => (ctx.dialect === 'hosted' ? name.replaceAll('-', '_') : name);
  const spelled = (members: object): object => Object.fromEntries(Object.entries(members).map(([name, value]) => [word(name), value]));
  return ciOk(
    spelled({
      'flaky-tests': found.map((one) =>
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
      'total-flaky-tests': found.length,
    }),
  );
};

const renderTestFigures =
  (flakies: ReadonlySet<string>) =>
  ({ test, name, classname, file, source, jobName, runs, failures, p95 }: TestFigures) => ({
    p95_duration: roundToMilliseconds(p95),
    total_runs: runs,
    classname,
    failed_runs: failures,
    flaky: flakies.has(test),
    source,
    file,
    job_name: jobName,
    test_name: name,
  });

const renderTestMetrics = async (ctx: RequestContext): Promise<RouteResponse> => {
  const here = await requireCiProject(ctx);
  const { ledger } = ctx.tx;
  const runs = await ledger.listRuns(
    {
      of: { project: here.project.id },
      names: [ctx.params['workflow-name']!],
      ...branchFilterParameter(ctx, here),
      ...longestWindow(ctx),
    },
    { limit: testMetricLimits.runs },
  );
  const ids = runs.map(({ id }) => id);
  const counts = await ledger.countTests(ids);
  const told = runs
    .map(({ id, pipelineNumber }) => {
      const of = (result: string): number => counts.find((one) => one.run === id && one.result === result)?.count ?? 0;
      const [success, failure, error, skipped] = [of('success'), of('failure'), of('error'), of('skipped')];
      const ran = success + failure + error;
      return {
        pipeline_number: pipelineNumber,
        workflow_id: id,
        success_rate: ran === 0 ? 0 : success / ran,
        test_counts: { error, failure, skipped, success, total: ran + skipped },
      };
    })
    .filter(({ test_counts: { total } }) => total > 0);
  const flakies = new Set((await findFlakyTests(ctx, here.project.id)).map(({ test }) => test));
  const [failed, slowest] = [
    await ledger.listTestFigures(ids, 'failures', testMetricLimits.tests),
    await ledger.listTestFigures(ids, 'p95', testMetricLimits.tests),
  ];
  const all = told.reduce((sum, { test_counts: { total } }) => sum + total, 0);
  return ciOk({
    average_test_count: told.length === 0 ? 0 : Math.round(all / told.length),
    most_failed_tests: failed.tests.map(renderTestFigures(flakies)),
    most_failed_tests_extra: failed.total - failed.tests.length,
    slowest_tests: slowest.tests.map(renderTestFigures(flakies)),
    slowest_tests_extra: slowest.total - slowest.tests.length,
    total_test_runs: told.length,
    test_runs: told,
  });
};

export const routes = [
  route('GET /insights/{project-slug}/flaky-tests', listFlakyTests),
  route('GET /insights/{project-slug}/workflows/{workflow-name}/test-metrics', renderTestMetrics),
];
