import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isTerraformJson, configurationBlocks } from '../../src/lint/find-schema/terraform/configuration-blocks.ts';

const test = suite('find-schema: blocks of a configuration');
const found = (document: unknown) =>
  [...configurationBlocks(document)].map(({ kind, type, pointer, source }) => [kind, type, pointer, ...(source ? [source] : [])]);

test('every kind of block that a provider knows is found', () => {
  assert.equal(
    found({
      terraform: { required_providers: { cloud: { source: 'acme/cloud' } } },
      provider: { cloud: [{ region: 'a' }, { alias: 'b' }] },
      resource: { cloud_server: { 'a/b': {}, c: [{}, {}] } },
      data: { cloud_image: { '~': {} } },
      ephemeral: { cloud_secret: { s: {} } },
      action: { cloud_lock: { l: { config: { id: 'x' } } } },
      output: { x: { value: 1 } },
      locals: { y: 2 },
    }),
    [
      ['provider', 'cloud', '/provider/cloud/0', 'acme/cloud'],
      ['provider', 'cloud', '/provider/cloud/1', 'acme/cloud'],
      ['resource', 'cloud_server', '/resource/cloud_server/a~1b', 'acme/cloud'],
      ['resource', 'cloud_server', '/resource/cloud_server/c/0', 'acme/cloud'],
      ['resource', 'cloud_server', '/resource/cloud_server/c/1', 'acme/cloud'],
      ['data', 'cloud_image', '/data/cloud_image/~0', 'acme/cloud'],
      ['ephemeral', 'cloud_secret', '/ephemeral/cloud_secret/s', 'acme/cloud'],
      ['action', 'cloud_lock', '/action/cloud_lock/l/config', 'acme/cloud'],
    ],
  );
});
test('labels may stand in lists', () => {
  assert.equal(found({ resource: [{ a_b: [{ one: {} }, { two: {} }] }, { c_d: { three: {} } }] }), [
    ['resource', 'a_b', '/resource/0/a_b/0/one'],
    ['resource', 'a_b', '/resource/0/a_b/1/two'],
    ['resource', 'c_d', '/resource/1/c_d/three'],
  ]);
});
test('a resource may name its provider', () => {
  assert.equal(
    found({ terraform: [{ required_providers: [{ other: { source: 'x/y' } }] }], resource: { a_b: { c: { provider: 'other.eu' } } } }),
    [['resource', 'a_b', '/resource/a_b/c', 'x/y']],
  );
});
test('comments and what is shaped otherwise are left alone', () => {
  assert.equal(found({ '//': {}, resource: { '//': {}, a_b: 'no', c_d: { e: 3, '//': {} } } }), []);
  assert.equal(found(null), []);
  assert.equal(found([1]), []);
});
test('a configuration is known by its name', () => {
  assert.equal(['cdk.tf.json', 'main.tf.json', 'a.tofu.json', 'tf.json', 'a.tf'].map(isTerraformJson), [true, true, true, false, false]);
});
test.run();
