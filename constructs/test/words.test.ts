import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fn, TerraformStack, TerraformVariable, Testing, Token } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CiScheduleTimetable } from '../src/generated/ci-schedule.ts';
import { CiTrigger } from '../src/generated/ci-trigger.ts';
import { WorkspaceVariable } from '../src/generated/workspace-variable.ts';
import { Slipway, VariableSet, Workspace } from '../src/index.ts';
import { synthesisErrors, synthesisWarnings, synthesizedBlocks } from './support/synth.ts';

const test = suite('listed words and names of the public providers');
const root = resolve(import.meta.dirname, '../..');
const generated = join(root, 'constructs/src/generated');

test('no attribute whose words are listed is typed as any text', () => {
  const loose: string[] = [];
  let typed = 0;
  for (const file of readdirSync(generated)) {
    const text = readFileSync(join(generated, file), 'utf8');
    for (const [, comment, member] of text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\n +readonly (\w+\??: [^;]+);/g)) {
      if (!/\* (?:One of|A (?:set|list), each one of) "/.test(comment!)) continue;
      typed += 1;
      if (!/: Word(?:List)?</.test(member!)) loose.push(`${file}: ${member}`);
    }
  }
  assert.equal(loose, []);
  assert.is(typed, 56);
});
/** Held by the compiler: `npm run check`, and the test that compiles the constructs. */
const build = (stack: TerraformStack): void => {
  new Slipway(stack);
  const variable = new TerraformVariable(stack, 'mode', {});
  const first = new Workspace(stack, 'a', { name: 'a', executionMode: 'remote' });
  new Workspace(stack, 'b', { name: 'b', executionMode: first.executionMode });
  new Workspace(stack, 'c', { name: 'c', executionMode: variable.value });
  new Workspace(stack, 'd', { name: 'd', executionMode: Token.asAny(Fn.lower('REMOTE')) });
  const text: string = first.executionMode;
  first.executionMode = 'local';
  // @ts-expect-error any text
  new Workspace(stack, 'e', { name: 'e', executionMode: text });
  // @ts-expect-error remot is not listed
  new Workspace(stack, 'f', { name: 'f', executionMode: 'remot' });
  const days: CiScheduleTimetable['daysOfWeek'] = ['MON'];
  // @ts-expect-error no such day
  const none: CiScheduleTimetable['daysOfWeek'] = ['MONDAY'];
  assert.equal([days, none], [['MON'], ['MONDAY']]);
};
test('a word that is not listed is refused by the compiler and at synthesis, and tokens are taken', () => {
  assert.equal(synthesisErrors(build), [
    '[stack/f] Wrong value for "execution_mode". Expected one of "remote", "local", "agent"; given "remot". Write ' +
      '`execution_mode = "remote"`.',
  ]);
});
test('tokens of words are written like others, as JSON and as HCL', () => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  const variable = new TerraformVariable(stack, 'mode', {});
  new Workspace(stack, 'w', { name: 'w', executionMode: variable.value });
  assert.is(JSON.parse(Testing.synth(stack)).resource.slipway_workspace.w.execution_mode, '${var.mode}');
  assert.match(Testing.synthHcl(stack), 'execution_mode = "${var.mode}"');
});
test('names and words of the public providers are accepted, with a hint at ours', () => {
  const build = (stack: TerraformStack): void => {
    new Slipway(stack);
    const workspace = new Workspace(stack, 'w', { name: 'w', terraformVersion: '1.9.8' });
    new WorkspaceVariable(stack, 'l1', { workspaceId: workspace.id, category: 'terraform', key: 'a', value: '1' });
    workspace.variable('b', '2', { category: 'terraform' });
    new VariableSet(stack, 's', { name: 's' }).variable('c', '3', { category: 'env' });
    new CiTrigger(stack, 't', {
      projectId: '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11',
      pipelineDefinitionId: '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11',
      eventSourceProvider: 'github_app',
      eventSourceRepoExternalId: '1',
      eventPreset: 'all-pushes',
    });
  };
  const { 'slipway_ci_trigger.t': trigger, ...blocks } = synthesizedBlocks(build);
  assert.is(trigger!['event_source_provider'], 'codehost_app');
  assert.equal(blocks, {
    'slipway_workspace.w': { name: 'w', engine_version: '1.9.8' },
    'slipway_workspace_variable.l1': { workspace_id: '${slipway_workspace.w.id}', category: 'infra', key: 'a', value: '1' },
    'slipway_workspace_variable.w_infra-b': { workspace_id: '${slipway_workspace.w.id}', category: 'infra', key: 'b', value: '2' },
    'slipway_variable_set.s': { name: 's' },
    'slipway_variable_set_variable.s_env-c': { variable_set_id: '${slipway_variable_set.s.id}', category: 'env', key: 'c', value: '3' },
  });
  assert.equal(synthesisWarnings(build), [
    'stack/w: `terraformVersion` is the name of the public provider. Write `engineVersion`.',
    'stack/w/infra-b: "terraform" is the word of the public provider for `category`. Write "infra".',
    'stack/l1: "terraform" is the word of the public provider for `category`. Write "infra".',
    'stack/t: "github_app" is the word of the public provider for `eventSourceProvider`. Write "codehost_app".',
  ]);
});
test.run();
