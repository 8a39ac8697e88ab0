import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isUnknown, unknown, type Values } from '../../../declarations/src/declare/index.ts';
import { planResource } from '../../../src/plan/plan-resource.ts';
import { findUnchanged, newFingerprints } from '../../../src/plan/write-only.ts';
import { createFingerprint } from '../../../src/plan/fingerprint.ts';
import { resourceServer } from '../../../src/provider/resource-server.ts';
import { resources } from '../../../declarations/src/resources/index.ts';
import { scriptProvider, type Exchange } from '../support/scripted-provider.ts';

const test = suite('plans of the CI service');
const uuid = '33333333-3333-4333-8333-333333333333',
  acme = '00000000-0000-4000-8000-0000000000ac',
  definition = '44444444-4444-4444-8444-444444444444';
const complete = (name: string, values: Values): Values =>
  Object.fromEntries(Object.keys(resources[name]!.attributes).map((one) => [one, values[one] ?? null]));
const shown = (state: Values) =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [name, isUnknown(value) ? '(known after apply)' : value]));
const planned = (name: string, prior: Values | null, config: Values) =>
  planResource(resources[name]!.attributes, prior === null ? null : complete(name, prior), config, newFingerprints(), {
    organization: 'gh/acme',
  });

/** Through the provider: rules that stand at the service are asked about. */
const provider = async (name: string, prior: Values | null, config: Values, exchanges: readonly Exchange[], profile?: 'hosted') => {
  const { behind: provider, heard: received } = scriptProvider(exchanges, profile);
  const reported = await resourceServer(resources[name]!, provider).plan(
    {
      prior: prior === null ? null : complete(name, prior),
      proposed: complete(name, config),
      config: complete(name, config),
      private: undefined,
    } as never,
    { signal: new AbortController().signal } as never,
  );
  return {
    heard: received,
    planned: reported.planned as Values,
    faults: reported.diagnostics.map(({ path, summary, detail }) => `${(path ?? []).join('.')}: ${summary}. ${detail ?? ''}`),
  };
};

const project = {
  id: uuid,
  slug: 'gh/acme/web',
  organization: 'gh/acme',
  name: 'web',
  organization_id: acme,
  organization_slug: 'gh/acme',
  organization_name: 'acme',
  vcs_info: { provider: 'GitHub', default_branch: 'main', vcs_url: null },
};
test('a project stays where its organization is only spelled otherwise, and is replaced by another one', () => {
  assert.equal(planned('ci_project', project, { name: 'web', organization: acme }).changed, []);
  assert.equal(planned('ci_project', project, { name: 'web' }).changed, []);
  assert.equal(planned('ci_project', project, { name: 'web', organization: 'gh/other' }).requiresReplace, ['organization']);
  assert.equal(planned('ci_project', project, { name: 'api' }).requiresReplace, ['name']);
});
test('a context that is made shows what is said and what silence inherits', () => {
  assert.equal(shown(planned('ci_context', null, { name: 'deploy' }).state), {
    id: '(known after apply)',
    organization: 'gh/acme',
    owner_type: 'organization',
    name: 'deploy',
    created_at: '(known after apply)',
  });
});

