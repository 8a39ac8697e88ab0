/** Workspaces of no-code modules whose runs the engine executes. */
// watchdog: 180 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';
import { document, one } from '../../../service/test/documents.ts';

const suiteOf = suite<{ here: EngineRunsTest }>('no-code workspaces whose runs the engine executes');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
if (engine.found) {
  suiteOf.before(async (context) => {
    context.here = await startEngineRuns({}, { dialect: 'hosted' });
  });
  suiteOf.after(async (context) => {
    await context.here.close();
  });
}

/** The files of a module with a resource, and an output that names its version. */
const moduleFiles = (version: string) => ({
  'main.tf':
    'variable "name" {}\nresource "terraform_data" "a" {\n  input = var.name\n}\n' +
    `output "greeting" { value = "\${terraform_data.a.output} of ${version}" }\n`,
});

const addVersion = async (here: EngineRunsTest, version: string): Promise<void> => {
  const { body } = await here.request(
    'POST /organizations/acme/registry-modules/private/acme/hello/builtin/versions',
    document('registry-module-versions', { version }),
  );
  const { status } = await fetch(body.data.links.upload, { method: 'PUT', body: await here.pack(moduleFiles(version)) });
  assert.is(status, 200);
};

const readOutput = async (here: EngineRunsTest, workspace: string): Promise<readonly unknown[]> =>
  (await here.request(`GET /workspaces/${workspace}/current-state-version-outputs`)).body.data.map(
    ({ attributes }: any) => attributes.value,
  );

const variables = (value: string) => ({ vars: { data: [{ type: 'vars', attributes: { key: 'name', value, category: 'terraform' } }] } });

test('a workspace of a module is made and applied, upgraded after a confirmation, and destroyed', async ({ here }) => {
  const { body: module } = await here.request(
    'POST /organizations/acme/registry-modules',
    document('registry-modules', { name: 'hello', provider: 'builtin', 'registry-name': 'private' }),
  );
  await addVersion(here, '1.0.0');
  const { body: offer } = await here.request(
    'POST /organizations/acme/no-code-modules',
    document('no-code-modules', { enabled: true }, { 'registry-module': one('registry-module', module.data.id) }),
  );
  const path = `/no-code-modules/${offer.data.id}/workspaces`;
  const agent = document('workspaces', { name: 'b', 'execution-mode': 'agent' }, variables('x'));
  assert.is((await here.request(`POST ${path}`, agent)).status, 422);
  const { body: made } = await here.request(`POST ${path}`, document('workspaces', { name: 'hello' }, variables('world')));
  const workspace = made.data.id;
  const read = async (): Promise<any> => (await here.request(`GET /workspaces/${workspace}`)).body.data;
  const first = (await read()).relationships['current-run'].data.id;
  await here.until(first, 'applied');
  assert.equal(await readOutput(here, workspace), ['world of 1.0.0']);
  assert.is((await read()).attributes['resource-count'], 1);

  await addVersion(here, '1.1.0');
  const pin = document('no-code-modules', { enabled: true, 'version-pin': '1.1.0' });
  assert.is((await here.request(`PATCH /no-code-modules/${offer.data.id}`, pin)).status, 200);
  assert.is((await read()).attributes['resource-count'], 1);
  const { body: upgrade } = await here.request(`POST ${path}/${workspace}/upgrade`, {
    data: { type: 'workspaces', relationships: variables('moon') },
  });
  await here.until(upgrade.data.id, 'planned', 'cost_estimated');
  assert.equal(await readOutput(here, workspace), ['world of 1.0.0']);
  assert.is((await here.request(`POST ${path}/${workspace}/upgrade/${upgrade.data.id}`, {})).status, 200);
  await here.until(upgrade.data.id, 'applied');
  assert.equal(await readOutput(here, workspace), ['moon of 1.1.0']);

  const destroy = await here.start(workspace, { 'is-destroy': true, 'auto-apply': true });
  await here.until(destroy, 'applied');
  assert.is((await read()).attributes['resource-count'], 0);
});

suiteOf.run();
