// watchdog: 180 s
/** Inputs drawn from public reports, each as a module of one configuration: applied, planned with the change of the report, applied. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readField, withoutField } from '../support/field-folder.ts';
import { skipWithReason } from '../support/skip.ts';
import { synthesizeField } from './field/synthesize-field.ts';
import { engine, type EngineFixture, startFixture } from './support/engine-fixture.ts';

const Field = suite('inputs of public reports under the real engine');
const missing = engine.found ? withoutField : engine.reason;
const real = missing === '' ? Field : skipWithReason(Field, missing);
let fixture: EngineFixture;

/** By what `K` says: the value of the variable in the state, and whether it is an expression. */
const tokens: { readonly [k: string]: readonly [value: string, hcl: boolean] } = {
  merge: ['{"a":"1","b":"2"}', true],
  mergehcl: ['{"a":"1","b":"2"}', true],
  listValue: ['["a","b"]', true],
  value: ['["a","b"]', true],
  local: ['{"x":[1]}', true],
  concat: ['["a","b","c"]', true],
  variable: ['["a","b"]', true],
  num: ['5', true],
  bool: ['true', true],
  tags: ['{"a":"b"}', true],
};

/** Statements of the app of existing objects that are no configuration: a value that no workspace has, a method that data sources lack. */
const wrongMode = "new Workspace(s, 'w2', { name: 'refs-w2', executionMode: 'remot' });\n";
const methodOfDataSource = "dp.workspace('x');\n";
const without = (text: string, ...statements: readonly string[]): string =>
  statements.reduce((rest, statement) => {
    assert.ok(rest.includes(statement), statement);
    return rest.replace(statement, '');
  }, text);

/** The variables of each module, before and after the change of the report. */
const variables = {
  '02-sensitive-rename': 'key = var.after ? "OTHER" : "AP_KEY"',
  '02b-hosted': 'key = var.after ? "OTHER" : "AP_KEY"',
  '05b-narrowing': 'access = var.after ? "custom" : "admin"',
  '16-attribute-removed': 't = !var.after',
};
/** The two configurations of a script: texts of Python in which `{n}` is a name. */
const historyConfig = (which: 'full' | 'mini', name: string): string => {
  const [, text] = new RegExp(`^${which}=lambda n: f'''\\n([^]*?)'''$`, 'm').exec(readField('12-history', 'gen.py'))!;
  const [preamble] = readField('16-attribute-removed', 'main.tf').split('variable');
  return preamble + text!.replaceAll('{n}', name).replaceAll('{{', '{').replaceAll('}}', '}');
};
const written: [name: string, values: string][] = [];
const writeCalls = (after: boolean): void => {
  const calls = written.map(([name, values]) => `module "m-${name}" {\n  source = "./${name}"\n  ${values}\n}\n`);
  fixture.write(`variable "after" { default = ${after} }\n${calls.join('')}`);
};

const prepare = async (): Promise<void> => {
  const add = (name: string, file: string, text: string, values = ''): void => {
    mkdirSync(join(fixture.folder, name));
    writeFileSync(join(fixture.folder, name, file), text);
    written.push([name, values]);
  };
  for (const [name, values] of Object.entries(variables)) add(name, 'main.tf', readField(name, 'main.tf'), values);
  add('12-history', 'main.tf', historyConfig('full', 'hist-b'));
  add('12-history-alone', 'main.tf', historyConfig('mini', 'fresh-b'));
  for (const k of Object.keys(tokens)) {
    const module = await synthesizeField('13-token-values', (text) => text.replaceAll("name: 'c14b'", `name: 'c14b-${k}'`), k);
    add(`value-${k}`, 'main.tf.json', JSON.stringify(module));
  }
  const existing = await synthesizeField('15-existing-objects', (text) => without(text, wrongMode, methodOfDataSource));
  add('15-existing-objects', 'main.tf.json', JSON.stringify(existing));
  writeCalls(false);
  await fixture.run(['get']);
};

if (missing === '') {
  Field.before(async () => {
    fixture = await startFixture();
    for (const [type, name] of [
      ['workspaces', 'legacy-app'],
      ['projects', 'payments'],
    ] as const)
      await fixture.api('POST', `/organizations/acme/${type}`, { data: { type, attributes: { name } } });
    await prepare();
  });
  Field.after(() => fixture.close());
}

/** The objects of a module in the state, by address in it: their attributes. */
const stateOf = (module: string): { readonly [address: string]: any } =>
  Object.fromEntries(
    JSON.parse(fixture.stateText())
      .resources.filter((one: any) => one.module === `module.m-${module}`)
      .map(({ mode, type, name, instances: [{ attributes }] }: any) => [`${mode === 'data' ? 'data.' : ''}${type}.${name}`, attributes]),
  );
const pick = (state: { readonly [name: string]: unknown }, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, state[name]]));

