/** What the token of a run opens for the engine, in a service whose public name leads nowhere. */
// watchdog: 180 s
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';

const suiteOf = suite<{ here: EngineRunsTest }>('the token of a run');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
if (engine.found) {
  suiteOf.before(async (context) => {
    context.here = await startEngineRuns({}, { dialect: 'hosted', settings: { publicUrl: 'https://slipway.invalid' } });
  });
  suiteOf.after(async (context) => {
    await context.here.close();
  });
}

const shared = 'output "color" { value = "green" }\n';
const readsState = (workspace: string): string => `data "terraform_remote_state" "other" {
  backend = "remote"
  config = {
    hostname     = "slipway.invalid"
    organization = "acme"
    workspaces   = { name = "${workspace}" }
  }
}
output "read" { value = data.terraform_remote_state.other.outputs.color }
`;

/** A workspace that was applied once; its id. */
const apply = async (here: EngineRunsTest, name: string, text: string, attributes: object): Promise<string> => {
  const workspace = await here.createWorkspace(name, { 'auto-apply': true, ...attributes });
  await here.upload(workspace, { 'main.tf': text });
  await here.until(await here.start(workspace), 'applied');
  return workspace;
};
const readOutputs = async (here: EngineRunsTest, workspace: string): Promise<readonly unknown[]> =>
  (await here.request(`GET /workspaces/${workspace}/current-state-version-outputs`)).body.data.map(
    ({ attributes }: any) => attributes.value,
  );

test('reads the state of a workspace that shares it with this one, and of no other', async ({ here }) => {
  const source = await apply(here, 'network', shared, { 'global-remote-state': false });
  const reader = await here.createWorkspace('reader', { 'auto-apply': true });
  await here.upload(reader, { 'main.tf': readsState('network') });
  const refused = await here.start(reader);
  assert.match(await here.until(refused, 'applied').catch(String), /the run is errored/);
  const log = await here.log(refused, 'plan');
  // The engine takes a workspace that it cannot see for one that it should create.
  assert.match(log, /Error creating workspace network: resource not found/);
  const consumers = `POST /workspaces/${source}/relationships/remote-state-consumers`;
  assert.is((await here.request(consumers, { data: [{ type: 'workspaces', id: reader }] })).status, 204);
  await here.until(await here.start(reader), 'applied');
  assert.equal(await readOutputs(here, reader), ['green']);
});

test('reads a module of the registry of its organization', async ({ here }) => {
  await here.request('POST /organizations/acme/registry-modules', {
    data: { type: 'registry-modules', attributes: { name: 'hello', provider: 'builtin', 'registry-name': 'private' } },
  });
  const { body } = await here.request('POST /organizations/acme/registry-modules/private/acme/hello/builtin/versions', {
    data: { type: 'registry-module-versions', attributes: { version: '1.0.0' } },
  });
  const upload = body.data.links.upload.replace('https://slipway.invalid', here.address);
  assert.is(
    (await fetch(upload, { method: 'PUT', body: await here.pack({ 'main.tf': 'output "word" { value = "hello" }\n' }) })).status,
    200,
  );
  const text = `module "hello" {
  source  = "slipway.invalid/acme/hello/builtin"
  version = "1.0.0"
}
output "word" { value = module.hello.word }
`;
  assert.equal(await readOutputs(here, await apply(here, 'caller', text, {})), ['hello']);
});

test('is masked in logs, opens nothing else, and ends with its phase', async ({ here }) => {
  const text = `resource "terraform_data" "a" {
  provisioner "local-exec" {
    command = <<-EOT
      cat $TF_CLI_CONFIG_FILE; stat -c mode=%a $TF_CLI_CONFIG_FILE
      sed -n 's/.*token = "\\(.*\\)"/\\1/p' $TF_CLI_CONFIG_FILE | head -n 1 > $SAVED
    EOT
  }
}
`;
  const saved = join(temporaryFolder(), 'saved');
  const workspace = await here.createWorkspace('curious', { 'auto-apply': true });
  await here.setVariable(workspace, { key: 'SAVED', value: `${saved}`, category: 'env' });
  await here.upload(workspace, { 'main.tf': text });
  const run = await here.start(workspace);
  await here.until(run, 'applied');
  const log = await here.log(run, 'apply');
  assert.match(log, /mode=600/);
  const token = readFileSync(saved, 'utf8').trim();
  assert.match(token, /^slipway-[A-Za-z0-9_-]{43}$/);
  assert.not.match(log, new RegExp(token));
  const { status } = await fetch(`${here.address}/api/v2/workspaces/${workspace}`, { headers: { authorization: `Bearer ${token}` } });
  assert.is(status, 401);
});

suiteOf.run();
