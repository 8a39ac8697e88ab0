import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toBothNames, toNewNames, type Values } from '../../declarations/src/declare/index.ts';
import { deprecatedFields } from '../../declarations/src/deprecated/deprecated-fields.ts';
import { jsonSchema, providerSchema, validateConfig } from '../../declarations/src/derive/index.ts';
import { deprecationWarnings } from '../../constructs/src/validation-errors.ts';
import { formerKind, formers, nested, sample, title, where, written } from '../../service/test/laws/former-names/declared.ts';

const test = suite('former names of attributes');

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

test.run();
