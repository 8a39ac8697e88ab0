/** Of a sensitive variable the service changes the value only: everything else is a replacement (decision 141). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Values } from '../../declarations/src/declare/index.ts';
import { planResource } from '../../src/plan/plan-resource.ts';
import { newFingerprints } from '../../src/plan/write-only.ts';
import { variableSetVariable } from '../../declarations/src/resources/workspaces/variable-set-variable.ts';
import { workspaceVariable } from '../../declarations/src/resources/workspaces/workspace-variable.ts';

const stored = (sensitive: boolean): Values => ({
  id: 'var-1',
  workspace_id: 'ws-1',
  variable_set_id: 'varset-1',
  key: 'TOKEN',
  category: 'env',
  value: 'hunter2',
  value_wo: null,
  value_wo_version: null,
  on_conflict: 'error',
  readable_value: null,
  description: '',
  hcl: false,
  sensitive,
  created_at: '2026-01-01T00:00:00.000Z',
  version_id: 'v-1',
});
const replacements = (sensitive: boolean, config: Values): readonly (readonly string[])[] =>
  [workspaceVariable, variableSetVariable].map(({ attributes }) => {
    const own = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([name]) => name in attributes));
    const written = { ...stored(sensitive), id: null, readable_value: null, created_at: null, version_id: null, ...config };
    return [...planResource(attributes, own(stored(sensitive)), own(written), newFingerprints(), { organization: null }).requiresReplace];
  });

const plan = suite('plan of a sensitive variable');
plan('another key, category, description or hcl replaces it', () => {
  for (const [name, value] of Object.entries({ key: 'OTHER', category: 'infra', description: 'of the door', hcl: true })) {
    assert.equal(replacements(true, { [name]: value }), [[name], [name]], name);
    assert.equal(replacements(false, { [name]: value }), [[], []], `${name} of one that is readable`);
  }
});
plan('another value does not replace it, and neither does becoming sensitive with another description', () => {
  assert.equal(replacements(true, { value: 'hunter3' }), [[], []]);
  assert.equal(replacements(false, { sensitive: true, description: 'of the door' }), [[], []]);
  assert.equal(replacements(true, { sensitive: false }), [['sensitive'], ['sensitive']]);
});
plan.run();
