import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../../support/skip.ts';
import { engine, oneLine, type EngineFixture, startFixture, token } from '../support/engine-fixture.ts';
// watchdog: 300 s

const Usage = suite('CI usage exports under the real engine');
const real = engine.found ? Usage : skipWithReason(Usage, engine.reason);
let fixture: EngineFixture;
let folder = '';
const organization = '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11';
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
const ci = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${fixture.address}/api/v2${path}`, {
    method,
    headers: { 'Ci-Token': token, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as any };
};
const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
const [start, end] = [-1, 2].map((days) => new Date(midnight + days * 86_400_000).toISOString().replace('.000Z', 'Z')) as [string, string];

Usage.before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-usage-'));
  writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed));
  fixture = await startFixture({ seed: join(folder, 'seed.json') }, { SLIPWAY_CI_TOKEN: token, SLIPWAY_CI_ORGANIZATION: organization });
  const { body } = await ci('POST', '/project/gh/acme/web/pipeline', {});
  for (let workflows: any[] = []; workflows[0]?.status !== 'success';)
    workflows = (await ci('GET', `/pipeline/${body.id}/workflow`)).body.items;
});
Usage.after(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

const exported = `
resource "slipway_ci_usage_export" "days" {
  organization_id = "${organization}"
  start           = "${start}"
  end             = "${end}"
}
`;
/** Opens the download; the condition is judged inside of the engine, where ephemeral values are known. */
const opened = (condition: string, more = '') => `${exported}
resource "slipway_ci_context" "usage" { name = "usage" }
ephemeral "slipway_ci_usage_export_download" "days" {
  organization_id = "${organization}"
  id              = slipway_ci_usage_export.days.id
  ${more}
  lifecycle {
    postcondition {
      condition     = ${condition}
      error_message = "the report is another one"
    }
  }
}
resource "slipway_ci_context_variable" "job" {
  context_id = slipway_ci_context.usage.id
  name       = "JOB"
  value_wo   = "job-\${ephemeral.slipway_ci_usage_export_download.days.rows[0].job_name}"
}
`;

real('an export is made, opened in the same run, and neither its rows nor its text are in plan or state', async () => {
  await fixture.apply(
    opened(
      'length(self.rows) == 1 && self.rows[0].job_name == "test" && self.rows[0].is_workflow_successful == "Y" && ' +
        'self.rows[0].project_name == "web" && startswith(self.csv, "organization_id,organization_name,") && ' +
        'length(self.download_urls) == 1 && self.timeout == 600',
    ),
  );
  const context = fixture.state('slipway_ci_context.usage')['id'];
  const answer = await fetch(`${fixture.address}/api/v2/context/${context}/environment-variable`, { headers: { 'Circle-Token': token } });
  assert.is(((await answer.json()) as any).items[0].truncated_value, 'xxxxtest', 'what was written is what the report says');
  assert.not.match(fixture.stateText(), /organization_created_date|job-test|signature=/);
  // With a condition over something ephemeral `show -json` of engine 1.11 panics, so its exit code tells that nothing changes.
  assert.match(await fixture.run(['plan', '-no-color', '-detailed-exitcode'], 0), /No changes/, 'the plan after it opens it, too');
});
real('a condition over it is judged', async () => {
  assert.match(await fixture.applyFails(opened('length(self.rows) == 2')), /the report is another one/);
});
real('the state of the export follows the service, with its addresses', async () => {
  fixture.write(opened('length(self.rows) == 1'));
  await fixture.run(['refresh', '-no-color']);
  const { state, download_urls: urls, error_reason: reason } = fixture.state('slipway_ci_usage_export.days');
  assert.equal([state, urls.length, reason], ['completed', 1, null]);
});
real('what is larger than is allowed is refused, and so is what is not there', async () => {
  assert.match(
    await fixture.applyFails(opened('length(self.rows) == 1', 'max_bytes = 100')),
    new RegExp(
      'Could not open the CI usage export download .*holds more than the 100 bytes that are left of `max_bytes`; ' +
        'raise it, or export a shorter time\\.',
    ),
  );
  assert.match(
    await fixture.applyFails(
      'ephemeral "slipway_ci_usage_export_download" "none" {\n' +
        `  organization_id = "${organization}"\n  id = "aaaaaaaa-0000-4000-8000-000000000000"\n}`,
    ),
    /There is no usage export aaaaaaaa-0000-4000-8000-000000000000 in the organization/,
  );
});
real('it is imported by organization and ID, and nothing is to be changed', async () => {
  await fixture.apply(exported);
  const { id } = fixture.state('slipway_ci_usage_export.days');
  await fixture.run(['state', 'rm', 'slipway_ci_usage_export.days']);
  await fixture.run(['import', '-no-color', 'slipway_ci_usage_export.days', `${organization}/${id}`]);
  assert.equal(await fixture.plannedChanges(exported), []);
  assert.is(fixture.state('slipway_ci_usage_export.days')['id'], id);
});
real('one whose end has come is made again', async () => {
  const before = fixture.state('slipway_ci_usage_export.days')['id'];
  await fixture.control('POST', '/clock', { move: 36 * 3_600_000 });
  for (let status = 200; status !== 404;) status = (await ci('GET', `/organizations/${organization}/usage_export_job/${before}`)).status;
  assert.equal(await fixture.plannedChanges(exported), ['create slipway_ci_usage_export.days']);
});
real('a window that is none is refused by the plan', async () => {
  fixture.write(exported.replace(end, start));
  assert.match(oneLine(await fixture.run(['plan', '-no-color'], 1)), /"end" must come after|`end` must come after/);
});
real('it is destroyed without a request', async () => {
  fixture.write(exported);
  await fixture.run(['destroy', '-auto-approve', '-no-color']);
  assert.not.match(fixture.stateText(), 'slipway_ci_usage_export');
});
Usage.run();
