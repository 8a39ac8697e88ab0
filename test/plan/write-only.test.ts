import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isUnknown, unknown, type Values } from '../../declarations/src/declare/index.ts';
import { planResource } from '../../src/plan/plan-resource.ts';
import { createFingerprint, fingerprintCost, matchesFingerprint } from '../../src/plan/fingerprint.ts';
import { findUnchanged, newFingerprints, type Fingerprints } from '../../src/plan/write-only.ts';
import { decodePrivateState } from '../../src/provider/private-state.ts';
import { variableSetVariable } from '../../declarations/src/resources/workspaces/variable-set-variable.ts';

const Plan = suite('write-only value plan');
const { attributes } = variableSetVariable;
const sent = async (value: string, version = 'v-1'): Promise<Fingerprints> => ({
  prints: { value_wo: await createFingerprint(value, 10) },
  witnesses: { value_wo: version, value: version },
});
const planned = async (prior: Values | null, changes: Values, fingerprints: Fingerprints, areKept = true) => {
  const config = { variable_set_id: 'varset-1', key: 'TOKEN', category: 'env', sensitive: true, ...changes };
  const unchanged = await findUnchanged(attributes, prior, config, fingerprints, areKept);
  return planResource(attributes, prior, config, { ...fingerprints, unchanged }, { organization: 'acme' });
};

const stored: Values = {
  id: 'var-1',
  variable_set_id: 'varset-1',
  key: 'TOKEN',
  category: 'env',
  value: null,
  readable_value: null,
  value_wo: null,
  value_wo_version: 4,
  description: '',
  hcl: false,
  sensitive: true,
  on_conflict: 'error',
  created_at: '2026-01-01T00:00:00.000Z',
  version_id: 'v-1',
};

Plan('the first value is revision 1, and is itself in no plan', async () => {
  const { state } = await planned(null, { value_wo: 'hunter2' }, newFingerprints());
  assert.is(state['value_wo_version'], 1);
  assert.is(state['value_wo'], null);
  assert.is(state['value'], null);
});

Plan('the same value plans nothing', async () => {
  assert.equal((await planned(stored, { value_wo: 'hunter2' }, await sent('hunter2'))).changed, []);
});

Plan('another value moves the revision up by one', async () => {
  const { state, changed } = await planned(stored, { value_wo: 'hunter3' }, await sent('hunter2'));
  assert.is(state['value_wo_version'], 5);
  assert.equal(changed, ['value_wo_version', 'version_id']);
});

Plan('a value that somebody else changed moves the revision too', async () => {
  assert.is((await planned({ ...stored, version_id: 'v-2' }, { value_wo: 'hunter2' }, await sent('hunter2'))).state['value_wo_version'], 5);
});

Plan('a revision that the configuration says is obeyed, whatever the value', async () => {
  assert.equal((await planned(stored, { value_wo: 'another', value_wo_version: 4 }, await sent('hunter2'))).changed, []);
  assert.equal((await planned(stored, { value_wo: 'hunter2', value_wo_version: 5 }, await sent('hunter2'))).changed, [
    'value_wo_version',
    'version_id',
  ]);
});

Plan('a value that is not known yet leaves the revision open', async () => {
  assert.ok(isUnknown((await planned(stored, { value_wo: unknown }, await sent('hunter2'))).state['value_wo_version']));
});

Plan('two equal secrets of two objects do not look alike', async () => {
  assert.not.equal(await createFingerprint('hunter2', 10), await createFingerprint('hunter2', 10));
});

Plan('a fingerprint confirms no guess: of two million values, several have the same one', async () => {
  const [, scheme, cost, salt, digits] =
    /^((?:scrypt))\$(\d+)\$([^$]{24})\$([0-9a-f]{5})$/.exec(await createFingerprint('hunter2', 12)) ?? [];
  assert.equal([scheme, cost, digits!.length * 4], ['scrypt', '12', 20]);
  assert.is(Buffer.from(salt!, 'base64').length, 16);
});

Plan('private state holds nothing but the fingerprint and the change markers', async () => {
  const bytes = new TextEncoder().encode(
    JSON.stringify({ salt: 'c2FsdA==', prints: { value_wo: 'a3NvbWUtaG1hYw==' }, witnesses: { value: 'v-1' } }),
  );
  assert.equal(decodePrivateState(bytes), { prints: {}, witnesses: { value: 'v-1' } });
});

Plan('the cost of a fingerprint is 2^15, and less for many of them', () => {
  assert.equal([0, 63, 64, 191, 192, 447, 448, 1_000, 10_000, 1_000_000].map(fingerprintCost), [15, 15, 14, 14, 13, 13, 12, 11, 10, 10]);
});

Plan('a value that is not a fingerprint matches nothing', async () => {
  for (const other of [undefined, '', 'scrypt$40$AAAAAAAAAAAAAAAAAAAAAA==$00000', 'scrypt$10$AAAA$00000'])
    assert.not(await matchesFingerprint(other, 'hunter2'));
});

Plan('without fingerprints a value counts as sent, until its revision or the service says otherwise', async () => {
  const none = { prints: {}, witnesses: { value_wo: 'v-1' } };
  assert.equal((await planned(stored, { value_wo: 'hunter3' }, none, false)).changed, []);
  assert.is((await planned({ ...stored, version_id: 'v-2' }, { value_wo: 'hunter2' }, none, false)).state['value_wo_version'], 5);
  assert.is((await planned(stored, { value_wo: 'hunter3', value_wo_version: 5 }, none, false)).state['value_wo_version'], 5);
  assert.is((await planned({ ...stored, value_wo_version: null }, { value_wo: 'hunter2' }, none, false)).state['value_wo_version'], 1);
});

Plan('a value that is not configured is left alone, and a readable one is shown', async () => {
  const plain = { ...stored, sensitive: false, value: 'eu', readable_value: 'eu', value_wo_version: null };
  assert.equal((await planned(plain, { sensitive: false }, newFingerprints())).changed, []);
  assert.equal((await planned({ ...plain, value: null, sensitive: true, readable_value: null }, {}, newFingerprints())).changed, []);
  const { state, changed } = await planned(plain, { sensitive: false, value: 'us' }, newFingerprints());
  assert.equal([state['readable_value'], changed], ['us', ['value', 'readable_value', 'version_id']]);
  assert.is((await planned(plain, { value: 'us' }, newFingerprints())).state['readable_value'], null);
  assert.is((await planned(plain, { sensitive: false, value_wo: 'us' }, newFingerprints())).state['readable_value'], null);
});

Plan.run();