const variable = {
  project_slug: 'gh/acme/web',
  name: 'A',
  value: 'abcd1234',
  on_conflict: 'overwrite',
  masked_value: 'xxxx1234',
  created_at: '2026-01-01T00:00:00Z',
};
test('a variable that was written elsewhere is written again; the mask is known afterwards', () => {
  const {
    state,
    changed,
    requiresReplace: replacedBy,
  } = planned('ci_project_variable', { ...variable, value: null }, { project_slug: 'gh/acme/web', name: 'A', value: 'abcd1234' });
  assert.equal(
    [state['value'], shown(state)['masked_value'], changed, replacedBy],
    ['abcd1234', '(known after apply)', ['value', 'masked_value'], []],
  );
});
test('a write-only value that changed moves its revision, one that did not moves nothing', async () => {
  const fingerprints = { prints: { value_wo: await createFingerprint('secret', 10) }, witnesses: { value_wo: 'xxxx1234' } };
  const prior = complete('ci_project_variable', { ...variable, value: null, value_wo_version: 1 });
  const revisionOf = async (value_wo: string, before: Values = prior) => {
    const [{ attributes }, config] = [resources['ci_project_variable']!, { project_slug: 'gh/acme/web', name: 'A', value_wo }];
    const unchanged = await findUnchanged(attributes, before, config, fingerprints, true);
    return planResource(attributes, before, config, { ...fingerprints, unchanged }, { organization: 'gh/acme' }).state['value_wo_version'];
  };
  assert.equal(
    [await revisionOf('secret'), await revisionOf('other'), await revisionOf('secret', { ...prior, masked_value: 'xxxx9999' })],
    [1, 2, 2],
  );
});
test('another name, project or context is another variable', () => {
  assert.equal(planned('ci_project_variable', variable, { project_slug: 'gh/acme/api', name: 'B', value: 'abcd1234' }).requiresReplace, [
    'project_slug',
    'name',
  ]);
  assert.equal(
    planned('ci_context_variable', { context_id: uuid, name: 'A', value: 'x' }, { context_id: acme, name: 'B', value: 'x' })
      .requiresReplace,
    ['context_id', 'name'],
  );
});
test('every change of a restriction and of a usage export replaces it', () => {
  assert.equal(
    planned(
      'ci_context_restriction',
      { id: uuid, context_id: uuid, restriction_type: 'expression', restriction_value: 'a' },
      { context_id: uuid, restriction_type: 'expression', restriction_value: 'b' },
    ).requiresReplace,
    ['restriction_value'],
  );
  assert.equal(
    planned(
      'ci_usage_export',
      { id: uuid, organization_id: acme, start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' },
      { organization_id: acme, start: '2026-01-01T00:00:00Z', end: '2026-01-03T00:00:00Z' },
    ).requiresReplace,
    ['end'],
  );
});
test('a setting that is said no more stays as it is, and so does every other', () => {
  const settings = { project_slug: 'gh/acme/web', autocancel_builds: true, oss: false, disable_ssh: true };
  assert.equal(planned('ci_project_settings', settings, { project_slug: 'gh/acme/web', oss: true }).changed, ['oss']);
});

const source = {
  project_id: uuid,
  name: 'build',
  description: '',
  config_source_provider: 'codehost_app',
  config_source_repo_external_id: '101',
  config_source_file_path: 'ci.yml',
  checkout_source_provider: 'codehost_app',
  checkout_source_repo_external_id: '101',
};
test('a definition takes another file and another checkout, and is replaced by another configuration repository', () => {
  const change = (more: Values) => planned('ci_pipeline_definition', { ...source, id: uuid }, { ...source, ...more }).requiresReplace;
  assert.equal(
    [
      change({ config_source_file_path: 'other.yml', checkout_source_repo_external_id: '102' }),
      change({ config_source_repo_external_id: '102' }),
      change({ config_source_provider: 'codehost_dc' }),
    ],
    [[], ['config_source_repo_external_id'], ['config_source_provider']],
  );
});

const trigger = {
  project_id: uuid,
  pipeline_definition_id: definition,
  event_source_provider: 'codehost_app',
  event_source_repo_external_id: '101',
};
const requests = `GET /projects/${uuid}/pipeline-definitions/${definition}`;
const answer = (config: string, checkout: string) => ({
  request: requests,
  answer: {
    id: definition,
    config_source: { provider: 'codehost_app', repo: { external_id: config, full_name: `acme/${config}` } },
    checkout_source: { provider: 'codehost_app', repo: { external_id: checkout, full_name: `acme/${checkout}` } },
  },
});
test("a trigger of the definition's own repository has no refs", async () => {
  assert.equal((await provider('ci_trigger', null, trigger, [answer('101', '101')])).faults, []);
  const { faults, heard: received } = await provider('ci_trigger', null, { ...trigger, checkout_ref: 'main', config_ref: 'main' }, [
    answer('101', '101'),
  ]);
  assert.equal(received, [{ request: requests }]);
  assert.equal(faults, [
    'checkout_ref: "checkout_ref" does not fit the definition. The definition checks out the repository whose ' +
      'events start it, and the event contains the commit. Remove `checkout_ref`.',
    'config_ref: "config_ref" does not fit the definition. The definition takes its configuration from the repository ' +
      'whose events start it, and the event contains the commit. Remove `config_ref`.',
  ]);
});
test('the hosted service takes such refs, and the plan warns of them', async () => {
  assert.equal((await provider('ci_trigger', null, { ...trigger, checkout_ref: 'main' }, [answer('101', '101')], 'hosted')).faults, [
    'checkout_ref: "checkout_ref" has no effect. The definition checks out the repository whose events start it, and the event ' +
      'contains the commit. Remove `checkout_ref`.',
  ]);
});
test('a trigger of another repository needs a ref for each that differs', async () => {
  assert.equal((await provider('ci_trigger', null, trigger, [answer('102', '103')])).faults, [
    'checkout_ref: Missing "checkout_ref". The definition checks out another repository ' +
      '(acme/103) than the one whose events start it. Set `checkout_ref`.',
    'config_ref: Missing "config_ref". The definition takes its configuration from another repository ' +
      '(acme/102) than the one whose events start it. Set `config_ref`.',
  ]);
  assert.equal((await provider('ci_trigger', null, { ...trigger, config_ref: 'main' }, [answer('102', '101')])).faults, []);
});
test('a trigger that stays as it is, and one whose definition is not known yet, send no request', async () => {
  for (const [prior, config] of [
    [{ ...trigger, id: uuid, disabled: false }, trigger],
    [null, { ...trigger, pipeline_definition_id: unknown }],
  ] as const)
    assert.equal((await provider('ci_trigger', prior, config, [])).heard, []);
});
test('a webhook of a definition for which no triggers are made is an error', async () => {
  const webhook = { ...trigger, event_source_provider: 'webhook', event_source_repo_external_id: null, checkout_ref: 'm', config_ref: 'm' };
  const found = { id: definition, config_source: { provider: 'codehost_dc', repo: { external_id: '1' } } };
  const request = `GET /projects/${uuid}/pipeline-definitions/${definition}`;
  assert.equal((await provider('ci_trigger', null, webhook, [{ request, answer: found }])).faults, [
    'pipeline_definition_id: Triggers cannot be made for definitions of "codehost_dc". The service makes them by itself. Import the ' +
      'trigger, or choose a definition whose configuration is at another provider.',
  ]);
});
test('triggers of a data centre cannot be made', async () => {
  assert.equal((await provider('ci_trigger', null, { ...trigger, event_source_provider: 'codehost_dc' }, [])).faults, [
    'event_source_provider: Triggers of "codehost_dc" cannot be made. The service makes them by ' +
      'itself. Import the trigger, or choose another provider.',
  ]);
});

const bundle = { organization_id: acme, context: 'config', policies: { a: 'package org' } };
const dry = `POST /owner/${acme}/context/config/policy-bundle`;
test('the plan of a policy bundle shows what the dry run says', async () => {
  const {
    heard: received,
    planned: state,
    faults,
  } = await provider('ci_policy_bundle', null, bundle, [{ request: dry, answer: { created: ['a'] } }]);
  assert.equal(received, [{ request: dry, body: { dry: true, policies: { a: 'package org' } } }]);
  assert.equal([state['created'], state['modified'], state['deleted'], faults], [['a'], [], [], []]);
});
test('the hosted service is asked in the query', async () => {
  const { heard: received } = await provider('ci_policy_bundle', null, bundle, [{ request: dry, answer: {} }], 'hosted');
  assert.equal(received, [{ request: `${dry}?dry=true`, body: { policies: { a: 'package org' } } }]);
});
test('a policy that does not compile is refused by the plan', async () => {
  const { faults } = await provider('ci_policy_bundle', null, bundle, [
    { request: dry, status: 400, answer: { error: 'a:1: expected a rule' } },
  ]);
  assert.is(faults.length, 1);
  assert.match(faults[0]!, 'a:1: expected a rule');
});
test('a bundle that does not change is not asked about', async () => {
  const prior = { ...bundle, created: ['a'], modified: [], deleted: [] };
  const { heard: received, planned: state } = await provider('ci_policy_bundle', prior, bundle, []);
  assert.equal([received, state['created']], [[], ['a']]);
});
test.run();
