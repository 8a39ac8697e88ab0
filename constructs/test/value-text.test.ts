import { TerraformOutput, TerraformStack, Testing } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CiContext, CiProject, NoCodeWorkspace, Slipway, VariableSet, Workspace } from '../src/index.ts';

const test = suite('values of variables');

/** Everything that holds variables, with the name that messages have for one called `m`. */
const holders: { readonly [holder: string]: readonly [label: string, set: (stack: TerraformStack, value: unknown) => unknown] } = {
  'stack/set': ['the infra variable "m"', (stack, value) => new VariableSet(stack, 'set', { name: 's' }).variable('m', value as never)],
  'stack/workspace': [
    'the infra variable "m"',
    (stack, value) => new Workspace(stack, 'workspace', { name: 'w' }).variable('m', value as never),
  ],
  'stack/existing': ['the env variable "m"', (stack, value) => Workspace.fromName(stack, 'existing', 'w').env('m', value as never)],
  'stack/context': [
    'the variable "m"',
    (stack, value) => new CiContext(stack, 'context', { name: 'c', organization: 'gh/acme' }).variable('m', value as never),
  ],
  'stack/project': [
    'the variable "m"',
    (stack, value) => new CiProject(stack, 'project', { name: 'p', organization: 'gh/acme' }).variable('m', value as never),
  ],
};

const thrown = (work: (stack: TerraformStack) => unknown): string => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new Slipway(stack);
  try {
    work(stack);
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
};

for (const [path, [label, set]] of Object.entries(holders)) {
  const told = (value: unknown) => thrown((stack) => set(stack, value));
  test(`${path} refuses what has no value, by name`, () => {
    assert.is(told(undefined), `[${path}] the value of ${label} is undefined. Give it a value, or leave the variable out.`);
    assert.is(told(null), `[${path}] the value of ${label} is null. Give it a value, or leave the variable out.`);
    assert.is(told(NaN), `[${path}] the value of ${label} is NaN. Give it a value, or leave the variable out.`);
    assert.is(
      told(() => 1),
      `[${path}] the value of ${label} is a function. Give it a value, or leave the variable out.`,
    );
    assert.is(
      told({ a: [{ b: undefined }] }),
      `[${path}] the value of ${label} is undefined at \`a[0].b\`. Give it a value, or leave it out.`,
    );
    assert.is(told([1, undefined]), `[${path}] the value of ${label} is undefined at \`[1]\`. Give it a value, or leave it out.`);
  });
  test(`${path} refuses a construct that is no value`, () => {
    const wrong = `[${path}] the value of ${label} is the construct stack/other. Pass one of its attributes, as in \`workspace.id\`.`;
    assert.is(
      thrown((stack) => set(stack, new Workspace(stack, 'other', { name: 'o' }))),
      wrong,
    );
    assert.is(
      thrown((stack) => set(stack, new TerraformOutput(stack, 'other', { value: 'o' }))),
      wrong,
    );
    assert.is(told({ a: null }), 'nothing');
  });
}
test('a no-code workspace refuses what has no value, by name', () => {
  assert.is(
    thrown((stack) => new NoCodeWorkspace(stack, 'made', { name: 'n', module: 'mod-1', variables: { m: null as never } })),
    '[stack/made] the value of the variable "m" is null. Give it a value, or leave the variable out.',
  );
});
test.run();
