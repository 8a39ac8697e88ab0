import { App, TerraformStack } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Slipway, VariableSet, Workspace } from '../src/index.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('stacks that depend on each other');

const stacksOf = (names: readonly string[]): { readonly app: App; readonly stacks: { readonly [name: string]: TerraformStack } } => {
  const app = new App({ outdir: temporaryFolder() });
  const stacks = Object.fromEntries(names.map((name) => [name, new TerraformStack(app, name)]));
  for (const stack of Object.values(stacks)) new Slipway(stack);
  return { app, stacks };
};
const thrown = (work: () => void): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
};

test('a relation and a reference: both ends are named, and what to write instead', () => {
  const { app, stacks } = stacksOf(['network', 'app']);
  const network = new Workspace(stacks['network']!, 'network', { name: 'network', globalRemoteState: false });
  const api = new Workspace(stacks['app']!, 'api', { name: 'api' }).variable('network', network.id);
  network.shareStateWith(api);
  assert.is(
    thrown(() => app.synth()),
    'The stacks "app", "network" depend on each other, so none of them can be deployed first:\n' +
      '- [app/api/infra-network] refers to network/network.\n' +
      '- [network/network/state-for-api] refers to app/api. Write it at the other end instead: `readStateOf` of app/api.',
  );
});
test('written at the other end, the same synthesizes', () => {
  const { app, stacks } = stacksOf(['network', 'app']);
  const network = new Workspace(stacks['network']!, 'network', { name: 'network', globalRemoteState: false });
  new Workspace(stacks['app']!, 'api', { name: 'api' }).variable('network', network.id).readStateOf(network);
  assert.is(
    thrown(() => app.synth()),
    'nothing',
  );
});
test('references alone: each is named, and a look-up is offered', () => {
  const { app, stacks } = stacksOf(['a', 'b', 'c']);
  const [one, two, three] = ['a', 'b', 'c'].map((name) => new Workspace(stacks[name]!, name, { name })) as [
    Workspace,
    Workspace,
    Workspace,
  ];
  one.variable('next', two.id);
  two.variable('next', three.id);
  new VariableSet(stacks['c']!, 'set', { name: 'set' }).env('NEXT', one.name);
  assert.is(
    thrown(() => app.synth()),
    'The stacks "c", "a", "b" depend on each other, so none of them can be deployed first:\n' +
      '- [c/set/env-NEXT] refers to a/a.\n' +
      '- [a/a/infra-next] refers to b/b.\n' +
      '- [b/b/infra-next] refers to c/c.\n' +
      'Declare one of these in the stack of the other, or look the object up where it is needed: `Workspace.fromName(…)`.',
  );
});
test('a dependency that the app declares is named as that', () => {
  const { app, stacks } = stacksOf(['a', 'b']);
  stacks['a']!.addDependency(stacks['b']!);
  new Workspace(stacks['b']!, 'w', { name: 'w' }).variable('next', new Workspace(stacks['a']!, 'v', { name: 'v' }).id);
  assert.is(
    thrown(() => app.synth()),
    'The stacks "b", "a" depend on each other, so none of them can be deployed first:\n' +
      '- [b/w/infra-next] refers to a/v.\n' +
      '- a was told to depend on b (addDependency).\n' +
      'Declare one of these in the stack of the other, or look the object up where it is needed: `Workspace.fromName(…)`.',
  );
});
test.run();
