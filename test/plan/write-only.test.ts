import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isUnknown, unknown, type Values } from '../../src/declare/index.ts';
import { planResource } from '../../src/plan/plan-resource.ts';
import { newFingerprints, type Fingerprints, computeFingerprint } from '../../src/plan/write-only.ts';
import { variableSetVariable } from '../../src/resources/workspaces/variable-set-variable.ts';

const Plan = suite('write-only value plan');
const salt = Buffer.from('0123456789abcdef').toString('base64');
const sent = (value: string, version = 'v-1'): Fingerprints => ({
  salt,
  prints: { value_wo: computeFingerprint(salt, value) },
  witnesses: { value_wo: version, value: version },
});
const planned = (prior: Values | null, config: Values, fingerprints: Fingerprints) =>
  planResource(
    variableSetVariable.attributes,
    prior,
    { variable_set_id: 'varset-1', key: 'TOKEN', category: 'env', sensitive: true, ...config },
    fingerprints,
    { organization: 'acme' },
  );

const stored: Values = {
  id: 'var-1',
  variable_set_id: 'varset-1',
  key: 'TOKEN',
  category: 'env',
  value: null,
  value_wo: null,
  value_wo_version: 4,
  description: '',
  hcl: false,
  sensitive: true,
  created_at: '2026-01-01T00:00:00.000Z',
  version_id: 'v-1',
};

Plan('the first value is revision 1, and is itself in no plan', () => {
  const { state } = planned(null, { value_wo: 'hunter2' }, newFingerprints());
  assert.is(state['value_wo_version'], 1);
  assert.is(state['value_wo'], null);
  assert.is(state['value'], null);
});

Plan('the same value plans nothing', () => {
  assert.equal(planned(stored, { value_wo: 'hunter2' }, sent('hunter2')).changed, []);
});

Plan('another value moves the revision up by one', () => {
  const { state, changed } = planned(stored, { value_wo: 'hunter3' }, sent('hunter2'));
  assert.is(state['value_wo_version'], 5);
  assert.equal(changed, ['value_wo_version', 'version_id']);
});

Plan('a value that somebody else changed moves the revision too', () => {
  assert.is(planned({ ...stored, version_id: 'v-2' }, { value_wo: 'hunter2' }, sent('hunter2')).state['value_wo_version'], 5);
});

Plan('a revision that the configuration says is obeyed, whatever the value', () => {
  assert.equal(planned(stored, { value_wo: 'another', value_wo_version: 4 }, sent('hunter2')).changed, []);
  assert.equal(planned(stored, { value_wo: 'hunter2', value_wo_version: 5 }, sent('hunter2')).changed, ['value_wo_version', 'version_id']);
});

Plan('a value that is not known yet leaves the revision open', () => {
  assert.ok(isUnknown(planned(stored, { value_wo: unknown }, sent('hunter2')).state['value_wo_version']));
});

Plan('two equal secrets of two objects do not look alike', () => {
  assert.not.equal(computeFingerprint(newFingerprints().salt, 'hunter2'), computeFingerprint(newFingerprints().salt, 'hunter2'));
});

Plan.run();
