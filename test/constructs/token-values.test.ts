// watchdog: 180 s
import { Fn, TerraformLocal, TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CiOrganization, NoCodeModule, Slipway, VariableSet, type VariableValue, Workspace } from '../../constructs/src/index.ts';
import { engine, type EngineFixture, startFixture } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';

/** A literal and a token of the same type are planned to the same value, and are code or not alike. */
const Tokens = suite('tokens as values of variables under the real engine');
const real = engine.found ? Tokens : skipWithReason(Tokens, engine.reason);
let story: EngineFixture;

type Planned = readonly [value: unknown, hcl: boolean];
/** Tokens of one type by what they are, and what a literal of it is planned to. */
interface Case {
  readonly planned: Planned;
  readonly literal: VariableValue;
  readonly tokens: { readonly [name: string]: VariableValue };
}

const variables = (stack: TerraformStack) => {
  const variable = (id: string, type: string | undefined, value: unknown) =>
    new TerraformVariable(stack, id, { ...(type === undefined ? {} : { type }), default: value });
  return {
    text: variable('text', 'string', 'eu'),
    number: variable('number', 'number', 5),
    bool: variable('bool', 'bool', true),
    list: variable('list', 'list(string)', ['a', 'b']),
    map: variable('map', 'map(string)', { a: '1', b: '2' }),
    object: variable('object', 'object({ a = number, b = list(bool) })', { a: 1, b: [true] }),
    anyText: variable('any-text', undefined, 'eu'),
    anyList: variable('any-list', 'any', ['a', 'b']),
  };
};

// oxlint-disable-next-line max-lines-per-function -- a table
const cases = (stack: TerraformStack): { readonly [type: string]: Case } => {
  const { text, number, bool, list, map, object, anyText, anyList } = variables(stack);
  const local = (id: string, value: unknown) => new TerraformLocal(stack, `local-${id}`, value);
  return {
    string: {
      planned: ['eu', false],
      literal: 'eu',
      tokens: {
        text,
        anyText,
        stringValue: text.stringValue,
        value: text.value,
        local: local('text', 'eu'),
        expression: local('text-expression', 'eu').expression,
        lower: Fn.lower('EU'),
        element: Fn.element(['eu'], 0),
        lookup: Fn.lookup({ a: 'eu' }, 'a', 'us'),
      },
    },
    number: {
      planned: ['5', true],
      literal: 5,
      tokens: { number, numberValue: number.numberValue, value: number.value, local: local('number', 5), max: Fn.max([5, 3]) },
    },
    boolean: {
      planned: ['true', true],
      literal: true,
      tokens: {
        bool,
        booleanValue: bool.booleanValue,
        value: bool.value,
        local: local('bool', true).asBoolean,
        contains: Fn.contains(['a'], 'a'),
      },
    },
    list: {
      planned: ['["a","b"]', true],
      literal: ['a', 'b'],
      tokens: {
        list,
        anyList,
        listValue: list.listValue,
        value: list.value,
        local: local('list', ['a', 'b']),
        concat: Fn.concat([['a'], ['b']]),
        'list of tokens': [Fn.lower('A'), 'b'],
        'list of variables': [Fn.element(list.listValue, 0), Fn.element(list.listValue, 1)],
      },
    },
    map: {
      planned: ['{"a":"1","b":"2"}', true],
      literal: { a: '1', b: '2' },
      tokens: { map, value: map.value, local: local('map', { a: '1', b: '2' }), merge: Fn.merge([{ a: '1' }, { b: '2' }]) },
    },
    object: {
      planned: ['{"a":1,"b":[true]}', true],
      literal: { a: 1, b: [true] },
      tokens: { object, value: object.value, 'object of tokens': { a: Fn.max([1, 0]), b: [bool] } },
    },
    'text in an object': {
      planned: ['{"a":"say \\"eu\\" \\\\ twice"}', true],
      literal: { a: 'say "eu" \\ twice' },
      tokens: { 'object with a text of both': { a: `say "${text.stringValue}" \\ twice` } },
    },
  };
};

const decoded = ([value, hcl]: Planned): unknown => [hcl ? JSON.parse(String(value)) : value, hcl];

/** Plans a stack; the planned values by the key of the variable. */
const plan = async (build: (stack: TerraformStack) => void): Promise<{ readonly [key: string]: Planned }> => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new Slipway(stack);
  build(stack);
  story.writeJson(JSON.parse(Testing.synth(stack, true)) as object);
  await story.run(['plan', '-out=plan', '-no-color']);
  const shown = JSON.parse(await story.run(['show', '-json', 'plan'])) as any;
  return Object.fromEntries(
    shown.planned_values.root_module.resources
      .filter(({ type }: { type: string }) => type.endsWith('_variable'))
      .map(({ values }: any) => [values.key, [values.value, values.hcl]]),
  );
};

