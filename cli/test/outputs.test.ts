import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { renderOutputs } from '../src/app/outputs.ts';

const test = suite('slipway output');
const base = { region: { value: 'eu' }, key: { value: 'hidden', sensitive: true } };

test('prints a line for each output, and nothing that is sensitive', () => {
  assert.is(renderOutputs({ base }, false), 'region = "eu"\nkey = (sensitive)');
  assert.is(renderOutputs({ base, later: { n: { value: [1] } } }, false), 'base.region = "eu"\nbase.key = (sensitive)\nlater.n = [1]');
  assert.is(renderOutputs({ base: {} }, false), 'There are no outputs.');
});
test('as JSON it has every value', () => {
  assert.equal(JSON.parse(renderOutputs({ base }, true)), { base: { region: 'eu', key: 'hidden' } });
});
test.run();
