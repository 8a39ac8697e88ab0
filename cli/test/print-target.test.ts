import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { describeEngineTargets } from '../src/login/print-target.ts';

const test = suite('the line that names the service of a stack');
const home = temporaryFolder({});
const environment = {
  XDG_CONFIG_HOME: home,
  SLIPWAY_WORKSPACES_ADDRESS: 'https://tf.example.com',
  SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
  SLIPWAY_WORKSPACES_TOKEN: 'a-token-that-is-not-printed',
};

test('it names the service of the environment, and the CI service where that is another', () => {
  const folder = temporaryFolder({ 'main.tf': 'resource "slipway_project" "p" {}' });
  assert.equal(describeEngineTargets([folder], environment), [
    'Service: https://tf.example.com, organization acme, token of the environment',
  ]);
  assert.equal(describeEngineTargets([folder], { ...environment, SLIPWAY_CI_ADDRESS: 'https://ci.example.com' }), [
    'Service: https://tf.example.com, organization acme, token of the environment',
    'CI service: https://ci.example.com, no token',
  ]);
  assert.equal(describeEngineTargets([folder], { XDG_CONFIG_HOME: home }), []);
});

for (const [kind, file, text] of [
  ['HCL', 'main.tf', 'provider "slipway" {\n  workspaces = { address = "https://other.example.com" }\n}'],
  ['JSON', 'cdk.tf.json', '{"provider": {"slipway": [{"workspaces": {"address": "https://other.example.com"}}]}}'],
] as const)
  test(`where a provider block in ${kind} names an address, the environment is not said to be the service`, () => {
    assert.equal(describeEngineTargets([temporaryFolder({ [file]: text })], environment), [
      'Service: the one that the provider block names',
    ]);
  });

test('a module may have a provider block of its own, which the line admits', () => {
  const folder = temporaryFolder({ 'main.tf': 'module "network" {\n  source = "./network"\n}' });
  assert.equal(describeEngineTargets([folder], environment), [
    'Service: https://tf.example.com, organization acme, token of the environment; a provider block of a module can name another',
  ]);
});

test.run();