if (engine.found) {
  Tokens.before(async () => {
    story = await startFixture();
  });
  Tokens.after(() => story.close());
}

for (const [holder, make] of [
  ['a variable set', (stack: TerraformStack) => new VariableSet(stack, 'holder', { name: 'values' })],
  ['a workspace', (stack: TerraformStack) => new Workspace(stack, 'holder', { name: 'values' })],
] as const)
  real(`${holder} plans a token as a literal of its type`, async () => {
    const wanted: { [key: string]: unknown } = {};
    const planned = await plan((stack) => {
      const held = make(stack);
      for (const [type, { planned: literalPlan, literal, tokens }] of Object.entries(cases(stack)))
        for (const [name, value] of Object.entries({ literal, ...tokens })) {
          held.variable(`${type}: ${name}`, value);
          wanted[`${type}: ${name}`] = decoded(literalPlan);
        }
    });
    assert.equal(Object.fromEntries(Object.entries(planned).map(([key, one]) => [key, decoded(one)])), wanted);
    assert.equal(planned['list: literal'], ['["a","b"]', true]);
    assert.equal(planned['list: concat'], ['["a","b"]', true]);
    assert.equal(planned['boolean: booleanValue'], ['true', true]);
  });
real('what is said of `hcl` counts for a token too', async () => {
  const planned = await plan((stack) => {
    const { list, text } = variables(stack);
    new VariableSet(stack, 'set', { name: 'values' })
      .variable('list', list.value, { hcl: false })
      .variable('merge', Fn.merge([{ a: '1' }]), { hcl: true })
      .variable('text', text.value, { hcl: true });
  });
  assert.equal(planned, { list: ['["a","b"]', false], merge: ['{"a":"1"}', true], text: ['eu', true] });
});
real('what only the apply knows is told by then, and the next plan is empty', async () => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new Slipway(stack);
  const made = new Workspace(stack, 'made', { name: 'made', tags: { a: 'b' } });
  const set = new VariableSet(stack, 'set', { name: 'values' });
  set
    .variable('id', made.id)
    .variable('tags', made.tags)
    .variable('name', Fn.upper(made.createdAt))
    .variable('both', Fn.merge([made.tags]));
  set.env('list', Fn.concat([[made.id], ['x']]));
  story.writeJson(JSON.parse(Testing.synth(stack, true)) as object);
  await story.run(['apply', '-auto-approve', '-no-color']);
  const state = JSON.parse(story.stateText()) as any;
  const id = story.state('slipway_workspace.made')['id'] as string;
  const held = Object.fromEntries(
    state.resources
      .filter(({ type }: { type: string }) => type === 'slipway_variable_set_variable')
      .map(({ instances: [{ attributes: one }] }: any) => [one.key, [one.value, one.hcl]]),
  );
  assert.equal(held, {
    id: [id, false],
    tags: ['{"a":"b"}', true],
    name: [(story.state('slipway_workspace.made')['created_at'] as string).toUpperCase(), false],
    both: ['{"a":"b"}', true],
    list: [`["${id}","x"]`, false],
  });
  assert.equal(await story.plannedChanges(), []);
});
real('attributes of data sources are values like others', async () => {
  await story.api('POST', '/organizations/acme/workspaces', {
    data: { type: 'workspaces', attributes: { name: 'there', 'auto-apply': true } },
  });
  const planned = await plan((stack) => {
    const there = Workspace.fromName(stack, 'there', 'there');
    new VariableSet(stack, 'set', { name: 'values2' })
      .variable('name', there.name)
      .variable('flag', there.autoApply)
      .variable('list', there.tagNames);
  });
  assert.equal(planned, { name: ['there', false], flag: ['true', true], list: ['[]', true] });
});
real('a context, a project and a no-code workspace take the same values', async () => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new Slipway(stack);
  const { bool, map } = variables(stack);
  const organization = new CiOrganization(stack, 'org', { slug: 'gh/acme' });
  for (const holder of [organization.context('deploy'), organization.project('web')])
    holder
      .variable('BOOL', bool.booleanValue)
      .variable('MAP', Fn.merge([map.value]))
      .variable('LIST', map)
      .variable('TEXT', 'x');
  new NoCodeModule(stack, 'module', { registryModuleId: 'mod-1' }).workspace('made', {
    variables: { bool, map: Fn.merge([map.value]), nested: { a: map } as never, text: 'x' },
  });
  story.writeJson(JSON.parse(Testing.synth(stack, true)) as object);
  const text = await story.run(['validate', '-json']);
  assert.equal(JSON.parse(text).diagnostics, []);
});
Tokens.run();
