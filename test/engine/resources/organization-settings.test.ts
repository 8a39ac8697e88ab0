import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../../support/skip.ts';
import { engine, type EngineFixture, startFixture } from '../support/engine-fixture.ts';

const Life = suite('organization settings under the real engine');
const real = engine.found ? Life : skipWithReason(Life, engine.reason);
let fixture: EngineFixture;
Life.before(async () => {
  if (engine.found) fixture = await startFixture();
});
Life.after(() => fixture?.close());

const pool = 'resource "slipway_agent_pool" "own" { name = "own" }';
const configure = (settings: string): string => `${pool}\nresource "slipway_organization_settings" "acme" {\n${settings}\n}`;
const first = configure(`
  default_execution_mode  = "agent"
  default_agent_pool_id   = slipway_agent_pool.own.id
  cost_estimation_enabled = false
  session_timeout         = 60`);
const second = configure(`
  default_execution_mode  = "remote"
  cost_estimation_enabled = true
  user_tokens_enabled     = false`);
const organization = async () => (await fixture.api('GET', '/organizations/acme')).body.data;

real('the settings are those of the configuration, the others stay, and a second plan is empty', async () => {
  await fixture.apply(first);
  assert.equal(await fixture.plannedChanges(), []);
  const { attributes, relationships } = await organization();
  assert.equal(
    [attributes['default-execution-mode'], attributes['cost-estimation-enabled'], attributes['session-timeout'], attributes['email']],
    ['agent', false, 60, fixture.state('slipway_organization_settings.acme')['email']],
  );
  assert.is(relationships['default-agent-pool'].data.id, fixture.state('slipway_agent_pool.own')['id']);
});
real('another mode leaves the pool, and a setting that is no longer configured keeps its value', async () => {
  await fixture.apply(second);
  assert.equal(await fixture.plannedChanges(), []);
  const { attributes, relationships } = await organization();
  assert.equal(
    [attributes['default-execution-mode'], attributes['cost-estimation-enabled'], attributes['session-timeout']],
    ['remote', true, 60],
  );
  assert.equal([attributes['user-tokens-enabled'], relationships['default-agent-pool'].data], [false, null]);
});
real('what somebody else changed is planned back', async () => {
  await fixture.api('PATCH', '/organizations/acme', {
    data: { type: 'organizations', attributes: { 'cost-estimation-enabled': false, 'session-timeout': 5 } },
  });
  assert.equal(await fixture.plannedChanges(), ['update slipway_organization_settings.acme']);
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  const { attributes } = await organization();
  assert.equal([attributes['cost-estimation-enabled'], attributes['session-timeout']], [true, 5], 'what is not configured is theirs');
});
real('they are imported by the name of the organization, and destroying them leaves the organization as it is', async () => {
  const settings = await organization();
  await fixture.run(['state', 'rm', 'slipway_organization_settings.acme']);
  await fixture.run(['import', '-no-color', 'slipway_organization_settings.acme', 'acme']);
  assert.equal(await fixture.plannedChanges(), []);
  await fixture.run(['destroy', '-auto-approve', '-no-color']);
  assert.equal((await organization()).attributes, settings.attributes);
});
Life.run();
