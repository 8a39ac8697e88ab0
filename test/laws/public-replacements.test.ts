/** Where a public provider replaces an object, our plan replaces it too, or a line says why not. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { counterparts } from '../../cli/src/adopt/from-hcl/counterparts.ts';
import { isUnknown, type Resource, type Values } from '../../declarations/src/declare/index.ts';
import { resources } from '../../declarations/src/resources/index.ts';
import { planResource } from '../../src/plan/plan-resource.ts';
import { newFingerprints } from '../../src/plan/write-only.ts';
import { makeProvider } from '../../src/provider/provider.ts';
import { ciResources } from './public-replacements/ci-resources.ts';
import type { Change } from './public-replacements/conditions.ts';
import { replacedWithTheProvider, workspaceResources } from './public-replacements/workspace-resources.ts';

const test = suite('replacements of the public providers');
const publicResources = { ...workspaceResources, ...ciResources };

/** The attribute that names the object a variable belongs to. */
const owners: { readonly [resource: string]: string } = { workspace_variable: 'workspace_id', variable_set_variable: 'variable_set_id' };

/** What the plan of a change replaces; the object is as a create of the configuration leaves it. */
const replacedBy = ({ name, attributes }: Resource, { attribute, before, after, beside }: Change) => {
  const changed = attribute === 'owner' ? owners[name]! : attribute;
  assert.ok(Object.hasOwn(attributes, changed), `${name} has no attribute "${changed}"`);
  const nothing: Values = Object.fromEntries(Object.keys(attributes).map((one) => [one, null]));
  const config = { ...nothing, ...beside, [changed]: before };
  const { state } = planResource(attributes, null, config, newFingerprints(), { organization: null });
  const prior = Object.fromEntries(Object.entries(state).map(([one, value]) => [one, isUnknown(value) ? null : value]));
  return planResource(attributes, prior, { ...config, [changed]: after }, newFingerprints(), { organization: null }).requiresReplace.map(
    (one) => (one === changed ? attribute : one),
  );
};

for (const [type, { ours, replacedFor }] of Object.entries(publicResources))
  test(`${type}: ${Object.keys(replacedFor).join('; ')}`, () => {
    for (const name of ours)
      for (const [condition, row] of Object.entries(replacedFor)) {
        if (row.ours === 'not there') continue;
        const expected = row.ours === 'replaced' ? [row.attribute] : [];
        assert.equal(replacedBy(resources[name]!, row), expected, `${name}: ${condition}`);
      }
  });

test('each public type that `slipway adopt` knows is in the table, with its counterparts', () => {
  const known = Object.entries(counterparts.resource).map(([type, all]) => [type, all.map(({ to }) => to).sort()]);
  const missing = known.filter(
    ([type, all]) => JSON.stringify(all) !== JSON.stringify([...(publicResources[type as string]?.ours ?? [])].sort()),
  );
  assert.equal(missing, []);
});

/** Resources that no public type replaces under a condition of its own. */
const withoutCounterpart: { readonly [resource: string]: string } = {
  no_code_workspace: 'the public provider makes no workspaces of no-code modules',
  remote_state_consumer: 'the public provider has the whole list only',
  workspace_lock: 'the public provider locks no workspaces',
  workspace_ssh_key: 'an attribute of the public workspace, changed in place',
  workspace_tag: 'an attribute of the public workspace, changed in place',
  workspace_tag_binding: 'an attribute of the public workspace, changed in place',
  ci_checkout_key: 'not among the public resources',
  ci_policy_bundle: 'not among the public resources',
  ci_policy_settings: 'not among the public resources',
  ci_project_settings: 'attributes of the public project, changed in place',
  ci_schedule: 'not among the public resources',
  ci_usage_export: 'not among the public resources',
};
test('each resource has a public counterpart in the table, or a line that says why not', () => {
  const covered = new Set(Object.values(publicResources).flatMap(({ ours }) => ours));
  assert.equal(
    Object.keys(resources).filter((name) => covered.has(name) === Object.hasOwn(withoutCounterpart, name)),
    [],
  );
});

/** An object stays where it is: another organization in the provider block would destroy all that is in the former one. */
test('another organization in the provider block replaces nothing of ours, and the plan warns of it', async () => {
  const provider = makeProvider({
    version: '0.1.0',
    environment: {
      SLIPWAY_WORKSPACES_ADDRESS: 'http://127.0.0.1:9',
      SLIPWAY_WORKSPACES_TOKEN: 'token',
      SLIPWAY_WORKSPACES_ORGANIZATION: 'umbrella',
    },
    log: () => {},
  });
  const none = (attributes: object): Values => Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));
  await provider.configure(none(provider.schema.attributes), { version: '1.11.0' } as Parameters<typeof provider.configure>[1]);
  for (const type of replacedWithTheProvider)
    for (const name of publicResources[type]!.ours) {
      const server = provider.resources[`slipway_${name}`]!;
      const config = none(server.schema.attributes);
      const planned = await server.plan(
        { prior: { ...config, id: 'x-1', organization: 'acme' }, proposed: config, config, private: undefined },
        { signal: new AbortController().signal },
      );
      assert.equal([name, planned.replace, planned.planned!['organization']], [name, [], 'acme']);
      assert.ok(
        planned.diagnostics.some(({ severity, summary }) => severity === 'warning' && summary.endsWith('stays in "acme"')),
        name,
      );
    }
});

test.run();
