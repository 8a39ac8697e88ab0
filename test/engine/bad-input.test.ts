import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, oneLine, type EngineFixture, startFixture } from './support/engine-fixture.ts';

const Bad = suite('bad input under the real engine');
const real = engine.found ? Bad : skipWithReason(Bad, engine.reason);
let fixture: EngineFixture;
const set = 'resource "slipway_variable_set" "s" { name = "common" }\n';
const provider = (members: string) => `provider "slipway" {\n  workspaces = { ${members} }\n}\n`;

if (engine.found) {
  Bad.before(async () => {
    fixture = await startFixture({}, {}, { random: () => 0, deadline: 1500 });
  });
  Bad.after(async () => {
    await fixture.close();
  });
}

real('an unreachable service: where, what failed, and which setting to look at', async () => {
  const text = await fixture.applyFails(`${provider('address = "http://127.0.0.1:9"')}${set}`);
  assert.match(text, 'Could not create the variable set: The workspace service could not be reached');
  assert.match(text, 'No server listens at http://127.0.0.1:9 (connection refused)');
  assert.match(text, 'SLIPWAY_WORKSPACES_ADDRESS');
});

real('an unreachable service that three resources meet: told in full once, and of the others in a line', async () => {
  const sets = ['a', 'b', 'c'].map((name) => set.replace('"s"', `"${name}"`)).join('');
  const text = await fixture.applyFails(`${provider('address = "http://127.0.0.1:9"')}${sets}`);
  const times = (words: string) => text.split(words).length - 1;
  assert.is(times('Could not create the variable set: The workspace service could not be reached'), 3);
  assert.is(times('No server listens at http://127.0.0.1:9 (connection refused)'), 1);
  assert.is(times('The cause is described in another of these errors.'), 2);
});

real('an address that is none', async () => {
  assert.match(await fixture.applyFails(`${provider('address = "ftp://example"')}${set}`), 'address');
});

real('a wrong token: told without the token', async () => {
  const text = await fixture.applyFails(`${provider('token = "wrong-token-xyz"')}${set}`);
  assert.match(text, 'answered 401');
  assert.match(text, 'SLIPWAY_WORKSPACES_TOKEN');
  assert.not(text.includes('wrong-token-xyz'));
});

real('an organization that does not exist', async () => {
  const text = await fixture.applyFails(
    `${set.replace('name =', 'organization = "nobody"\n  name =').replace('{ ', '{\n').replace(' }', '\n}')}`,
  );
  assert.match(text, 'answered 404');
  assert.match(text, 'organization "nobody"');
});

real('an organization token where it is refused', async () => {
  const { body } = await fixture.api('POST', '/organizations/acme/authentication-token', {
    data: { type: 'authentication-tokens', attributes: {} },
  });
  const text = await fixture.applyFails(`${provider(`token = "${body.data.attributes.token}"`)}
resource "slipway_no_code_module" "m" { registry_module_id = "mod-0000000000000000" }`);
  assert.match(text, 'refuses organization tokens');
});

real('a service that answers something else than JSON', async () => {
  await fixture.control('POST', '/faults', { fault: 'malformed', at: 1, times: 100 });
  const text = await fixture.applyFails(set);
  await fixture.control('DELETE', '/faults');
  assert.match(text, 'gave an answer that cannot be read');
  // It had acted, and could not be asked either: the person is told, and nothing is guessed.
  assert.match(text, 'may');
  const { body } = await fixture.api('GET', '/organizations/acme/varsets');
  for (const { id } of body.data) await fixture.api('DELETE', `/varsets/${id}`);
});

real('a 500 in the middle of an apply: what was made stays in the state, and a second apply goes on', async () => {
  const two = `${set}resource "slipway_variable_set_variable" "v" {
  variable_set_id = slipway_variable_set.s.id
  key             = "A"
  value           = "1"
  category        = "env"
}`;
  await fixture.control('POST', '/faults', { fault: '500', at: 1, times: 100, path: '/relationships/vars' });
  const text = await fixture.applyFails(two);
  await fixture.control('DELETE', '/faults');
  assert.match(text, 'answered 500');
  assert.match(text, 'Request id: req-');
  const { id } = fixture.state('slipway_variable_set.s');
  await fixture.apply(two);
  assert.is(fixture.state('slipway_variable_set.s')['id'], id);
  assert.equal(await fixture.plannedChanges(), []);
  await fixture.apply('');
});

real('a workspace that manages resources: warned of at plan, refused at destroy, kept', async () => {
  await fixture.apply('resource "slipway_workspace" "w" { name = "web" }');
  const { id } = fixture.state('slipway_workspace.w');
  await fixture.control('PATCH', `/workspaces/${id}`, { resourceCount: 3 });
  const text = oneLine(await fixture.run(['destroy', '-auto-approve', '-no-color'], 1));
  assert.match(text, 'Workspace "web" manages 3 resources');
  assert.match(text, 'answered 409');
  assert.is(fixture.state('slipway_workspace.w')['id'], id);
  await fixture.apply('resource "slipway_workspace" "w" {\n  name = "web"\n  force_delete = true\n}');
  await fixture.run(['destroy', '-auto-approve', '-no-color']);
});

Bad.run();

const Missing = suite('a provider block with nothing in it');
const missing = engine.found ? Missing : skipWithReason(Missing, engine.reason);

missing("names the block's member and the environment variable, for each that is missing", async () => {
  const bare = await startFixture(
    {},
    { SLIPWAY_WORKSPACES_ADDRESS: '', SLIPWAY_WORKSPACES_TOKEN: '', SLIPWAY_WORKSPACES_ORGANIZATION: '' },
  );
  try {
    const text = await bare.applyFails(set);
    assert.match(text, "Set `address` in the provider's `workspaces` section, or the environment variable SLIPWAY_WORKSPACES_ADDRESS.");
    const next = await bare.applyFails(`${provider('address = "http://127.0.0.1:9"')}${set}`);
    assert.match(next, "Set `token` in the provider's `workspaces` section, or the environment variable SLIPWAY_WORKSPACES_TOKEN.");
    const last = await bare.applyFails(`${provider('address = "http://127.0.0.1:9", token = "abcdefgh"')}${set}`);
    assert.match(
      last,
      "Set `organization` in the provider's `workspaces` section, or the environment variable SLIPWAY_WORKSPACES_ORGANIZATION.",
    );
  } finally {
    await bare.close();
  }
});

Missing.run();
