import { TerraformStack, Testing } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SlipwayBackend, type SlipwayBackendConfig } from '../src/index.ts';
import { synthesisErrors } from './support/synth.ts';
// process: own

const test = suite('state backend construct');
test.before.each(() => {
  delete process.env['SLIPWAY_WORKSPACES_ADDRESS'];
  delete process.env['SLIPWAY_WORKSPACES_ORGANIZATION'];
});
const backend = (config: SlipwayBackendConfig, context: object = {}): unknown => {
  const app = Testing.app({ context: { slipway: context } });
  const stack = new TerraformStack(app, 'stack');
  new SlipwayBackend(stack, config);
  return JSON.parse(Testing.synth(stack, true)).terraform.backend;
};
const at = (state: string) => ({ http: { address: state, lock_address: state, unlock_address: state } });

test('it is the http backend of the engine, with the lock of the workspace; no token is in it', () => {
  assert.equal(
    backend({ workspace: 'network', organization: 'acme', address: 'https://slipway.example.com/' }),
    at('https://slipway.example.com/api/v2/organizations/acme/workspaces/network/state'),
  );
});
test('slipway deploy says where the service is; else the environment does', () => {
  const context = { address: 'http://127.0.0.1:4000', organization: 'slipway' };
  assert.equal(backend({ workspace: 'a b' }, context), at('http://127.0.0.1:4000/api/v2/organizations/slipway/workspaces/a%20b/state'));
  process.env['SLIPWAY_WORKSPACES_ADDRESS'] = 'https://other.example.com/api/v2';
  process.env['SLIPWAY_WORKSPACES_ORGANIZATION'] = 'other';
  assert.equal(backend({ workspace: 'web' }), at('https://other.example.com/api/v2/organizations/other/workspaces/web/state'));
});
test('what is missing is an error with the path of the construct', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new SlipwayBackend(stack, { workspace: 'web' });
    }),
    [
      '[stack/backend] `address` is missing: give it, run `slipway login`, or set SLIPWAY_WORKSPACES_ADDRESS.',
      '[stack/backend] `organization` is missing: give it, run `slipway login`, or set SLIPWAY_WORKSPACES_ORGANIZATION.',
    ],
  );
});
test.run();
