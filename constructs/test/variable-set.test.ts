import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NoCodeModule, Project, Slipway, VariableSet, Workspace } from '../src/index.ts';
import { DataSlipwayProject } from '../src/generated/data-slipway-project.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { synthesizedBlocks, synthesisErrors } from './support/synth.ts';

const test = suite('variable set construct');
const set = '${slipway_variable_set.set.id}';

test('it is applied to workspaces, no-code workspaces and projects', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const module = new NoCodeModule(stack, 'bucket', { registryModuleId: 'mod-1' });
      const target = new Workspace(stack, 'w', { name: 'web' });
      new VariableSet(stack, 'set', { name: 'defaults' })
        .applyTo(target, new Project(stack, 'p', { name: 'payments' }))
        .applyTo(target, module.workspace('reports'));
    }),
    {
      'slipway_no_code_module.bucket': { registry_module_id: 'mod-1' },
      'slipway_no_code_workspace.bucket_workspace-reports': { no_code_module_id: '${slipway_no_code_module.bucket.id}', name: 'reports' },
      'slipway_workspace.w': { name: 'web' },
      'slipway_project.p': { name: 'payments' },
      'slipway_variable_set.set': { name: 'defaults' },
      'slipway_variable_set_workspace.set_workspace-web': { variable_set_id: set, workspace_id: '${slipway_workspace.w.id}' },
      'slipway_variable_set_project.set_project-payments': { variable_set_id: set, project_id: '${slipway_project.p.id}' },
      'slipway_variable_set_workspace.set_workspace-reports': {
        variable_set_id: set,
        workspace_id: '${slipway_no_code_workspace.bucket_workspace-reports.id}',
      },
    },
  );
});
test('a global set is applied to nothing', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new VariableSet(stack, 'set', { name: 'all', global: true }).applyTo(
        new Workspace(stack, 'w', { name: 'web' }),
        new Workspace(stack, 'v', { name: 'api' }),
      );
    }),
    ['[stack/set] A global set reaches every workspace already: do not apply it to stack/w, stack/v, or set `global: false`.'],
  );
});
test('a set that a project owns stays in it', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      const [payments, delivery] = [
        new Project(stack, 'payments', { name: 'payments' }),
        new Project(stack, 'delivery', { name: 'delivery' }),
      ];
      payments
        .variableSet('defaults')
        .applyTo(
          payments,
          payments.workspace('api'),
          delivery,
          delivery.workspace('network'),
          new Workspace(stack, 'by-id', { name: 'by-id', projectId: payments.id }),
        );
    }),
    [
      '[stack/payments/variables-defaults] A set that a project owns reaches only that project: stack/delivery is outside of it.',
      '[stack/payments/variables-defaults] A set that a project owns reaches only that project: ' +
        'stack/delivery/workspace-network is outside of it.',
    ],
  );
});
test('two global sets of one organization hold no variable both', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new VariableSet(stack, 'one', { name: 'one', global: true }).env('TZ', 'UTC').variable('region', 'eu');
      new VariableSet(stack, 'two', { name: 'two', global: true }).env('TZ', 'UTC').env('region', 'eu');
      new VariableSet(stack, 'elsewhere', { name: 'one', organization: 'other', global: true }).env('TZ', 'UTC');
      new VariableSet(stack, 'chosen', { name: 'three' }).env('TZ', 'UTC');
    }),
    [
      '[stack/two] Two global sets hold the env variable "TZ": this one and stack/one. The service takes only one; make one ' +
        'of the sets apply to chosen projects.',
    ],
  );
});
test('the project of a workspace may be known to the engine only', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      const found = new DataSlipwayProject(stack, 'found', { name: 'payments' });
      new Project(stack, 'payments', { name: 'payments' })
        .variableSet('defaults')
        .applyTo(
          new Workspace(stack, 'a', { name: 'a', projectId: found.id }),
          new Workspace(stack, 'b', { name: 'b' }),
          new Workspace(stack, 'c', { name: 'c', projectId: 'prj-1' }),
        );
    }),
    [],
  );
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new VariableSet(stack, 'set', { name: 'defaults', parentProjectId: 'prj-1' }).applyTo(
        new Workspace(stack, 'c', { name: 'c', projectId: 'prj-2' }),
      );
    }),
    ['[stack/set] A set that a project owns reaches only that project: stack/c is outside of it.'],
  );
});
test('a set that a project owns is not global, whether the project is known or not', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new Project(stack, 'p', { name: 'payments' }).variableSet('all', { global: true });
    }),
    [
      '[stack/p/variables-all] A set that a project owns cannot be global: it reaches only the workspaces of that project. ' +
        'Drop `global`, or the project.',
    ],
  );
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new VariableSet(stack, 'set', { name: 'all', global: true, parentProjectId: 'prj-1' });
    }),
    [
      '[stack/set] "parent_project_id" does not fit what else is set. `parent_project_id` cannot be set when `global` is ' +
        'true: a set that a project owns reaches only the workspaces of that project. Remove `parent_project_id`, or change `global`.',
    ],
  );
});
test('a project of another stack is read from there, and only where the set says it', () => {
  const outdir = temporaryFolder();
  const app = new App({ outdir });
  const [one, two, three] = ['one', 'two', 'three'].map((name) => {
    const stack = new TerraformStack(app, name);
    new Slipway(stack);
    return stack;
  }) as [TerraformStack, TerraformStack, TerraformStack];
  const project = new Project(one, 'p', { name: 'payments' });
  const workspace = new Workspace(three, 'w', { name: 'api', projectId: project.id });
  new VariableSet(two, 'set', { name: 's', project }).applyTo(workspace);
  app.synth();
  const config = JSON.parse(readFileSync(join(outdir, 'stacks', 'two', 'cdk.tf.json'), 'utf8')) as {
    data: object;
    resource: { slipway_variable_set: { set: { parent_project_id: string } } };
  };
  assert.is(
    config.resource.slipway_variable_set.set.parent_project_id,
    '${data.terraform_remote_state.cross-stack-reference-input-one.outputs.cross-stack-output-slipway_projectpid}',
  );
});
test.run();