real('13-token-values: a token is applied like a literal of its type', async () => {
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  const held = (k: string) => {
    const [[, { value, hcl }]] = Object.entries(stateOf(`value-${k}`)).filter(([address]) => address.includes('_variable.')) as [any];
    return [value, hcl];
  };
  assert.equal(Object.fromEntries(Object.keys(tokens).map((k) => [k, held(k)])), tokens);
});
real('15-existing-objects: a data source is taken wherever a resource is', async () => {
  const state = stateOf('15-existing-objects');
  const [legacy, payments] = [state['data.slipway_workspace.dw'].id, state['data.slipway_project.dp'].id];
  assert.is(state['data.slipway_workspace.x'].id, legacy);
  assert.is(state['slipway_workspace.w'].project_id, payments);
  const named = Object.entries(state).map(
    ([address, { consumer_id: consumer, workspace_id: workspace, project_id: project }]): [string, unknown] => [
      address,
      consumer ?? workspace ?? project,
    ],
  );
  assert.equal(
    named
      .filter(([address]) => /consumer|variable_set_(?:workspace|project)/.test(address))
      .map(([address, id]) => [address.replace(/_[0-9A-F]{8}$/, ''), id]),
    [
      ['slipway_remote_state_consumer.w_state-for-legacy-app', legacy],
      ['slipway_variable_set_project.vs2_project-payments', payments],
      ['slipway_variable_set_workspace.vs3_workspace-refs-l1', state['slipway_workspace.l1'].id],
      ['slipway_variable_set_workspace.vs_workspace-legacy-app', legacy],
    ],
  );
  assert.equal(
    Object.entries(state).flatMap(([address, { key, value }]) => (address.startsWith('slipway_workspace_variable.') ? [[key, value]] : [])),
    [
      ['TZ', 'UTC'],
      ['region', 'eu'],
    ],
  );
});
real('15-existing-objects: a value that no workspace has is told at synthesis, with what to write', async () => {
  const told = await synthesizeField('15-existing-objects', (text) => without(text, methodOfDataSource)).catch(
    (error: Error) => error.message,
  );
  assert.match(
    String(told),
    '[refs/w2] Wrong value for "execution_mode". Expected one of "remote", "local", "agent"; given "remot". ' +
      'Write `execution_mode = "remote"`.',
  );
});
real('02-sensitive-rename, 02b-hosted: the service refuses another key', async () => {
  for (const module of ['02-sensitive-rename', '02b-hosted']) {
    const state = stateOf(module);
    for (const path of [
      `/workspaces/${state['slipway_workspace.w'].id}/vars/${state['slipway_workspace_variable.v'].id}`,
      `/varsets/${state['slipway_variable_set.s'].id}/relationships/vars/${state['slipway_variable_set_variable.v'].id}`,
    ]) {
      const { status, body } = await fixture.api('PATCH', path, {
        data: { type: 'vars', attributes: { key: 'OTHER' } },
      });
      assert.equal([status, body.errors[0].source], [422, { pointer: '/data/attributes/key' }]);
    }
  }
});
real('the plan of the changes replaces sensitive variables, and changes the rest in place', async () => {
  writeCalls(true);
  writeFileSync(join(fixture.folder, '12-history', 'main.tf'), historyConfig('mini', 'hist-b'));
  assert.equal(await fixture.plannedChanges(), [
    'delete/create module.m-02-sensitive-rename.slipway_variable_set_variable.v',
    'delete/create module.m-02-sensitive-rename.slipway_workspace_variable.v',
    'delete/create module.m-02b-hosted.slipway_variable_set_variable.v',
    'delete/create module.m-02b-hosted.slipway_workspace_variable.v',
    'update module.m-05b-narrowing.slipway_team_workspace_access.a',
    'update module.m-12-history.slipway_project.p',
    'update module.m-12-history.slipway_team.t',
    'update module.m-12-history.slipway_team_project_access.a',
    'update module.m-12-history.slipway_team_workspace_access.a',
    'update module.m-12-history.slipway_workspace.w',
    'update module.m-16-attribute-removed.slipway_workspace.w',
  ]);
});
real('05b-narrowing, 16-attribute-removed: the state is that of the changed configuration alone, and the next plan is empty', async () => {
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  const permissions = [
    'access',
    'runs',
    'variables',
    'state_versions',
    'sentinel_mocks',
    'workspace_locking',
    'run_tasks',
    'policy_overrides',
  ];
  assert.equal(pick(stateOf('05b-narrowing')['slipway_team_workspace_access.a'], permissions), {
    access: 'custom',
    runs: 'read',
    variables: 'none',
    state_versions: 'none',
    sentinel_mocks: 'none',
    workspace_locking: false,
    run_tasks: false,
    policy_overrides: false,
  });
  // The default of an organization of a service that executes no runs.
  assert.equal(pick(stateOf('16-attribute-removed')['slipway_workspace.w'], ['tags', 'execution_mode']), {
    tags: null,
    execution_mode: 'local',
  });
  assert.equal(stateOf('02b-hosted')['slipway_workspace_variable.v'].key, 'OTHER');
  assert.equal(await fixture.plannedChanges(), []);
});

real('12-history: the state after a full configuration, then a minimal one is that of the minimal one alone', () => {
  // Those of one object; a version that was configured is left alone (decision 160).
  const ofOne = new Set(['id', 'name', 'created_at', 'updated_at', 'team_id', 'workspace_id', 'project_id', 'engine_version']);
  const decided = (module: string) =>
    Object.entries(stateOf(module)).map(([address, state]) => [
      address,
      pick(
        state,
        Object.keys(state).filter((name) => !ofOne.has(name)),
      ),
    ]);
  assert.is(decided('12-history-alone').length, 6);
  assert.equal(decided('12-history'), decided('12-history-alone'));
});

Field.run();
