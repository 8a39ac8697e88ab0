import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bool, idOrSlug, computed, listOf, object, optional, required, string, wholeDocument } from '../../src/declare/index.ts';
import { decodeDocument, encodeDocument, plainJson, toHostedDocument, toNeutralDocument } from '../../src/dialects/index.ts';

const test = suite('plain JSON');

test('a name is read with hyphens and with underscores, in objects and lists as well', () => {
  const attributes = {
    public_key: computed(string, ''),
    flaky_tests: computed(listOf(object({ times_flaked: computed(string, '') })), ''),
  };
  const expected = { public_key: 'k', flaky_tests: [{ times_flaked: '2' }] };
  assert.equal(decodeDocument(plainJson, attributes, { 'public-key': 'k', 'flaky-tests': [{ 'times-flaked': '2' }] }), expected);
  assert.equal(decodeDocument(plainJson, attributes, { public_key: 'k', flaky_tests: [{ times_flaked: '2' }] }), expected);
});
test('a value goes where its form says, and is read from either place', () => {
  const attributes = { organization: required(string, '', { at: idOrSlug('owner.id', 'owner.slug') }) };
  const encode = (organization: string) =>
    encodeDocument(plainJson, { type: '', attributes, values: { organization }, names: ['organization'] });
  assert.equal(encode('0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11'), { owner: { id: '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11' } });
  assert.equal(encode('gh/acme'), { owner: { slug: 'gh/acme' } });
  assert.equal(decodeDocument(plainJson, attributes, { owner: { slug: 'gh/acme' } }), { organization: 'gh/acme' });
  assert.equal(decodeDocument(plainJson, attributes, { owner: { id: 'x' } }), { organization: 'x' });
  assert.equal(decodeDocument(plainJson, attributes, { name: 'x' }), {});
});
test('silence means what the declaration says it means, and nothing where it says nothing', () => {
  const attributes = { disabled: optional(bool, '', { whenAbsent: false }), name: optional(string, '') };
  assert.equal(decodeDocument(plainJson, attributes, {}), { disabled: false });
});
test('a mask is no value', () => {
  const attributes = { value: optional(string, '', { secret: { masked: true } }), mask: computed(string, '', { at: 'value' }) };
  assert.equal(decodeDocument(plainJson, attributes, { value: 'xxxx1234' }), { mask: 'xxxx1234' });
});
test('a document can be one value', () => {
  assert.equal(decodeDocument(plainJson, { values: computed(string, '', { at: wholeDocument }) }, { a: 'b' }), { values: { a: 'b' } });
});
test("the hosted service's words are its own", () => {
  const neutral = {
    items: [
      { config_source: { provider: 'codehost_app', file_path: 'a' }, checkout_source: { provider: 'codehost_dc' } },
      { event_source: { provider: 'webhook' } },
      { advanced: { oss: true, set_vcs_status: true } },
      { name: 'codehost_app' },
    ],
  };
  const hosted = {
    items: [
      { config_source: { provider: 'github_app', file_path: 'a' }, checkout_source: { provider: 'bitbucket_dc' } },
      { event_source: { provider: 'webhook' } },
      { advanced: { oss: true, set_github_status: true } },
      { name: 'codehost_app' },
    ],
  };
  assert.equal(toHostedDocument(neutral, 'ci'), hosted);
  assert.equal(toNeutralDocument(hosted, 'ci'), neutral);
  assert.equal(toNeutralDocument({ type: 'bitbucket-user-key' }, 'ci'), { type: 'user-key' });
  assert.equal(toHostedDocument({ data: { attributes: { 'engine-version': '1' } } }), {
    data: { attributes: { 'terraform-version': '1' } },
  });
});
test.run();
