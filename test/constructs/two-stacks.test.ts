// watchdog: 300 s
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CiContext, CiProject, NoCodeWorkspace, Project, Slipway, Team, VariableSet, Workspace } from '../../constructs/src/index.ts';
import { engine, type EngineFixture, startFixture } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TwoStacks = suite('relations over two stacks');
const real = engine.found ? TwoStacks : skipWithReason(TwoStacks, engine.reason);

/** What can be related, made in any stack. */
const ends = {
  workspace: (stack: TerraformStack, name: string) => new Workspace(stack, name, { name, globalRemoteState: false }),
  project: (stack: TerraformStack, name: string) => new Project(stack, name, { name }),
  set: (stack: TerraformStack, name: string) => new VariableSet(stack, name, { name }),
  team: (stack: TerraformStack, name: string) => new Team(stack, name, { name }),
  context: (stack: TerraformStack, name: string) => new CiContext(stack, name, { name, organization: 'gh/acme' }),
  ciProject: (stack: TerraformStack, name: string) => new CiProject(stack, name, { name, organization: 'gh/acme' }),
};
type Ends = { readonly [end in keyof typeof ends]: ReturnType<(typeof ends)[end]> };

interface Relation<A extends keyof Ends, B extends keyof Ends> {
  readonly of: A;
  readonly to: B;
  readonly type: string;
  /** Written at one end, and at the other; what is written stands in the stack of the end that writes. */
  readonly there: (a: Ends[A], b: Ends[B]) => unknown;
  readonly back: (a: Ends[A], b: Ends[B]) => unknown;
}
const relation = <A extends keyof Ends, B extends keyof Ends>(of: Relation<A, B>): Relation<any, any> => of as Relation<any, any>;

const relations: { readonly [method: string]: Relation<any, any> } = {
  'shareStateWith, readStateOf': relation({
    of: 'workspace',
    to: 'workspace',
    type: 'slipway_remote_state_consumer',
    there: (a, b) => a.shareStateWith(b),
    back: (a, b) => b.readStateOf(a),
  }),
  'triggers, triggeredBy': relation({
    of: 'workspace',
    to: 'workspace',
    type: 'slipway_run_trigger',
    there: (a, b) => a.triggers(b),
    back: (a, b) => b.triggeredBy(a),
  }),
  'applyTo a workspace, useVariableSet': relation({
    of: 'set',
    to: 'workspace',
    type: 'slipway_variable_set_workspace',
    there: (a, b) => a.applyTo(b),
    back: (a, b) => b.useVariableSet(a),
  }),
  'applyTo a project, useVariableSet': relation({
    of: 'set',
    to: 'project',
    type: 'slipway_variable_set_project',
    there: (a, b) => a.applyTo(b),
    back: (a, b) => b.useVariableSet(a),
  }),
  'grant in a workspace, accessTo': relation({
    of: 'workspace',
    to: 'team',
    type: 'slipway_team_workspace_access',
    there: (a, b) => a.grant(b, 'write'),
    back: (a, b) => b.accessTo(a, 'write'),
  }),
  'grant in a project, accessTo': relation({
    of: 'project',
    to: 'team',
    type: 'slipway_team_project_access',
    there: (a, b) => a.grant(b, 'maintain'),
    back: (a, b) => b.accessTo(a, 'maintain'),
  }),
  'restrictTo, useContext': relation({
    of: 'context',
    to: 'ciProject',
    type: 'slipway_ci_context_restriction',
    there: (a, b) => a.restrictTo(b),
    back: (a, b) => b.useContext(a),
  }),
};

