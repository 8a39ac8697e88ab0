import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, startFixture } from './support/engine-fixture.ts';
// watchdog: 300 s

const Ephemerals = suite('ephemeral resources of the workspace service under the real engine');
const real = engine.found ? Ephemerals : skipWithReason(Ephemerals, engine.reason);
let fixture: EngineFixture;
const state = JSON.stringify({
  version: 4,
  terraform_version: '1.11.4',
  serial: 1,
  lineage: '11111111-1111-4111-8111-111111111111',
  outputs: {
    cidr: { value: '10.0.0.0/8', type: 'string' },
    password: { value: 'canary-of-the-output', type: 'string', sensitive: true },
  },
  resources: [],
  check_results: null,
});
const ground = `
resource "slipway_workspace" "db" { name = "db" }
resource "slipway_team" "web" {
  name                = "web"
  organization_access = { read_projects = true, read_workspaces = true }
}
resource "slipway_agent_pool" "own" { name = "own" }
`;

Ephemerals.before(async () => {
  if (!engine.found) return;
  fixture = await startFixture();
  await fixture.apply(ground);
  const { id } = fixture.state('slipway_workspace.db');
  await fixture.api('POST', `/workspaces/${id}/actions/lock`, {});
  const attributes = { serial: 1, md5: createHash('md5').update(state).digest('hex'), state: Buffer.from(state).toString('base64') };
  const { status } = await fixture.api('POST', `/workspaces/${id}/state-versions`, { data: { type: 'state-versions', attributes } });
  assert.is(status, 201);
  await fixture.api('POST', `/workspaces/${id}/actions/unlock`, {});
});
Ephemerals.after(() => fixture?.close());

const tokensOf = async (path: string): Promise<readonly unknown[]> => (await fixture.api('GET', `${path}/authentication-tokens`)).body.data;
/** A provider with the token of this block reads a workspace. */
const use = (type: string, ephemeral: string): string => `${ground}${ephemeral}
provider "slipway" {
  alias = "other"
  workspaces = {
    address      = "${fixture.address}"
    organization = "acme"
    token        = ephemeral.slipway_${type}.one.token
  }
}
data "slipway_workspace" "seen" {
  provider = slipway.other
  name     = "db"
}
output "seen" { value = data.slipway_workspace.seen.name }
`;
const outputsOf = async () => JSON.parse(await fixture.run(['output', '-json'])) as { [name: string]: { value: unknown } };

real('a provider works with the token of a team, which is in no state and ends with the run', async () => {
  await fixture.apply(use('team_token', 'ephemeral "slipway_team_token" "one" { team_id = slipway_team.web.id }'));
  assert.is((await outputsOf())['seen']!.value, 'db');
  assert.not.match(fixture.stateText(), /slipway-ephemeral|"token"/);
  assert.equal(await tokensOf(`/teams/${fixture.state('slipway_team.web')['id']}`), []);
});
real('a provider works with the token of the organization, which ends with the run', async () => {
  await fixture.apply(use('organization_token', 'ephemeral "slipway_organization_token" "one" {}'));
  assert.is((await outputsOf())['seen']!.value, 'db');
  assert.is((await fixture.api('GET', '/organizations/acme/authentication-token')).status, 404);
});
real('a token of an agent pool is open while the run goes on', async () => {
  await fixture.apply(`${ground}
ephemeral "slipway_agent_token" "one" {
  agent_pool_id = slipway_agent_pool.own.id
  description   = "smoke"
  lifetime      = 600
  lifecycle {
    postcondition {
      condition     = length(self.token) > 20 && startswith(self.id, "at-") && timecmp(self.expired_at, timeadd(plantimestamp(), "11m")) < 0
      error_message = "the token is another one"
    }
  }
}`);
  assert.equal(await tokensOf(`/agent-pools/${fixture.state('slipway_agent_pool.own')['id']}`), []);
});
real('a sensitive output of another workspace goes into a write-only value, and is in no state', async () => {
  await fixture.apply(`${ground}
ephemeral "slipway_workspace_outputs" "db" { workspace_id = slipway_workspace.db.id }
data "slipway_workspace_outputs" "db" { workspace_id = slipway_workspace.db.id }
resource "slipway_workspace" "app" { name = "app" }
resource "slipway_workspace_variable" "password" {
  workspace_id = slipway_workspace.app.id
  key          = "PASSWORD"
  category     = "env"
  value_wo     = jsondecode(ephemeral.slipway_workspace_outputs.db.values_json["password"])
}
output "plain" { value = data.slipway_workspace_outputs.db.nonsensitive_values_json }
`);
  const { body } = await fixture.api('GET', `/workspaces/${fixture.state('slipway_workspace.app')['id']}/vars`);
  assert.is(body.data[0].attributes.value, 'canary-of-the-output');
  assert.not.match(fixture.stateText(), 'canary-of-the-output');
  assert.equal((await outputsOf())['plain']!.value, { cidr: '"10.0.0.0/8"' });
});
Ephemerals.run();
