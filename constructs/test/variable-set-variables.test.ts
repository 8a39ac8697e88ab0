import { TerraformVariable } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Slipway, VariableSet } from '../src/index.ts';
import { synthesizedBlocks, synthesisWarnings } from './support/synth.ts';
import { withMessage } from '@slipway/test-support/with-message';

const test = suite('variables of a variable set');
const set = '${slipway_variable_set.set.id}';

test("a plain variable is the engine's, and of the environment when asked", () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      new VariableSet(stack, 'set', { name: 'defaults' })
        .variable('region', 'eu')
        .variable('TZ', 'UTC', { env: true, description: 'Where it is.' })
        .env('LANG', 'C')
        .env('RETRIES', 3);
    }),
    {
      'slipway_variable_set.set': { name: 'defaults' },
      'slipway_variable_set_variable.set_infra-region': { variable_set_id: set, key: 'region', value: 'eu', category: 'infra' },
      'slipway_variable_set_variable.set_env-TZ': {
        variable_set_id: set,
        key: 'TZ',
        value: 'UTC',
        category: 'env',
        description: 'Where it is.',
      },
      'slipway_variable_set_variable.set_env-LANG': { variable_set_id: set, key: 'LANG', value: 'C', category: 'env' },
      'slipway_variable_set_variable.set_env-RETRIES': { variable_set_id: set, key: 'RETRIES', value: '3', category: 'env' },
    },
  );
});
test('lists, objects, numbers and booleans are written as code', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const zone = new TerraformVariable(stack, 'zone', { type: 'string' });
      new VariableSet(stack, 'set', { name: 'defaults' })
        .variable('regions', ['eu', 'us'])
        .variable('size', 3)
        .variable('on', true)
        .variable('nested', { a: [1] })
        .variable('raw', '[for x in [1] : x]', { hcl: true })
        .variable('zones', [zone.stringValue]);
    }),
    {
      'slipway_variable_set.set': { name: 'defaults' },
      'slipway_variable_set_variable.set_infra-regions': {
        variable_set_id: set,
        key: 'regions',
        value: '["eu","us"]',
        category: 'infra',
        hcl: true,
      },
      'slipway_variable_set_variable.set_infra-size': { variable_set_id: set, key: 'size', value: '3', category: 'infra', hcl: true },
      'slipway_variable_set_variable.set_infra-on': { variable_set_id: set, key: 'on', value: 'true', category: 'infra', hcl: true },
      'slipway_variable_set_variable.set_infra-nested': {
        variable_set_id: set,
        key: 'nested',
        value: '{"a":[1]}',
        category: 'infra',
        hcl: true,
      },
      'slipway_variable_set_variable.set_infra-raw': {
        variable_set_id: set,
        key: 'raw',
        value: '[for x in [1] : x]',
        category: 'infra',
        hcl: true,
      },
      'slipway_variable_set_variable.set_infra-zones': {
        variable_set_id: set,
        key: 'zones',
        value: '[${jsonencode(var.zone)}]',
        category: 'infra',
        hcl: true,
      },
    },
  );
});
test('a sensitive variable is sent and stored nowhere', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const secret = new TerraformVariable(stack, 'secret', { type: 'string', sensitive: true });
      new VariableSet(stack, 'set', { name: 'defaults' }).variable('KEY', secret.stringValue, { sensitive: true, env: true });
    }),
    {
      'slipway_variable_set.set': { name: 'defaults' },
      'slipway_variable_set_variable.set_env-KEY': {
        variable_set_id: set,
        key: 'KEY',
        value_wo: '${var.secret}',
        category: 'env',
        sensitive: true,
      },
    },
  );
});
test('a sensitive value that is written in the code is warned about, and not repeated', () => {
  assert.equal(
    synthesisWarnings((stack) => {
      new Slipway(stack);
      new VariableSet(stack, 'set', { name: 'defaults' }).env('KEY', 'hunter2', { sensitive: true });
    }),
    [
      'stack/set/env-KEY: The value of the sensitive variable "KEY" is written in the code, and so in cdk.tf.json. Pass a ' +
        'sensitive TerraformVariable, or an attribute of another resource.',
    ],
  );
  assert.equal(
    synthesisWarnings((stack) => {
      new Slipway(stack);
      new VariableSet(stack, 'set', { name: 'defaults' }).env(
        'KEY',
        new TerraformVariable(stack, 'secret', { sensitive: true }).stringValue,
        { sensitive: true },
      );
    }),
    [],
  );
});
test('a key is said once, and is known at synthesis', () => {
  assert.throws(
    () =>
      synthesizedBlocks((stack) => {
        new VariableSet(stack, 'set', { name: 's' }).env('A', '1').env('A', '2');
      }),
    /\[stack\/set\] has the env variable "A" already/,
  );
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      new VariableSet(stack, 'set', { name: 's' }).env('A', '1').variable('A', '2');
    })['slipway_variable_set_variable.set_infra-A'],
    { variable_set_id: set, key: 'A', value: '2', category: 'infra' },
  );
  assert.throws(
    () =>
      synthesizedBlocks((stack) => {
        new VariableSet(stack, 'set', { name: 's' }).env(new TerraformVariable(stack, 'k', {}).stringValue, '1');
      }),
    withMessage(
      '[stack/set] the key of the variable must be known at synthesis, because the construct is named by it. Write it out, or ' +
        'use the generated class and an id of your own.',
    ),
  );
});
test.run();
