// watchdog: 180 s
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, startFixture, token } from './support/engine-fixture.ts';

const Adopted = suite('variables that exist already, under the real engine');
const real = engine.found ? Adopted : skipWithReason(Adopted, engine.reason);
let fixture: EngineFixture;
let variables: { readonly [name: string]: string };
let ids: { readonly set: string; readonly context: string };

const ci = async (method: string, path: string, body: object): Promise<any> => {
  const response = await fetch(`${fixture.address}/api/v2${path}`, {
    method,
    headers: { 'Ci-Token': token, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
  return response.json();
};

if (engine.found) {
  Adopted.before(async () => {
    fixture = await startFixture({}, { SLIPWAY_CI_ORGANIZATION: 'gh/acme' });
    await fixture.apply(`
resource "slipway_variable_set" "s" { name = "common" }
resource "slipway_ci_project" "web" { name = "web" }
resource "slipway_ci_context" "deploy" { name = "deploy" }`);
    ids = { set: fixture.state('slipway_variable_set.s')['id'], context: fixture.state('slipway_ci_context.deploy')['id'] };
    const slug = fixture.state('slipway_ci_project.web')['slug'] as string;
    const create = async (key: string, value: string, sensitive: boolean): Promise<string> => {
      const attributes = { key, value, category: 'env', sensitive };
      const { status, body } = await fixture.api('POST', `/varsets/${ids.set}/relationships/vars`, { data: { type: 'vars', attributes } });
      assert.is(status, 200);
      return `${ids.set}/${body.data.id}`;
    };
    variables = {
      'slipway_variable_set_variable.host': await create('PGHOST', 'db.example.com', false),
      'slipway_variable_set_variable.password': await create('PGPASSWORD', 'hunter2-hunter2', true),
      'slipway_ci_context_variable.key': `${ids.context}/API_KEY`,
      'slipway_ci_project_variable.level': `${slug}/LEVEL`,
    };
    await ci('PUT', `/context/${ids.context}/environment-variable/API_KEY`, { value: 'context-secret' });
    await ci('POST', `/project/${slug}/envvar`, { name: 'LEVEL', value: 'project-secret' });
  });
  Adopted.after(async () => {
    await fixture.close();
  });
}

/** Requests that the service received and that changed something there. */
const writes = async (): Promise<readonly string[]> =>
  (await fixture.control('GET', '/requests')).entries
    .map(({ method, path }: { method: string; path: string }) => `${method} ${path}`)
    .filter((text: string) => !text.startsWith('GET'));

real('an import with generated configuration and an apply leave every value as it is', async () => {
  const imports = Object.entries(variables).map(([to, id]) => `import {\n  to = ${to}\n  id = ${JSON.stringify(id)}\n}`);
  rmSync(join(fixture.folder, 'terraform.tfstate'), { force: true });
  fixture.write(imports.join('\n'));
  const before = (await writes()).length;
  assert.ok(before > 0);
  await fixture.run(['plan', '-no-color', '-generate-config-out=generated.tf']);
  assert.match(readFileSync(join(fixture.folder, 'generated.tf'), 'utf8'), /value +=/);
  assert.equal(await fixture.plannedChanges(), []);
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  assert.equal((await writes()).slice(before), []);
  assert.equal(await fixture.plannedChanges(), []);
  const { body } = await fixture.api('GET', `/varsets/${ids.set}/relationships/vars`);
  assert.equal(
    body.data.map(({ attributes: { key, value } }: any) => [key, value]),
    [
      ['PGHOST', 'db.example.com'],
      ['PGPASSWORD', null],
    ],
  );
});

real('a change beside the value leaves the value as it is, and a plan shows what changes of a plain one', async () => {
  rmSync(join(fixture.folder, 'generated.tf'), { force: true });
  const host = (more: string): string => `
resource "slipway_variable_set_variable" "host" {
  variable_set_id = "${ids.set}"
  key             = "PGHOST"
  category        = "env"
  ${more}
}
removed {
  from = slipway_variable_set_variable.password
  lifecycle { destroy = false }
}
removed {
  from = slipway_ci_context_variable.key
  lifecycle { destroy = false }
}
removed {
  from = slipway_ci_project_variable.level
  lifecycle { destroy = false }
}`;
  await fixture.apply(host('description = "where the database is"'));
  assert.is(fixture.state('slipway_variable_set_variable.host')['readable_value'], 'db.example.com');
  fixture.write(host('value = "db2.example.com"'));
  assert.match(await fixture.run(['plan', '-no-color']), /readable_value +=\s+"db\.example\.com" -> "db2\.example\.com"/);
  await fixture.apply(host('value = "db2.example.com"'));
  assert.is(fixture.state('slipway_variable_set_variable.host')['readable_value'], 'db2.example.com');
  assert.equal(await fixture.plannedChanges(), []);
});

real('a new variable without a value is refused at plan, of every type', async () => {
  for (const [type, key] of [
    ['variable_set_variable', `variable_set_id = "${'varset-0123456789abcdef'}"\nkey = "A"\ncategory = "env"`],
    ['ci_context_variable', `context_id = "${ids.context}"\nname = "A"`],
    ['ci_project_variable', 'project_slug = "gh/acme/web"\nname = "A"'],
  ] as const) {
    const text = await fixture.applyFails(`resource "slipway_${type}" "new" {\n${key}\n}`);
    assert.match(text, 'Missing "value"');
    assert.match(text, 'Set `value` or `value_wo`.');
  }
});

real('values of a conditional that is not known yet can be either of the two', async () => {
  const either = (isSecret: boolean): string => `
resource "terraform_data" "choice" { input = ${isSecret} }
resource "slipway_variable_set_variable" "either" {
  variable_set_id = "${ids.set}"
  key             = "EITHER"
  category        = "env"
  value           = terraform_data.choice.output ? null : "plain"
  value_wo        = terraform_data.choice.output ? "secret" : null
}`;
  await fixture.apply(either(false));
  assert.is(fixture.state('slipway_variable_set_variable.either')['readable_value'], 'plain');
  await fixture.apply(either(true));
  const state = fixture.state('slipway_variable_set_variable.either');
  assert.equal([state['value'], state['readable_value'], state['value_wo_version']], [null, null, 1]);
  await fixture.apply(either(false));
  assert.is(fixture.state('slipway_variable_set_variable.either')['value'], 'plain');
});

Adopted.run();
