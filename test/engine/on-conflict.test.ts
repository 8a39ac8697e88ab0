import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, oneLine, startFixture, token } from './support/engine-fixture.ts';
// watchdog: 180 s

const Conflict = suite('variables that exist already');
const real = engine.found ? Conflict : skipWithReason(Conflict, engine.reason);
let fixture: EngineFixture;
let owner = '';

const ci = async (method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await fetch(`${fixture.address}/api/v2${path}`, {
    method,
    headers: { 'Ci-Token': token, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.json();
};
Conflict.before(async () => {
  if (!engine.found) return;
  fixture = await startFixture();
  owner = (await ci('GET', '/me/collaborations'))[0].id;
  await fixture.apply(`${provider()}${ground}`);
});
Conflict.after(() => fixture?.close());

const provider = () => `provider "slipway" {\n  ci = { address = "${fixture.address}", organization = "${owner}" }\n}\n`;
const ground = `
resource "slipway_ci_context" "c" { name = "deploy" }
resource "slipway_ci_project" "p" { name = "web" }
resource "slipway_variable_set" "s" { name = "shared" }
`;
interface VariableCase {
  readonly noun: string;
  readonly body: string;
  /** Makes the variable with the value `theirs`; how the service shows it. */
  create(): Promise<unknown>;
  /** Something that differs between `theirs` and `ours`. */
  shown(): Promise<unknown>;
}
const id = (address: string, name = 'id') => fixture.state(address)[name] as string;
const setPath = () => `/varsets/${id('slipway_variable_set.s')}/relationships/vars`;
const setVariables = async () => (await fixture.api('GET', setPath())).body.data as readonly any[];
const cases: { readonly [type: string]: VariableCase } = {
  ci_context_variable: {
    noun: 'CI context variable',
    body: 'context_id = slipway_ci_context.c.id\nname = "A"\nvalue = "ours"',
    create: () => ci('PUT', `/context/${id('slipway_ci_context.c')}/environment-variable/A`, { value: 'theirs' }),
    shown: async () => (await ci('GET', `/context/${id('slipway_ci_context.c')}/environment-variable`)).items[0]?.updated_at,
  },
  ci_project_variable: {
    noun: 'CI project variable',
    body: 'project_slug = slipway_ci_project.p.slug\nname = "A"\nvalue = "value-ours"',
    create: () => ci('POST', `/project/${id('slipway_ci_project.p', 'slug')}/envvar`, { name: 'A', value: 'value-theirs' }),
    shown: async () => (await ci('GET', `/project/${id('slipway_ci_project.p', 'slug')}/envvar`)).items[0]?.value,
  },
  variable_set_variable: {
    noun: 'variable of a variable set',
    body: 'variable_set_id = slipway_variable_set.s.id\nkey = "A"\ncategory = "env"\nvalue = "ours"\nsensitive = true\ndescription = "d"',
    create: () =>
      fixture.api('POST', setPath(), {
        data: { type: 'vars', attributes: { key: 'A', value: 'theirs', category: 'env', sensitive: true, description: 'd' } },
      }),
    shown: async () => (await setVariables())[0]?.attributes['version-id'],
  },
};

for (const [type, { noun, body, create, shown }] of Object.entries(cases)) {
  const configuration = (mode: string) =>
    `${provider()}${ground}resource "slipway_${type}" "it" {\n${body}\n${mode === '' ? '' : `on_conflict = "${mode}"`}\n}`;
  real(`${type}: an error at plan, with what to write`, async () => {
    await create();
    const before = await shown();
    fixture.write(configuration('error'));
    assert.match(oneLine(await fixture.run(['plan', '-no-color'], 1)), `The ${noun} "A" already exists`);
    assert.equal(await shown(), before);
  });
  real(`${type}: adopted, its value stays, and a second plan is empty`, async () => {
    const before = await shown();
    assert.match(oneLine(await fixture.apply(configuration('adopt'))), `The ${noun} "A" already exists and is adopted`);
    if (type !== 'variable_set_variable') assert.equal(await shown(), before);
    assert.equal(await fixture.plannedChanges(), []);
    await fixture.run(['state', 'rm', `slipway_${type}.it`]);
  });
  real(`${type}: overwritten, reported at plan, and destroyed with its resource`, async () => {
    const before = await shown();
    assert.match(oneLine(await fixture.apply(configuration('overwrite'))), `The ${noun} "A" already exists and is overwritten`);
    assert.is.not(await shown(), before);
    assert.equal(await fixture.plannedChanges(), []);
    await fixture.apply(`${provider()}${ground}`);
    assert.is(await shown(), undefined);
  });
  real(`${type}: where there is none, nothing is reported`, async () => {
    for (const mode of ['error', 'adopt', 'overwrite']) {
      assert.not.match(await fixture.apply(configuration(mode)), 'already exists');
      await fixture.apply(`${provider()}${ground}`);
    }
  });
}
real('a sensitive variable with another description is refused at plan, and stays as it is', async () => {
  const { body, create, shown } = cases['variable_set_variable']!;
  await create();
  const before = await shown();
  const changed = body.replace('description = "d"', 'description = "mine"');
  fixture.write(`${provider()}${ground}resource "slipway_variable_set_variable" "it" {\n${changed}\non_conflict = "overwrite"\n}`);
  const output = oneLine(await fixture.run(['plan', '-no-color'], 1));
  assert.match(output, 'The existing variable of a variable set "A" is sensitive and cannot be taken over with another "description"');
  assert.match(output, 'Set `description = "d"`, or delete the existing variable so that this resource creates it.');
  assert.is(await shown(), before);
});
Conflict.run();
