import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Attribute,
  type Attributes,
  hasFormerNames,
  isUnknown,
  type AttributeKind,
  renamedAttributes,
  toBothNames,
  toNewNames,
  type Values,
} from '../../src/declare/index.ts';
import { deprecatedFields } from '../../src/deprecated/deprecated-fields.ts';
import { jsonSchema, providerSchema, validateConfig } from '../../src/derive/index.ts';
import { identitySchema } from '../../src/derive/identity-schema.ts';
import { deprecationWarnings } from '../../constructs/src/rules.ts';
import { providerBlock } from '../../src/provider/provider-section.ts';
import { makeProvider } from '../../src/provider/provider.ts';
import { actions, dataSources, ephemerals, resources } from '../../src/resources/index.ts';

const test = suite('former names of attributes');

interface Declared {
  readonly form: string;
  readonly name: string;
  readonly doc: string;
  readonly attributes: Attributes;
}
const declared = [
  ...[resources, dataSources, ephemerals, actions].flatMap((of) => Object.values(of)),
  providerBlock,
] as readonly Declared[];

interface Walked {
  readonly path: readonly string[];
  readonly name: string;
  readonly attribute: Attribute;
}
interface Former extends Walked {
  readonly of: Declared;
  readonly former: string;
}

const membersOf = ({ members, item }: Pick<AttributeKind, 'members' | 'item'>): Attributes | undefined =>
  members ?? (item && membersOf(item));

/** Every attribute with its path: those of objects, and of objects in collections. */
function* walk(attributes: Attributes, path: readonly string[] = []): Generator<Walked> {
  for (const [name, attribute] of Object.entries(attributes)) {
    yield { path, name, attribute };
    const members = membersOf(attribute.kind);
    if (members) yield* walk(members, [...path, name]);
  }
}

const formers: readonly Former[] = declared.flatMap((of) =>
  [...walk(of.attributes)].flatMap(({ path, name, attribute }) =>
    attribute.renamedFrom ? [{ of, path, name, former: attribute.renamedFrom.name, attribute }] : [],
  ),
);
const written = formers.filter(({ attribute }) => attribute.mode !== 'computed');
const title = ({ of, path, former }: Former): string => `${of.form} ${of.name}: ${[...path, former].join('.')}`;

/** `name: path` of every attribute that is so. */
const where = (is: (one: Walked) => boolean): readonly string[] =>
  declared.flatMap((of) => [...walk(of.attributes)].filter(is).map(({ path, name }) => `${of.name}: ${[...path, name].join('.')}`));

test('these names are former names; a new one is added to this list and to the table in CHANGELOG.md', () => {
  assert.equal(formers.map((one) => `${title(one)} -> ${one.name}`).sort(), [
    'action ci_run_pipeline: definition_id -> pipeline_definition_id',
    'data source ci_insights_branches: org_id -> organization_id',
    'data source ci_insights_job_time_series: moments -> data_points',
    'data source ci_insights_organization_summary: org_data -> organization_data',
    'data source ci_insights_organization_summary: org_project_data -> organization_project_data',
    'data source ci_insights_project_summary: org_id -> organization_id',
    'data source ci_policy: owner_id -> organization_id',
    'data source ci_policy_bundle: owner_id -> organization_id',
    'data source ci_policy_decision: metadata.build_number -> pipeline_number',
    'data source ci_policy_decision: owner_id -> organization_id',
    'data source ci_policy_decision_bundle: owner_id -> organization_id',
    'data source ci_policy_decisions: build_number -> pipeline_number',
    'data source ci_policy_decisions: decisions.metadata.build_number -> pipeline_number',
    'data source ci_policy_decisions: owner_id -> organization_id',
    'data source ci_policy_settings: owner_id -> organization_id',
    'ephemeral ci_usage_export_download: largest_bytes -> max_bytes',
    'provider slipway: ci.profile -> dialect',
    'provider slipway: workspaces.profile -> dialect',
    'resource ci_policy_bundle: owner_id -> organization_id',
    'resource ci_policy_settings: owner_id -> organization_id',
    'resource ci_usage_export: shared_org_ids -> shared_organization_ids',
    'resource project: tags_own -> ignore_additional_tags',
    'resource workspace: tag_names_own -> ignore_additional_tag_names',
    'resource workspace: tags_own -> ignore_additional_tags',
  ]);
});

test('no attribute is called by a name that was given up, but as a former name', () => {
  const givenUp = new Set(formers.map(({ former }) => former));
  assert.equal(
    where(({ name }) => givenUp.has(name)),
    [],
  );
});

test('every attribute that holds the ID of an organization is called organization_id', () => {
  const id = /^(The|Its|The ID of (the|its)) organization(, by its ID)?\.$/;
  assert.equal(
    where(
      ({ name, attribute: { doc, kind } }) =>
        id.test(doc) && kind.description.startsWith('a UUID') && !['id', 'organization_id'].includes(name),
    ),
    [],
  );
  assert.equal(
    where(({ name }) => /(^|_)orgs?(_|$)/.test(name)),
    [],
    'an organization is never "org"',
  );
});

