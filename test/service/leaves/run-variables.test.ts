import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';

const suiteOf = suite<{ here: EngineRunsTest }>("a run's own value of a sensitive variable");
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
suiteOf.before(async (context) => {
  if (engine.found) context.here = await startEngineRuns();
});
suiteOf.after(async ({ here }) => here?.close());

const configuration = `
variable "db" { type = any }
variable "of_set" {}
variable "of_environment" {}
variable "open" {}
output "all" { value = "\${var.db.password} \${var.db.port} \${var.of_set} \${var.of_environment}" }
output "open" { value = var.open }
`;

test('is masked as the value that it overrides: of the workspace, of a set, of TF_VAR_; another one is shown', async ({ here }) => {
  const workspace = await here.createWorkspace('web', { 'structured-run-output-enabled': false });
  await here.setVariable(workspace, { key: 'db', value: '{}', category: 'infra', hcl: true, sensitive: true });
  await here.setVariable(workspace, { key: 'TF_VAR_of_environment', value: 'kept-e', category: 'env', sensitive: true });
  const set = { data: { type: 'varsets', attributes: { name: 'all', global: true } } };
  const created = await here.request('POST /organizations/acme/varsets', set);
  const inSet = { data: { type: 'vars', attributes: { key: 'of_set', value: 'kept-s', category: 'infra', sensitive: true } } };
  assert.is((await here.request(`POST /varsets/${created.body.data.id}/relationships/vars`, inSet)).status < 300, true);
  await here.upload(workspace, { 'main.tf': configuration });
  const run = await here.start(workspace, {
    'auto-apply': true,
    variables: [
      { key: 'db', value: '{ password = "hunter2-run", port = 7394615 }' },
      { key: 'of_set', value: '"hunter2-set"' },
      { key: 'of_environment', value: '"hunter2-env"' },
      { key: 'open', value: '"open-value"' },
    ],
  });
  const { variables } = await here.until(run, 'applied');
  assert.equal(variables, [
    { key: 'db', value: null },
    { key: 'of_set', value: null },
    { key: 'of_environment', value: null },
    { key: 'open', value: '"open-value"' },
  ]);
  const secrets = /hunter2|7394615/;
  for (const phase of ['plan', 'apply'] as const) {
    const log = await here.log(run, phase);
    assert.not.match(log, secrets);
    assert.match(log, 'open-value');
  }
  const plan = (await here.request(`GET /runs/${run}/plan`)).body.data.id;
  const redacted = JSON.stringify((await here.request(`GET /plans/${plan}/json-output-redacted`)).body);
  assert.not.match(redacted, secrets);
  assert.match(redacted, 'open-value');
  const outputs = (await here.request(`GET /workspaces/${workspace}/current-state-version-outputs`)).body.data;
  assert.equal(
    outputs.map(({ attributes: { name, sensitive, value } }: any) => [name, sensitive, value]),
    [
      ['all', true, null],
      ['open', false, 'open-value'],
    ],
  );
});

suiteOf.run();
