/** Runs that nobody asks for by a request: a trigger or a time starts them, and the engine executes them. */
// watchdog: 120 s
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { schedule } from '../../support/scale.ts';
import { skipWithReason } from '../../support/skip.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';

const suiteOf = suite<{ here: EngineRunsTest }>('runs that the service starts, and the engine executes');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
if (engine.found) {
  suiteOf.before(async (context) => {
    context.here = await startEngineRuns();
  });
  suiteOf.after(async (context) => {
    await context.here.close();
  });
}

/** The latest run of a workspace other than `before`, as soon as it is applied. */
const untilNextApplied = async ({ request, until }: EngineRunsTest, workspace: string, before?: string): Promise<any> => {
  for (;;) {
    const [run] = (await request(`GET /workspaces/${workspace}/runs`)).body.data;
    if (run && run.id !== before) return until(run.id, 'applied');
    await delay(20);
  }
};
const readWorkspace = async ({ request }: EngineRunsTest, workspace: string): Promise<any> =>
  (await request(`GET /workspaces/${workspace}`)).body.data.attributes;

test('an apply starts the run of the workspace that a trigger names, which reads what was applied', async ({ here }) => {
  const source = await here.createWorkspace('source', { 'auto-apply': true, 'global-remote-state': true });
  const target = await here.createWorkspace('target', { 'auto-apply-run-trigger': true });
  const host = new URL(here.address).host;
  const config = `hostname = "${host}"\n    organization = "acme"\n    workspaces = { name = "source" }`;
  const remote = `data "terraform_remote_state" "s" {\n  backend = "remote"\n  config = {\n    ${config}\n  }\n}\n`;
  await here.upload(target, { 'main.tf': `${remote}output "read" { value = data.terraform_remote_state.s.outputs.color }\n` });
  const trigger = { type: 'run-triggers', relationships: { sourceable: { data: { type: 'workspaces', id: source } } } };
  assert.is((await here.request(`POST /workspaces/${target}/run-triggers`, { data: trigger })).status, 201);
  await here.upload(source, { 'main.tf': 'output "color" { value = "green" }\n' });
  await here.until(await here.start(source), 'applied');
  const started = await untilNextApplied(here, target);
  assert.is(started.source, 'tfe-run-trigger');
  const { data } = (await here.request(`GET /workspaces/${target}/current-state-version-outputs`)).body;
  assert.equal(
    data.map(({ attributes }: any) => [attributes.name, attributes.value]),
    [['read', 'green']],
  );
});

// What is due is looked for once a minute.
if (schedule(false, true))
  test('workspaces are destroyed at their time, and after their idleness', async ({ here }) => {
    const prepare = async (name: string, attributes: object): Promise<readonly [string, string]> => {
      const workspace = await here.createWorkspace(name, { 'auto-apply': true, ...attributes });
      await here.upload(workspace, { 'main.tf': 'resource "terraform_data" "a" {}\n' });
      const run = await here.start(workspace);
      await here.until(run, 'applied');
      assert.is((await readWorkspace(here, workspace))['resource-count'], 1);
      return [workspace, run];
    };
    const due = [
      await prepare('timed', { 'auto-destroy-at': new Date(Date.now() + 3_600_000).toISOString() }),
      await prepare('idle', { 'auto-destroy-activity-duration': '2h' }),
    ];
    await here.moveClock(2 * 3_700_000);
    for (const [workspace, run] of due) {
      assert.is((await untilNextApplied(here, workspace, run))['is-destroy'], true);
      assert.is((await readWorkspace(here, workspace))['resource-count'], 0);
    }
  });

suiteOf.run();