test('an attribute of one name is one kind of thing: IDs are IDs, slugs are slugs, numbers are numbers', () => {
  assert.equal(
    where(
      ({ name, attribute: { kind } }) =>
        (name.endsWith('_id') && kind.type !== 'string') ||
        (name.endsWith('_ids') && kind.collection === undefined) ||
        (name.endsWith('_number') && kind.type !== 'number') ||
        (/(^|_)slug$/.test(name) && kind.type !== 'string'),
    ),
    [],
  );
});

/** A value that the kind takes. */
const sample = (kind: AttributeKind): unknown => {
  const words = (kind.json as { enum?: readonly unknown[] }).enum;
  if (words) return words.at(-1);
  if (kind.item) return [sample(kind.item)];
  if (kind.type === 'bool') return true;
  return kind.type === 'number' ? 7 : '00000000-0000-4000-8000-0000000000ac';
};

const nested = (path: readonly string[], values: Values): Values => path.reduceRight<Values>((inner, name) => ({ [name]: inner }), values);
const formerKind = ({ attribute }: Former): AttributeKind => attribute.renamedFrom!.kind ?? attribute.kind;

for (const one of written) {
  const { of, path, name, former, attribute } = one;
  const value = sample(formerKind(one)),
    { toNew, toFormer } = attribute.renamedFrom!;
  const under = (values: Values): Values => nested(path, values);
  const faultsAt = (values: Values) =>
    validateConfig(of, values)
      .map((fault) => fault.path.join('.'))
      .sort();
  const missing = faultsAt({}).filter((at) => at !== name);

  test(`${title(one)} alone is taken, and means what the new name says`, () => {
    assert.equal(faultsAt(under({ [former]: value })), missing);
    assert.equal(toNewNames(of.attributes, under({ [former]: value })), under({ [name]: toNew(value) }));
    assert.equal(toFormer(toNew(value)), value);
    assert.equal(toBothNames(of.attributes, under({ [name]: toNew(value) })), under({ [name]: toNew(value), [former]: value }));
  });

  test(`${title(one)} is judged as its kind, at its own path`, () => {
    assert.equal(faultsAt(under({ [former]: { not: 'this' } })), [[...path, former].join('.'), ...missing].sort());
  });

  test(`${title(one)} and the new name together are an error at the path`, () => {
    const [fault, ...rest] = validateConfig(of, under({ [former]: value, [name]: toNew(value) })).filter(
      (found) => !missing.includes(found.path.join('.')),
    );
    assert.equal([fault?.path, rest], [[...path, former], []]);
    assert.is(fault?.summary, `"${[...path, former].join('.')}" cannot be set together with "${[...path, name].join('.')}"`);
    assert.is(fault?.detail, `\`${former}\` is the former name of \`${name}\`. Remove the line \`${former} = …\`.`);
  });

  test(`${title(one)} is reported by lint and the plan with the same words; the new name is not`, () => {
    const message = attribute.renamedFrom!.deprecated ?? `Use \`${name}\`.`;
    assert.equal(deprecatedFields(of, under({ [former]: value })), [
      { path: [...path, former], summary: `"${[...path, former].join('.')}" is deprecated`, detail: message },
    ]);
    assert.equal(deprecatedFields(of, under({ [name]: toNew(value) })), []);
    let at: any = jsonSchema(of);
    for (const step of [...path, former]) at = at.properties[step];
    assert.equal([at.deprecated, at['x-deprecation-message']], [true, message]);
  });

  if (of.form !== 'action') {
    test(`${title(one)} is reported at synthesis`, () => {
      const type = of.form === 'provider' ? of.name : `slipway_${of.name}`;
      const message = attribute.renamedFrom!.deprecated ?? `Use \`${name}\`.`;
      assert.equal(deprecationWarnings(of.form as 'resource', type, under({ [former]: value })), [
        `"${[...path, former].join('.')}" is deprecated: ${message}`,
      ]);
    });
  }
}

for (const one of formers) {
  test(`${title(one)} is deprecated in the schema that the engine reads, and never required there`, () => {
    let at: any = providerSchema(one.of);
    for (const step of one.path) at = at.attributes[step].nested;
    const { deprecated, deprecationMessage, required, computed } = at.attributes[one.former];
    assert.equal(
      [deprecated, deprecationMessage, required, computed],
      [true, one.attribute.renamedFrom!.deprecated ?? `Use \`${one.name}\`.`, undefined, true],
    );
    assert.is(at.attributes[one.name].required, undefined);
  });
}

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
    assert.is(server.identity!.version, renamedKeys.length > 0 ? 1 : 0);
    for (const { name, former } of renamedKeys)
      assert.equal((await server.upgradeIdentity!({ version: 0, identity: { [former]: 'x' } })).identity, { [name]: 'x' });
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
