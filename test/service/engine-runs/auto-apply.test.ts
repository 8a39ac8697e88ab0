/** Who may only plan, with the real engine: what they upload and ask for waits, a configuration without resources included. */
// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { connect, type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';
import { one } from '../../../service/test/documents.ts';

const suiteOf = suite<{ here: EngineRunsTest }>('runs of who may only plan, executed by the engine');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
if (engine.found) {
  suiteOf.before(async (context) => {
    context.here = await startEngineRuns();
  });
  suiteOf.after(async (context) => {
    await context.here.close();
  });
}

/** The same service, as a team that has this access to the workspace. */
const connectAs = async (here: EngineRunsTest, workspace: string, access: string): Promise<EngineRunsTest> => {
  const create = async (row: string, body?: object): Promise<any> => {
    const answer = await here.request(row, body);
    assert.is(answer.status, 201, `${row}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const team = await create('POST /organizations/acme/teams', { data: { type: 'teams', attributes: { name: `${access}-${workspace}` } } });
  const relationships = { team: one('teams', team.id), workspace: one('workspaces', workspace) };
  await create('POST /team-workspaces', { data: { type: 'team-workspaces', attributes: { access }, relationships } });
  const token = await create(`POST /teams/${team.id}/authentication-token`);
  return connect(here.address, token.attributes.token, () => Promise.resolve());
};
const readWorkspace = async ({ request }: EngineRunsTest, workspace: string): Promise<any> =>
  (await request(`GET /workspaces/${workspace}`)).body.data.attributes;
/** The newest run of the workspace as soon as it waits for its confirmation. */
const untilNewestWaits = async (here: EngineRunsTest, workspace: string): Promise<readonly [string, any]> => {
  const [{ id }] = (await here.request(`GET /workspaces/${workspace}/runs`)).body.data;
  return [id, await here.until(id, 'planned')];
};

test('an upload without resources plans to destroy everything, and waits for somebody who may apply', async ({ here }) => {
  const workspace = await here.createWorkspace('kept', { 'auto-apply': true });
  await here.upload(workspace, { 'main.tf': 'resource "terraform_data" "a" {}\n' });
  await here.until(await here.start(workspace), 'applied');
  const planner = await connectAs(here, workspace, 'plan');
  await planner.upload(workspace, { 'main.tf': '' }, { 'auto-queue-runs': true });
  const [run, waiting] = await untilNewestWaits(here, workspace);
  assert.equal([waiting['auto-apply'], waiting.actions['is-confirmable']], [false, true]);
  assert.is((await here.request(`GET /runs/${run}/plan`)).body.data.attributes['resource-destructions'], 1);
  assert.is((await readWorkspace(here, workspace))['resource-count'], 1);
  assert.is((await planner.request(`POST /runs/${run}/actions/apply`, {})).status, 404);
  const writer = await connectAs(here, workspace, 'write');
  assert.is((await writer.request(`POST /runs/${run}/actions/apply`, {})).status, 202);
  await here.until(run, 'applied');
  assert.is((await readWorkspace(here, workspace))['resource-count'], 0);
});

test('a run that waits for a slot, an upload or its turn is judged like one that starts at once', async ({ here }) => {
  const workspace = await here.createWorkspace('queued', { 'auto-apply': true });
  const planner = await connectAs(here, workspace, 'plan');
  const writer = await connectAs(here, workspace, 'write');
  await here.upload(workspace, { 'main.tf': 'resource "terraform_data" "a" {}\n' });
  const runs = [
    await planner.start(workspace, { 'auto-apply': true }),
    await writer.start(workspace),
    await planner.start(workspace, { 'refresh-only': true, 'auto-apply': true, 'allow-empty-apply': true }),
  ];
  await here.until(runs[0]!, 'planned');
  assert.is((await readWorkspace(here, workspace))['resource-count'], 0);
  assert.is((await here.request(`POST /runs/${runs[0]}/actions/discard`, {})).status, 202);
  await here.until(runs[1]!, 'applied');
  const last = await here.until(runs[2]!, 'planned');
  assert.equal([last['auto-apply'], last['has-changes'], last.actions['is-confirmable']], [false, false, true]);
});

suiteOf.run();
