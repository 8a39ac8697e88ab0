import { TerraformVariable } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CiContext, CiOrganization, CiProject, Project, Slipway, Workspace } from '../src/index.ts';
import { CiContext as Generated } from '../src/generated/ci-context.ts';
import { DataSlipwayCiProject } from '../src/generated/data-slipway-ci-project.ts';
import { synthesizedBlocks, exactSynthesizedBlocks, synthesisErrors, synthesisWarnings } from './support/synth.ts';
import { withMessage } from '@slipway/test-support/with-message';

const test = suite('CI context construct');
const context = '${slipway_ci_context.deploy.id}';
const group = '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11';

test('it has the same address as the generated construct', () => {
  assert.equal(
    exactSynthesizedBlocks((stack) => {
      new Slipway(stack);
      new CiContext(stack, 'deploy', { name: 'deploy' });
    }),
    { 'slipway_ci_context.deploy': { name: 'deploy' } },
  );
  assert.equal(
    exactSynthesizedBlocks((stack) => {
      new Slipway(stack);
      new Generated(stack, 'deploy', { name: 'deploy' });
    }),
    { 'slipway_ci_context.deploy': { name: 'deploy' } },
  );
});
test('variables are sent and stored nowhere: texts, numbers, lists, outputs of other constructs, variables of the engine', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const workspace = new Workspace(stack, 'network', { name: 'network' });
      const secret = new TerraformVariable(stack, 'secret', { type: 'string', sensitive: true });
      new CiContext(stack, 'deploy', { name: 'deploy' })
        .variable('REGION', 'eu')
        .variable('RETRIES', 3)
        .variable('STAGES', ['a', 'b'])
        .variable('IDS', [workspace.id])
        .variable('WORKSPACE_ID', workspace.id)
        .variable('TOKEN', secret)
        .variable('ALSO', secret.stringValue, { version: 2 })
        .variable('APPLIES', workspace.autoApply);
    }),
    {
      'slipway_workspace.network': { name: 'network' },
      'slipway_ci_context.deploy': { name: 'deploy' },
      'slipway_ci_context_variable.deploy_variable-REGION': { context_id: context, name: 'REGION', value_wo: 'eu' },
      'slipway_ci_context_variable.deploy_variable-RETRIES': { context_id: context, name: 'RETRIES', value_wo: '3' },
      'slipway_ci_context_variable.deploy_variable-STAGES': { context_id: context, name: 'STAGES', value_wo: '["a","b"]' },
      'slipway_ci_context_variable.deploy_variable-IDS': {
        context_id: context,
        name: 'IDS',
        value_wo: '[${jsonencode(slipway_workspace.network.id)}]',
      },
      'slipway_ci_context_variable.deploy_variable-WORKSPACE_ID': {
        context_id: context,
        name: 'WORKSPACE_ID',
        value_wo: '${slipway_workspace.network.id}',
      },
      'slipway_ci_context_variable.deploy_variable-TOKEN': { context_id: context, name: 'TOKEN', value_wo: '${var.secret}' },
      'slipway_ci_context_variable.deploy_variable-ALSO': {
        context_id: context,
        name: 'ALSO',
        value_wo: '${var.secret}',
        value_wo_version: 2,
      },
      'slipway_ci_context_variable.deploy_variable-APPLIES': {
        context_id: context,
        name: 'APPLIES',
        value_wo: '${try(tostring(slipway_workspace.network.auto_apply), jsonencode(slipway_workspace.network.auto_apply))}',
      },
    },
  );
});
test('a secret that is written in the code is warned about, and not repeated', () => {
  assert.equal(
    synthesisWarnings((stack) => {
      new Slipway(stack);
      const secret = new TerraformVariable(stack, 'secret', { sensitive: true });
      new CiContext(stack, 'deploy', { name: 'deploy' })
        .variable('TOKEN', 'hunter2', { sensitive: true })
        .variable('OTHER', secret, { sensitive: true })
        .variable('REGION', 'eu');
    }),
    [
      'stack/deploy/variable-TOKEN: The value of the sensitive variable "TOKEN" is written in the code, and so in ' +
        'cdk.tf.json. Pass a sensitive TerraformVariable, or an attribute of another resource.',
    ],
  );
});
test('a variable is said once, under a name that can be one', () => {
  assert.throws(
    () =>
      synthesizedBlocks((stack) => {
        new CiContext(stack, 'deploy', { name: 'deploy' }).variable('A', '1').variable('A', '2');
      }),
    withMessage('[stack/deploy] has the variable "A" already. Declare it once.'),
  );
  assert.throws(
    () =>
      synthesizedBlocks((stack) => {
        new CiContext(stack, 'deploy', { name: 'deploy' }).variable(new TerraformVariable(stack, 'v', {}).stringValue, '1');
      }),
    withMessage(
      '[stack/deploy] the name of the variable must be known at synthesis, because the construct is named by it. Write it ' +
        'out, or use the generated class and an id of your own.',
    ),
  );
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new CiContext(stack, 'deploy', { name: 'deploy' }).variable('1ST', '1');
    }),
    [
      '[stack/deploy/variable-1ST] Wrong value for "name". Expected the name of an environment variable: letters, digits and ' +
        '_, not beginning with a digit; given "1ST".',
    ],
  );
});
test('it is restricted to projects, expressions and groups, each once', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const web = new CiProject(stack, 'web', { name: 'web' });
      const found = new DataSlipwayCiProject(stack, 'found', { slug: 'gh/acme/api' });
      new CiContext(stack, 'deploy', { name: 'deploy' })
        .restrictTo(web, found, 'pipeline.git.branch == "main"')
        .restrictTo(web, { expression: 'pipeline.git.branch == "main"' }, { group }, { project: group });
    }),
    {
      'slipway_ci_project.web': { name: 'web' },
      'data.slipway_ci_project.found': { slug: 'gh/acme/api' },
      'slipway_ci_context.deploy': { name: 'deploy' },
      'slipway_ci_context_restriction.deploy_project-web': {
        context_id: context,
        restriction_type: 'project',
        restriction_value: '${slipway_ci_project.web.id}',
      },
      'slipway_ci_context_restriction.deploy_project-found': {
        context_id: context,
        restriction_type: 'project',
        restriction_value: '${data.slipway_ci_project.found.id}',
      },
      'slipway_ci_context_restriction.deploy_expression-pipelinegitbranchmain': {
        context_id: context,
        restriction_type: 'expression',
        restriction_value: 'pipeline.git.branch == "main"',
      },
      [`slipway_ci_context_restriction.deploy_group-${group}`]: {
        context_id: context,
        restriction_type: 'group',
        restriction_value: group,
      },
      [`slipway_ci_context_restriction.deploy_project-${group}`]: {
        context_id: context,
        restriction_type: 'project',
        restriction_value: group,
      },
    },
  );
});
test('two projects of one name in two places are distinguished', () => {
  const made = exactSynthesizedBlocks((stack) => {
    new Slipway(stack);
    const [one, two] = ['gh/one', 'gh/two'].map(
      (organization, index) => new CiProject(stack, `p${index}`, { name: 'web', organization }),
    ) as [CiProject, CiProject];
    new CiContext(stack, 'deploy', { name: 'deploy' }).restrictTo(one, two).restrictTo(two);
  });
  assert.equal(
    Object.entries(made)
      .filter(([address]) => address.includes('restriction'))
      .map(([, block]) => block['restriction_value'])
      .sort(),
    ['${slipway_ci_project.p0.id}', '${slipway_ci_project.p1.id}'],
  );
});
test('a restriction that cannot be one is reported at synthesis', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new CiContext(stack, 'deploy', { name: 'deploy' }).restrictTo('pipeline.git.branch = "main"', { group: 'admins' });
    }),
    [
      '[stack/deploy/expression-pipeline.git.branch = "main"] "restriction_value" does not fit what else is set. ' +
        '`restriction_value` must be a well-formed expression when `restriction_type` is "expression". Change `restriction_value`, or ' +
        'change `restriction_type`.',
      '[stack/deploy/group-admins] "restriction_value" does not fit what else is set. `restriction_value` must be a UUID when ' +
        '`restriction_type` is "project" or "group". Change `restriction_value`, or change `restriction_type`.',
    ],
  );
});
test('what is no restriction is refused where it is said', () => {
  const restrict =
    (...to: readonly unknown[]) =>
    () =>
      synthesizedBlocks((stack) => {
        const made: readonly unknown[] = to.map((one) => (typeof one === 'function' ? one(stack) : one));
        new CiContext(stack, 'deploy', { name: 'deploy' }).restrictTo(...(made as never[]));
      });
  assert.throws(
    restrict((stack: never) => new CiProject(stack, 'web', { name: 'web' }).id),
    withMessage(
      '[stack/deploy] the kind of the restriction is not known at synthesis. Write which kind it is: `{ project: … }`, `{ group: … }` ' +
        'or `{ expression: … }`.',
    ),
  );
  assert.throws(
    restrict((stack: never) => new Project(stack, 'payments', { name: 'payments' })),
    withMessage(
      '[stack/deploy] cannot be restricted to stack/payments: a context is for projects of the CI service, and that is a ' +
        '`slipway_project`.',
    ),
  );
  for (const odd of [{}, { team: 'x' }, { project: 'a', group: 'b' }])
    assert.throws(restrict(odd), withMessage('[stack/deploy] expected one of `{ project: … }`, `{ expression: … }` and `{ group: … }`.'));
});
test('what is made of it goes by its provider', () => {
  const made = exactSynthesizedBlocks((stack) => {
    new Slipway(stack);
    const other = new Slipway(stack, 'other', { alias: 'other' });
    new CiOrganization(stack, 'acme', { id: group, provider: other }).context('deploy').variable('A', '1').restrictTo('job.name == "x"');
  });
  assert.equal(
    Object.values(made).map((block) => block['provider']),
    ['slipway.other', 'slipway.other', 'slipway.other'],
  );
});
test.run();
