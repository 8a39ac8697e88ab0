import { TerraformStack, Testing } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Slipway, VariableSet, Workspace } from '../src/index.ts';
import { expectStack, matchers } from '../src/testing.ts';

const test = suite('matchers for unit tests');

const stackOf = (): TerraformStack => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new Slipway(stack);
  new Workspace(stack, 'web', { name: 'web', executionMode: 'remote', tags: { env: 'prod', team: 'shop' }, triggerPrefixes: ['a', 'b'] });
  new VariableSet(stack, 'set', { name: 'set' }).variable('size', 3);
  return stack;
};
const thrown = (work: () => void): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
};

test('attributes are compared in either spelling, members of objects besides are left out of account', () => {
  const stack = stackOf();
  assert.is(matchers.toHaveWorkspace(stack, { executionMode: 'remote', tags: { env: 'prod' } }).pass, true);
  assert.is(matchers.toHaveWorkspace(stack, { execution_mode: 'remote' }).pass, true);
  assert.is(matchers.toHaveWorkspace(stack, { tags: { env: 'test' } }).pass, false);
  assert.is(matchers.toHaveWorkspace(stack, { triggerPrefixes: ['a'] }).pass, false);
  assert.is(matchers.toHaveWorkspace(stack, { triggerPrefixes: ['a', 'b'] }).pass, true);
  assert.is(matchers.toHaveVariable(Testing.synth(stack, true), { key: 'size', value: '3', hcl: true }).pass, true);
  assert.is(matchers.toHaveSlipwayResource(stack, 'slipway_workspace', { name: 'web' }).pass, true);
  assert.is(matchers.toHaveSlipwayResource(stack, 'slipway_team').pass, false);
});
test('a matcher says what was expected and what there is', () => {
  const stack = stackOf();
  assert.is(
    thrown(() => expectStack(stack).toHaveVariableSet({ name: 'api' })),
    'Expected a variable set with {"name":"api"}. There are:\n  {"name":"set"}',
  );
  assert.is(
    thrown(() => expectStack(stack).not.toHaveVariableSet({ name: 'set' })),
    'Expected no variable set with {"name":"set"}. There are:\n  {"name":"set"}',
  );
  assert.is(
    thrown(() => expectStack(stack).toHaveTeam()),
    'Expected a team with {}. There is none at all.',
  );
  assert.is(
    thrown(() => expectStack(stack).not.toHaveTeam()),
    'nothing',
  );
});
test('a stack that is not valid fails, whatever is expected', () => {
  const stack = stackOf();
  new Workspace(stack, 'bad', { name: 'bad name' });
  assert.match(
    thrown(() => expectStack(stack).not.toHaveTeam()),
    '[stack/bad] Wrong value for "name".',
  );
});
test.run();
