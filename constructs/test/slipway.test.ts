import { TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Slipway } from '../src/index.ts';
import { synthesisErrors, synthesisWarnings } from './support/synth.ts';

const test = suite('provider construct');
const provider = (build: (stack: TerraformStack) => void): unknown => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  build(stack);
  const { provider: block, terraform } = JSON.parse(Testing.synth(stack, true)) as {
    provider: { slipway: unknown };
    terraform: { required_providers: unknown };
  };
  return { block: block.slipway, required: terraform.required_providers };
};

test('everything comes from the environment unless said', () => {
  assert.equal(
    provider((stack) => {
      new Slipway(stack);
    }),
    { block: [{}], required: { slipway: { source: 'terraform.local/slipway/slipway', version: '~> 0.1.0' } } },
  );
});
test('both sections are written as they are said', () => {
  assert.equal(
    provider((stack) => {
      new Slipway(stack, 'slipway', {
        workspaces: { address: 'https://workspaces.example.com', organization: 'acme', dialect: 'hosted' },
        ci: { address: 'https://ci.example.com' },
      });
    }),
    {
      block: [
        {
          workspaces: { address: 'https://workspaces.example.com', organization: 'acme', dialect: 'hosted' },
          ci: { address: 'https://ci.example.com' },
        },
      ],
      required: { slipway: { source: 'terraform.local/slipway/slipway', version: '~> 0.1.0' } },
    },
  );
});
test('a token that is written in the code is warned about, without showing it', () => {
  assert.equal(
    synthesisWarnings((stack) => {
      new Slipway(stack, 'slipway', {
        workspaces: { token: 'hunter2' },
        ci: { token: new TerraformVariable(stack, 't', { sensitive: true }).stringValue },
      });
    }),
    [
      'stack/slipway: The token of `workspaces` is written in the code, and so in cdk.tf.json. Leave it out and set ' +
        'SLIPWAY_WORKSPACES_TOKEN, or pass a sensitive TerraformVariable.',
    ],
  );
});
test('the rules of the provider block hold at synthesis', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack, 'slipway', { ci: { dialect: 'hostd' } });
    }),
    ['[stack/slipway] Wrong value for "ci.dialect". Expected one of "neutral", "hosted"; given "hostd". Write `dialect = "hosted"`.'],
  );
});
test.run();