interface Synthesized {
  readonly upper: any;
  readonly lower: any;
  readonly folder: string;
}
/** Stack `upper` holds what is written of a relation, from either of its ends; `lower` the other ends. */
const synthesize = (): Synthesized => {
  const outdir = temporaryFolder();
  const app = new App({ outdir });
  const [upper, lower] = ['upper', 'lower'].map((name) => {
    const stack = new TerraformStack(app, name);
    new Slipway(stack);
    return stack;
  }) as [TerraformStack, TerraformStack];
  Object.values(relations).forEach(({ of, to, there, back }, at) => {
    const made = (end: keyof Ends, stack: TerraformStack, name: string): any => ends[end](stack, `${name}-${at}`);
    there(made(of, upper, 'from'), made(to, lower, 'to'));
    back(made(of, lower, 'back-from'), made(to, upper, 'back-to'));
  });
  app.synth();
  const read = (name: string) => JSON.parse(readFileSync(join(outdir, 'stacks', name, 'cdk.tf.json'), 'utf8'));
  return { upper: read('upper'), lower: read('lower'), folder: outdir };
};

TwoStacks('each is written at either end, and stands in the stack of that end', () => {
  const { upper, lower } = synthesize();
  const counts = Object.fromEntries(
    Object.values(relations).map(({ type }) => [type, [upper, lower].map(({ resource }) => Object.keys(resource[type] ?? {}).length)]),
  );
  assert.equal(counts, {
    slipway_remote_state_consumer: [2, 0],
    slipway_run_trigger: [2, 0],
    slipway_variable_set_workspace: [2, 0],
    slipway_variable_set_project: [2, 0],
    slipway_team_workspace_access: [2, 0],
    slipway_team_project_access: [2, 0],
    slipway_ci_context_restriction: [2, 0],
  });
});
TwoStacks('every method that takes another construct is one of these', () => {
  const methods = Object.keys(relations).flatMap((name) => name.replace(/ (?:a|in a) \w+/, '').split(', '));
  const offered = [Workspace, NoCodeWorkspace, Project, VariableSet, Team, CiContext, CiProject].flatMap(({ prototype }) => {
    const own = Object.getPrototypeOf(prototype) as object;
    return Object.getOwnPropertyNames(own).filter((name) => name !== 'constructor');
  });
  const others = [
    'checkoutKey',
    'env',
    'lock',
    'notify',
    'pipeline',
    'retainData',
    'settings',
    'sshKey',
    'variable',
    'variableSet',
    'workspace',
  ];
  assert.equal([...new Set(offered)].sort(), [...new Set([...methods, ...others])].sort());
});
TwoStacks('a relation that both ends write is made once', () => {
  const app = new App({ outdir: temporaryFolder() });
  const stack = new TerraformStack(app, 'one');
  new Slipway(stack);
  const [network, api] = ['network', 'api'].map((name) => ends.workspace(stack, name)) as [Workspace, Workspace];
  network.shareStateWith(api);
  api.readStateOf(network);
  assert.equal(
    stack.node
      .findAll()
      .filter((one) => (one as any).terraformResourceType === 'slipway_remote_state_consumer')
      .map((one) => one.node.path),
    ['one/network/state-for-api'],
  );
});

let story: EngineFixture;
real('each is planned and applied by the real engine, once the other stack is deployed', async () => {
  story = await startFixture();
  try {
    const { upper, lower } = synthesize();
    const state = join(story.folder, 'lower.tfstate');
    mkdirSync(join(story.folder, 'lower'), { recursive: true });
    lower.terraform.backend.local.path = state;
    upper.terraform.backend.local.path = join(story.folder, 'upper.tfstate');
    for (const one of Object.values(upper.data.terraform_remote_state) as any[]) one.config.path = state;
    for (const stack of [lower, upper]) {
      story.writeJson(stack);
      await story.run(['init', '-reconfigure', '-no-color']);
      await story.run(['apply', '-auto-approve', '-no-color']);
      assert.equal(await story.plannedChanges(), []);
    }
    const { resources } = JSON.parse(readFileSync(join(story.folder, 'upper.tfstate'), 'utf8')) as any;
    for (const { type } of Object.values(relations)) assert.is(resources.filter((one: any) => one.type === type).length, 2, type);
  } finally {
    await story.close();
  }
});
TwoStacks.run();
