import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../../support/skip.ts';
import { engine, type EngineFixture, startFixture, token } from '../support/engine-fixture.ts';
// watchdog: 300 s

const Insights = suite('CI insights under the real engine');
const real = engine.found ? Insights : skipWithReason(Insights, engine.reason);
let fixture: EngineFixture;
let folder = '';
const organization = '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a12';
const seed = {
  organizations: [
    {
      name: 'acme',
      owners: ['owner'],
      ci: {
        id: organization,
        slug: 'gh/acme',
        projects: [
          {
            name: 'web',
            configuration:
              'version: 2.1\njobs: { test: { docker: [{ image: node }], steps: [checkout] } }\nworkflows: { all: { jobs: [test] } }\n',
          },
        ],
      },
    },
  ],
  users: [{ name: 'owner', token }],
  settings: { ci_status_milliseconds: 1 },
};
const ci = async (method: string, path: string) =>
  (await fetch(`${fixture.address}/api/v2${path}`, { method, headers: { 'Ci-Token': token } })).json() as Promise<any>;

Insights.before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-insights-'));
  writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed));
  fixture = await startFixture({ seed: join(folder, 'seed.json') }, { SLIPWAY_CI_TOKEN: token, SLIPWAY_CI_ORGANIZATION: organization });
});
Insights.after(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true, force: true });
});

real('every data source of the insights reads what two pipelines left', async () => {
  for (let at = 0; at < 2; at++) await ci('POST', '/project/gh/acme/web/pipeline');
  while ((await ci('GET', '/insights/gh/acme/web/workflows/all')).items.length < 2) await sleep(20);
  const { id: project } = await ci('GET', '/project/gh/acme/web');
  const source = (name: string, more = '', slug = 'project_slug = "gh/acme/web"') =>
    `data "slipway_ci_insights_${name}" "all" {\n  ${slug}\n  ${more}\n}\n`;
  const flow = 'workflow_name = "all"';
  await fixture.apply(
    [
      `provider "slipway" {\n  ci = { address = "${fixture.address}", organization = "${organization}" }\n}\n`,
      source('project_summary', 'reporting_window = "last-7-days"'),
      source('job_time_series', `${flow}\n  granularity = "hourly"`),
      source('organization_summary', '', 'organization = "gh/acme"'),
      source('branches', flow),
      source('flaky_tests'),
      source('workflows', 'all_branches = true'),
      source('workflow_runs', flow),
      source('workflow_jobs', `${flow}\n  job_name = "es"`),
      source('workflow_summary', flow),
      source('test_metrics', flow),
    ].join(''),
  );
  const reported = (name: string) => fixture.state(`slipway_ci_insights_${name}.all`);
  const counts = ({ metrics }: any) => [metrics.total_runs, metrics.successful_runs, metrics.success_rate, metrics.total_credits_used];
  const two = [2, 2, 1, 0];
  assert.equal(
    [
      counts(reported('project_summary')['project_data']),
      reported('project_summary')['project_id'],
      reported('project_summary')['all_branches'],
      reported('project_summary')['all_workflows'],
    ],
    [two, project, ['main'], ['all']],
  );
  assert.equal(
    reported('project_summary')['project_workflow_branch_data'].map((one: any) => [one.workflow_name, one.branch, ...counts(one)]),
    [['all', 'main', ...two]],
  );
  assert.equal(
    [counts(reported('organization_summary')['organization_data']), reported('organization_summary')['all_projects']],
    [two, ['web']],
  );
  assert.equal(reported('branches')['branches'], ['main']);
  assert.equal([reported('flaky_tests')['total_flaky_tests'], reported('flaky_tests')['flaky_tests']], [0, []]);
  assert.equal(
    reported('workflows')['workflows'].map((one: any) => [one.name, one.project_id, ...counts(one)]),
    [['all', project, ...two]],
  );
  assert.equal(
    reported('workflow_runs')['runs'].map(({ branch, status, is_approval: approval }: any) => [branch, status, approval]),
    [
      ['main', 'success', false],
      ['main', 'success', false],
    ],
  );
  assert.equal(
    reported('workflow_jobs')['jobs'].map((one: any) => [one.name, ...counts(one)]),
    [['test', ...two]],
  );
  assert.equal(
    reported('job_time_series')['data_points'].reduce((sum: number, one: any) => sum + one.metrics.total_runs, 0),
    2,
  );
  assert.equal(
    [
      counts(reported('workflow_summary')),
      reported('workflow_summary')['workflow_names'],
      reported('workflow_summary')['trends'].total_runs,
    ],
    [two, ['all'], 1],
  );
  assert.equal(
    [reported('test_metrics')['total_test_runs'], reported('test_metrics')['average_test_count'], reported('test_metrics')['test_runs']],
    [0, 0, []],
  );
});

Insights.run();
