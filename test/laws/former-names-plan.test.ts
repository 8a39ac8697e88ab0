import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hasFormerNames, isUnknown, renamedAttributes, type Values } from '../../declarations/src/declare/index.ts';
import { identitySchema } from '../../declarations/src/derive/identity-schema.ts';
import { makeProvider } from '../../src/provider/provider.ts';
import { resources } from '../../declarations/src/resources/index.ts';
import { type Declared, formerKind, sample, title, written } from '../../service/test/laws/former-names/declared.ts';

const test = suite('former names in the provider: states, plans and its configuration');

const nulls = (attributes: Values): Values => Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));

for (const resource of Object.values(resources).filter(({ attributes }) => hasFormerNames(attributes))) {
  const of = resource as unknown as Declared;
  test(`resource ${resource.name}: a state of the version before is read under both names`, async () => {
    assert.ok(resource.upgrades?.includes(renamedAttributes), 'upgrades: [renamedAttributes]');
    const server = makeProvider({ version: '0', environment: {}, log: () => {} }).resources[`slipway_${resource.name}`]!;
    assert.is(server.schema.version, resource.upgrades!.length);
    for (const { name, former, attribute } of written.filter((one) => one.of === of)) {
      const kind = attribute.renamedFrom!.kind ?? attribute.kind,
        value = sample(kind);
      const { state, diagnostics } = await server.upgrade({ version: 0, state: { [former]: value } as never });
      assert.equal([state?.[name], state?.[former], diagnostics], [attribute.renamedFrom!.toNew(value), value, []]);
    }
  });

  test(`resource ${resource.name}: an identity of the version before is read`, async () => {
    const server = makeProvider({ version: '0', environment: {}, log: () => {} }).resources[`slipway_${resource.name}`]!;
    const renamedKeys = written.filter(({ of: block, name }) => block === of && name in identitySchema(resource).attributes);
    assert.is(server.identity!.version, renamedKeys.length > 0 ? 2 : 1);
    const empty = Object.fromEntries(Object.keys(server.identity!.attributes).map((name) => [name, null]));
    for (const { name, former } of renamedKeys)
      assert.equal((await server.upgradeIdentity!({ version: 0, identity: { [former]: 'x' } })).identity, { ...empty, [name]: 'x' });
  });
}

const signal = new AbortController().signal;
const planner = () => {
  const provider = makeProvider({
    version: '0',
    log: () => {},
    environment: Object.fromEntries(
      ['WORKSPACES', 'CI'].flatMap((service) =>
        [
          ['ADDRESS', 'http://127.0.0.1:1'],
          ['TOKEN', 'token-of-the-test'],
          ['ORGANIZATION', service === 'CI' ? 'gh/acme' : 'acme'],
        ].map(([name, value]) => [`SLIPWAY_${service}_${name}`, value]),
      ),
    ),
  });
  return provider;
};

for (const one of written.filter(({ of }) => of.form === 'resource' && of.name !== 'ci_policy_bundle')) {
  const { of, name, former, attribute } = one;
  test(`${title(one)} alone plans what the new name alone plans: on create, and as no difference when a configuration moves`, async () => {
    const server = planner().resources[`slipway_${of.name}`]!;
    const empty = nulls(server.schema.attributes),
      value = sample(formerKind(one));
    const others = Object.entries(of.attributes).filter(([other, { mode }]) => mode === 'required' && other !== name);
    const needed = Object.fromEntries(others.map(([other, { kind }]) => [other, other === 'name' ? 'web' : sample(kind)]));
    const before: Values = { ...empty, ...needed, [former]: value };
    const after: Values = { ...empty, ...needed, [name]: attribute.renamedFrom!.toNew(value) };
    const plan = (prior: Values | null, config: Values) => server.plan({ prior, proposed: config, config, private: undefined }, { signal });
    const [first, second] = [await plan(null, before), await plan(null, after)];
    assert.equal([first.diagnostics, second.diagnostics], [[], []]);
    assert.equal(first.planned, second.planned);
    assert.equal([first.planned![name], first.planned![former]], [attribute.renamedFrom!.toNew(value), value]);
    const state = Object.fromEntries(Object.entries(first.planned!).map(([key, planned]) => [key, isUnknown(planned) ? null : planned]));
    for (const config of [before, after]) {
      const { planned, replace } = await plan(state, config);
      assert.equal([planned, replace], [state, []]);
    }
  });
}

test("the provider block: the former name of a section's dialect is obeyed", async () => {
  const provider = makeProvider({ version: '0', environment: {}, log: () => {} });
  const section = (more: Values): Values => ({ address: null, token: null, organization: null, dialect: null, profile: null, ...more });
  for (const more of [{ profile: 'hosted' }, { dialect: 'hosted' }])
    assert.equal(await provider.configure({ workspaces: section(more), ci: null }, { version: '0' }), []);
});

test('the former name of an environment variable is obeyed and reported; both together are an error', async () => {
  const diagnosed = async (environment: { readonly [name: string]: string }) =>
    (await makeProvider({ version: '0', environment, log: () => {} }).configure({}, { version: '0' })).map(
      ({ severity, summary, detail }) => [severity, summary, detail],
    );
  assert.equal(await diagnosed({ SLIPWAY_CI_DIALECT: 'hosted' }), []);
  assert.equal(await diagnosed({ SLIPWAY_CI_PROFILE: 'hosted' }), [
    ['warning', 'The environment variable SLIPWAY_CI_PROFILE is deprecated', 'Use SLIPWAY_CI_DIALECT.'],
  ]);
  assert.equal(await diagnosed({ SLIPWAY_WORKSPACES_PROFILE: 'hosted', SLIPWAY_WORKSPACES_DIALECT: 'neutral' }), [
    [
      'error',
      'The environment variable SLIPWAY_WORKSPACES_PROFILE cannot be set together with SLIPWAY_WORKSPACES_DIALECT',
      'SLIPWAY_WORKSPACES_PROFILE is the former name of SLIPWAY_WORKSPACES_DIALECT. Unset SLIPWAY_WORKSPACES_PROFILE.',
    ],
  ]);
});

test.run();
