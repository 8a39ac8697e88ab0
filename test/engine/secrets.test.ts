import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, startFixture, token } from './support/engine-fixture.ts';

const Secrets = suite('secrets under the real engine');
const real = engine.found ? Secrets : skipWithReason(Secrets, engine.reason);
const canary = 'canary-7d1f0c55-do-not-tell';
let fixture: EngineFixture;

if (engine.found) {
  Secrets.before(async () => {
    fixture = await startFixture();
  });
  Secrets.after(async () => {
    await fixture.close();
  });
}

const variable = (value: string, more = '') => `
resource "slipway_variable_set" "s" { name = "common" }
resource "slipway_variable_set_variable" "v" {
  variable_set_id = slipway_variable_set.s.id
  key             = "TOKEN"
  category        = "env"
  value_wo        = "${value}"
  ${more}
}`;

/** Every file below the engine's folder: state, its backup, the saved plan, logs. */
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

for (const sensitive of ['sensitive = true', 'sensitive = false']) {
  real(`a write-only value is in no state, plan, log or journal, with ${sensitive}`, async () => {
    const log = join(fixture.folder, 'engine.log');
    // A literal would stand in the configuration that a saved plan carries; people pass secrets as ephemeral variables.
    fixture.write(`variable "secret" {\n  type = string\n  ephemeral = true\n}\n${variable('', sensitive).replace('""', 'var.secret')}`);
    const context = { TF_LOG: 'TRACE', TF_LOG_PATH: log, TF_VAR_secret: canary };
    const printed = [
      await fixture.run(['plan', '-no-color', '-out=saved.plan'], 0, context),
      await fixture.run(['show', '-json', 'saved.plan']),
      await fixture.run(['apply', '-auto-approve', '-no-color'], 0, context),
      await fixture.run(['show', '-json']),
    ];
    assert.equal(printed.filter((text) => text.includes(canary)).length, 0);
    const telling = filesBelow(fixture.folder).filter((path) => readFileSync(path).includes(canary));
    assert.equal(
      telling.map((path) => path.slice(fixture.folder.length)),
      [],
    );
    assert.not(JSON.stringify(await fixture.control('GET', '/requests')).includes(canary));
    assert.ok(existsSync(log));
    const { id, variable_set_id } = fixture.state('slipway_variable_set_variable.v');
    const { body } = await fixture.api('GET', `/varsets/${variable_set_id}/relationships/vars`);
    assert.equal(
      body.data.map((one: { id: string; attributes: { value: unknown } }) => [one.id, one.attributes.value]),
      [[id, sensitive.endsWith('true') ? null : canary]],
    );
    await fixture.apply('');
  });
}

real('the token is in no state, plan or log', async () => {
  const telling = filesBelow(fixture.folder).filter((path) => readFileSync(path).includes(token));
  assert.equal(
    telling.map((path) => path.slice(fixture.folder.length)),
    [],
  );
});

real('an error that the service answers does not repeat a value', async () => {
  await fixture.apply(variable(canary, 'sensitive = true'));
  await fixture.control('POST', '/faults', { fault: '500', at: 1, times: 100, method: 'PATCH' });
  const text = await fixture.applyFails(variable(`${canary}-2`, 'sensitive = true'));
  await fixture.control('DELETE', '/faults');
  assert.match(text, 'answered 500');
  assert.not(text.includes(canary));
  await fixture.apply('');
});

real('a sensitive value that somebody else changed is noticed and put right', async () => {
  await fixture.apply(variable(canary, 'sensitive = true'));
  const { id, variable_set_id } = fixture.state('slipway_variable_set_variable.v');
  await fixture.api('PATCH', `/varsets/${variable_set_id}/relationships/vars/${id}`, {
    data: { type: 'vars', attributes: { value: 'theirs' } },
  });
  assert.equal(await fixture.plannedChanges(), ['update slipway_variable_set_variable.v']);
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  assert.is(fixture.state('slipway_variable_set_variable.v')['value_wo_version'], 2);
  assert.equal(await fixture.plannedChanges(), []);
  await fixture.apply('');
});

real('a sensitive value kept in the state is noticed when somebody else changed it', async () => {
  const kept = `
resource "slipway_variable_set" "s" { name = "common" }
resource "slipway_variable_set_variable" "v" {
  variable_set_id = slipway_variable_set.s.id
  key             = "TOKEN"
  category        = "env"
  value           = "ours"
  sensitive       = true
}`;
  await fixture.apply(kept);
  assert.equal(await fixture.plannedChanges(), []);
  const { id, variable_set_id } = fixture.state('slipway_variable_set_variable.v');
  await fixture.api('PATCH', `/varsets/${variable_set_id}/relationships/vars/${id}`, {
    data: { type: 'vars', attributes: { value: 'theirs' } },
  });
  assert.equal(await fixture.plannedChanges(), ['update slipway_variable_set_variable.v']);
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  assert.equal(await fixture.plannedChanges(), []);
  await fixture.apply('');
});

Secrets.run();
