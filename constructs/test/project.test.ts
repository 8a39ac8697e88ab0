import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Project, Slipway } from '../src/index.ts';
import { synthesizedBlocks, exactSynthesizedBlocks, synthesisErrors } from './support/synth.ts';

const test = suite('project construct');

test('what is made in it is named by what it is called, belongs to it and takes its organization and provider', () => {
  assert.equal(
    exactSynthesizedBlocks((stack) => {
      new Slipway(stack);
      const other = new Slipway(stack, 'other', { alias: 'other' });
      const project = new Project(stack, 'payments', { name: 'payments', organization: 'acme', provider: other });
      project.workspace('api', { autoApply: true });
      project.variableSet('defaults', { description: 'For all of it.' }).variable('region', 'eu').applyTo(project);
    }),
    {
      'slipway_project.payments': { name: 'payments', organization: 'acme', provider: 'slipway.other' },
      'slipway_workspace.payments_workspace-api_AE751004': {
        name: 'api',
        auto_apply: true,
        organization: 'acme',
        project_id: '${slipway_project.payments.id}',
        provider: 'slipway.other',
      },
      'slipway_variable_set.payments_variables-defaults_9D63B626': {
        name: 'defaults',
        description: 'For all of it.',
        organization: 'acme',
        parent_project_id: '${slipway_project.payments.id}',
        provider: 'slipway.other',
      },
      'slipway_variable_set_variable.payments_variables-defaults_infra-region_4579D359': {
        key: 'region',
        value: 'eu',
        category: 'infra',
        variable_set_id: '${slipway_variable_set.payments_variables-defaults_9D63B626.id}',
        provider: 'slipway.other',
      },
      'slipway_variable_set_project.payments_variables-defaults_project-payments_E77283CE': {
        variable_set_id: '${slipway_variable_set.payments_variables-defaults_9D63B626.id}',
        project_id: '${slipway_project.payments.id}',
        provider: 'slipway.other',
      },
    },
  );
});
test('tags are added to those it has, and have a key', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      new Project(stack, 'p', { name: 'payments', tags: { team: 'a' } }).tag({ env: 'prod' });
    }),
    { 'slipway_project.p': { name: 'payments', tags: { team: 'a', env: 'prod' } } },
  );
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new Project(stack, 'p', { name: 'payments', tags: { team: 'a' } }).tag({ team: 'b' });
    }),
    ['[stack/p] The tag "team" is given twice, as "a" and as "b".'],
  );
});
test('two workspaces of one name are refused where they are made', () => {
  assert.throws(
    () =>
      synthesizedBlocks((stack) => {
        const project = new Project(stack, 'p', { name: 'payments' });
        project.workspace('api');
        project.workspace('api');
      }),
    /There is already a Construct with name 'workspace-api' in \w*Project\w* \[p\]/,
  );
});
test.run();
