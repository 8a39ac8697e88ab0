/** Assessments that the engine makes: a plan that only refreshes, beside the runs of the workspace. */
// watchdog: 180 s
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';

const root = import.meta.dirname.replace(/[\\/]dist[\\/].*|[\\/]test[\\/]service.*/, '');

const suiteOf = suite<{ here: EngineRunsTest }>('assessments that the engine makes');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
if (engine.found) {
  suiteOf.before(async (context) => {
    context.here = await startEngineRuns({ providerMirror: join(root, 'dist', 'mirror') });
  });
  suiteOf.after(async (context) => {
    await context.here.close();
  });
}

const configuration = (address: string, prefix: string) => `
terraform {
  required_providers {
    slipway = { source = "terraform.local/slipway/slipway" }
  }
}
variable "token" {
  sensitive = true
}
provider "slipway" {
  workspaces = { address = "${address}", token = var.token, organization = "acme" }
}
resource "slipway_project" "assessed" {
  count       = 2
  name        = "${prefix}-\${count.index}"
  description = "as configured"
}
check "described" {
  assert {
    condition     = alltrue([for one in slipway_project.assessed : one.description == "as configured"])
    error_message = "Somebody changed a description."
  }
}
check "counted" {
  assert {
    condition     = length(slipway_project.assessed) == 2
    error_message = "There are two."
  }
}
`;

const applied = async (here: EngineRunsTest, name: string): Promise<string> => {
  const workspace = await here.createWorkspace(name, { 'assessments-enabled': true, 'auto-apply': true });
  await here.setVariable(workspace, { key: 'token', value: 'owner-token-of-the-test', category: 'terraform', sensitive: true });
  const version = await here.upload(workspace, { 'main.tf': configuration(here.address, name) });
  assert.is((await here.until(await here.start(workspace, {}, version), 'applied', 'errored')).status, 'applied');
  return workspace;
};

/** The result of an assessment that is started now. */
const assess = async (here: EngineRunsTest, workspace: string): Promise<any> => {
  const current = async () =>
    (await here.request(`GET /workspaces/${workspace}/current-assessment-result`)).body?.data as { readonly id: string } | undefined;
  const before = (await current())?.id;
  assert.is((await here.request(`POST /workspaces/${workspace}/actions/assess`)).status, 200);
  for (;;) {
    const result = await current();
    if (result && result.id !== before) return result;
    await delay(50);
  }
};

test('finds what changed outside, and evaluates checks; neither the state nor a lock is touched', async ({ here }) => {
  const workspace = await applied(here, 'drifting');
  const shown = (await here.request(`GET /workspaces/${workspace}`)).body.data;
  const calm = await assess(here, workspace);
  const { attributes: first } = calm;
  assert.equal(
    [first.succeeded, first.drifted, first['resources-drifted'], first['resources-undrifted'], first['all-checks-succeeded']],
    [true, false, 0, 2, true],
  );
  assert.equal([first['checks-passed'], first['checks-failed'], first['error-message']], [2, 0, null]);
  const projects = (await here.request('GET /organizations/acme/projects?q=drifting-1')).body.data;
  await here.request(`PATCH /projects/${projects[0].id}`, { data: { type: 'projects', attributes: { description: 'by hand' } } });
  const drifted = await assess(here, workspace);
  const { attributes: second } = drifted;
  assert.equal(
    [second.succeeded, second.drifted, second['resources-drifted'], second['resources-undrifted'], second['all-checks-succeeded']],
    [true, true, 1, 1, false],
  );
  assert.equal([second['checks-passed'], second['checks-failed']], [1, 1]);
  const after = (await here.request(`GET /workspaces/${workspace}`)).body.data;
  assert.equal(
    [after.attributes.locked, after.relationships['current-state-version'], after.relationships['current-run']],
    [false, shown.relationships['current-state-version'], shown.relationships['current-run']],
  );
  const json = (await here.request(`GET /assessment-results/${drifted.id}/json-output`)).body;
  assert.equal(
    json.resource_drift.map(({ address, change }: any) => [address, change.before.description, change.after.description]),
    [['slipway_project.assessed[1]', 'as configured', 'by hand']],
  );
  const log = await fetch(`${here.address}/api/v2/assessment-results/${drifted.id}/log-output`, {
    headers: { authorization: 'Bearer owner-token-of-the-test' },
  });
  const text = await log.text();
  assert.match(text, /Terraform v\d/);
  assert.not.ok(text.includes('owner-token-of-the-test'));
});

test('a plan that fails is told, with its log', async ({ here }) => {
  const workspace = await applied(here, 'failing');
  const broken = 'resource "terraform_data" "a" {\n  input = var.nobody\n}\n';
  await here.upload(workspace, { 'main.tf': broken });
  const { attributes } = await assess(here, workspace);
  assert.equal(
    [attributes.succeeded, attributes['error-message'], attributes['resources-drifted']],
    [false, 'The plan of this assessment failed; see its log.', null],
  );
});

suiteOf.run();
