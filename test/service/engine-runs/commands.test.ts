/** Queries and test runs that the engine executes: tests by an installed engine, queries by a program in its place. */
// watchdog: 180 s
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';

const reference = (type: string, id: string) => ({ data: { type, id } });

/** The attributes of a query or test run when it is over, and its log. */
const untilOver = async ({ address, request }: EngineRunsTest, path: string) => {
  for (;;) {
    const { attributes } = (await request(`GET ${path}`)).body.data;
    if (['finished', 'errored', 'canceled'].includes(attributes.status)) {
      const log = await (await fetch(address + new URL(attributes['log-read-url']).pathname)).text();
      return { attributes, log };
    }
    await delay(60);
  }
};
const untilRunning = async ({ request }: EngineRunsTest, path: string): Promise<void> => {
  while ((await request(`GET ${path}`)).body.data.attributes.status === 'pending') await delay(60);
};
const startQuery = async ({ request }: EngineRunsTest, workspace: string, attributes: object = {}): Promise<string> => {
  const data = { type: 'queries', attributes, relationships: { workspace: reference('workspaces', workspace) } };
  const { status, body } = await request('POST /queries', { data });
  assert.is(status, 201, JSON.stringify(body));
  return `/queries/${body.data.id}`;
};

const installed = suite<{ here: EngineRunsTest }>('queries and tests by an installed engine');
const withEngine = engine.found ? installed : skipWithReason(installed, engine.reason);
if (engine.found) {
  installed.before(async (context) => {
    context.here = await startEngineRuns();
  });
  installed.after(({ here }) => here.close());
}

const module = { type: 'registry-modules', attributes: { name: 'vpc', provider: 'storage', 'registry-name': 'private' } };
const tests = '/organizations/acme/tests/registry-modules/private/acme/vpc/storage';
const files = {
  'main.tf': `variable "name" {
  type = string
}
resource "terraform_data" "a" {
  input = var.name
}
output "name" {
  value = terraform_data.a.output
}
`,
  'tests/good.tftest.hcl': 'run "names" {\n  assert {\n    condition     = output.name == "tide-4711"\n    error_message = "no"\n  }\n}\n',
  'tests/bad.tftest.hcl':
    'run "fails" {\n  command = plan\n' +
    '  assert {\n    condition     = var.name == "ebb"\n    error_message = "the name is ${var.name}"\n  }\n}\n',
};

const startTests = async (here: EngineRunsTest, attributes: object, configuration: string): Promise<string> => {
  const relationships = { 'configuration-version': reference('configuration-versions', configuration) };
  const { status, body } = await here.request(`POST ${tests}/test-runs`, { data: { type: 'test-runs', attributes, relationships } });
  assert.is(status, 201, JSON.stringify(body));
  return `${tests}/test-runs/${body.data.id}`;
};

withEngine('tests run with the variables of the module, their results are counted, and secrets are masked', async ({ here }) => {
  assert.is((await here.request('POST /organizations/acme/registry-modules', { data: module })).status, 201);
  const variable = { key: 'name', value: 'tide-4711', category: 'infra', sensitive: true };
  assert.is((await here.request(`POST ${tests}/vars`, { data: { type: 'vars', attributes: variable } })).status, 201);
  const { id, attributes } = (await here.request(`POST ${tests}/test-runs/configuration-versions`)).body.data;
  const upload = here.address + new URL(attributes['upload-url']).pathname;
  assert.is((await fetch(upload, { method: 'PUT', body: await here.pack(files) })).status, 200);
  const all = await untilOver(here, await startTests(here, {}, id));
  const figuresOf = ({ attributes: one }: typeof all) => [one.status, one['test-status'], one['tests-passed'], one['tests-failed']];
  assert.equal(figuresOf(all), ['finished', 'fail', 1, 1], all.log);
  assert.match(all.log, /"type":"test_summary"/);
  assert.match(all.log, /the name is /);
  assert.not.match(all.log, /tide-4711/);
  const some = await untilOver(here, await startTests(here, { filters: ['tests/good.tftest.hcl'] }, id));
  assert.equal(figuresOf(some), ['finished', 'pass', 1, 0], some.log);
});

withEngine('a query errs where the engine does not know it, and its log says which one does', async ({ here }) => {
  const workspace = await here.createWorkspace('queried', { 'engine-version': '~> 1.6' });
  await here.upload(workspace, { 'main.tf': '' });
  const { attributes, log } = await untilOver(here, await startQuery(here, workspace));
  assert.is(attributes.status, 'errored');
  assert.match(log, /has no command \\"query\\": Terraform has it from version 1\.14\.0 on\./);
});
installed.run();

/** In place of an engine that knows queries: it prints its arguments, or waits where there is a file `wait`. */
const program = `#!/bin/sh
case "$1" in
  init) exit 0 ;;
  query)
    echo '{"type":"list_complete","@message":"'"$1 $2 $3"'","secret":"tide-4711"}'
    trap 'exit 1' INT
    while [ -e wait ]; do sleep 0.1; done ;;
  *) exit 1 ;;
esac
`;
const standIn = suite<{ here: EngineRunsTest }>('queries by a program in place of the engine');
standIn.before(async (context) => {
  const folder = join(temporaryFolder(), 'engines');
  mkdirSync(join(folder, '1.14.0'), { recursive: true });
  writeFileSync(join(folder, '1.14.0', 'terraform'), program);
  chmodSync(join(folder, '1.14.0', 'terraform'), 0o755);
  context.here = await startEngineRuns({ enginesFolder: folder });
});
standIn.after(({ here }) => here.close());

standIn('the engine gets the command and its options, and sensitive values are masked', async ({ here }) => {
  const workspace = await here.createWorkspace('listed', { 'engine-version': '1.14.0' });
  await here.setVariable(workspace, { key: 'password', value: 'tide-4711', category: 'infra', sensitive: true });
  await here.upload(workspace, { 'main.tf': '', 'all.tfquery.hcl': '' });
  const { attributes, log } = await untilOver(here, await startQuery(here, workspace));
  assert.is(attributes.status, 'finished', log);
  assert.match(log, /query -json -generate-config-out=generated_resources\.tf/);
  assert.not.match(log, /tide-4711/);
  const plain = await untilOver(here, await startQuery(here, workspace, { 'generate-config-out': false }));
  assert.match(plain.log, /query -json -var-file=/);
});

standIn('a query that is canceled while the engine works ends when the engine has stopped', async ({ here }) => {
  const workspace = await here.createWorkspace('waiting', { 'engine-version': '1.14.0' });
  await here.upload(workspace, { 'main.tf': '', wait: '' });
  const query = await startQuery(here, workspace);
  await untilRunning(here, query);
  assert.is((await here.request(`POST ${query}/actions/cancel`)).status, 202);
  assert.is((await here.request(`POST ${query}/actions/force-cancel`)).status, 409);
  assert.is((await untilOver(here, query)).attributes.status, 'canceled');
});
standIn('a query does not happen in a workspace whose runs are for agents', async ({ here }) => {
  const pool = (await here.request('POST /organizations/acme/agent-pools', { data: { type: 'agent-pools', attributes: { name: 'p' } } }))
    .body;
  const workspace = await here.createWorkspace('far', { 'execution-mode': 'agent', 'agent-pool-id': pool.data.id });
  const data = { type: 'queries', relationships: { workspace: reference('workspaces', workspace) } };
  const { status, body } = await here.request('POST /queries', { data });
  assert.equal(
    [status, body.errors[0].detail],
    [422, 'the execution mode of the workspace "far" is agent: agents execute runs, but no queries'],
  );
});
standIn.run();
