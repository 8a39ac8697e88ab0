import { TerraformVariable } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NoCodeModule, NoCodeWorkspace, Project, Slipway, Workspace } from '../src/index.ts';
import { synthesizedBlocks, synthesisErrors } from './support/synth.ts';

const test = suite('no-code constructs');
const module = '${slipway_no_code_module.bucket.id}';

test('options are offered by their values, typed by them', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      new NoCodeModule(stack, 'bucket', { registryModuleId: 'mod-1', enabled: true })
        .offer('region', ['eu', 'us'])
        .offer('size', [1, 10])
        .offer('public', [false])
        .offer('zones', [['a'], ['a', 'b']], 'list(string)');
    }),
    {
      'slipway_no_code_module.bucket': {
        registry_module_id: 'mod-1',
        enabled: true,
        variable_options: {
          region: { type: 'string', options: ['eu', 'us'] },
          size: { type: 'number', options: ['1', '10'] },
          public: { type: 'bool', options: ['false'] },
          zones: { type: 'list(string)', options: ['["a"]', '["a","b"]'] },
        },
      },
    },
  );
});
test('a workspace of it takes plain values, and moves with its pinned version', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const secret = new TerraformVariable(stack, 'secret', { sensitive: true });
      new NoCodeModule(stack, 'bucket', { registryModuleId: 'mod-1', versionPin: '1.1.0' })
        .offer('region', ['eu', 'us'])
        .offer('size', [1, 10])
        .workspace('reports', {
          project: new Project(stack, 'p', { name: 'self-service' }),
          variables: { region: 'eu', size: 10, owner: 'me', password: { value: secret.stringValue, sensitive: true, category: 'env' } },
        });
    }),
    {
      'slipway_project.p': { name: 'self-service' },
      'slipway_no_code_module.bucket': {
        registry_module_id: 'mod-1',
        version_pin: '1.1.0',
        variable_options: { region: { type: 'string', options: ['eu', 'us'] }, size: { type: 'number', options: ['1', '10'] } },
      },
      'slipway_no_code_workspace.bucket_workspace-reports': {
        name: 'reports',
        no_code_module_id: module,
        project_id: '${slipway_project.p.id}',
        module_version: '${slipway_no_code_module.bucket.version_pin}',
        variables: {
          region: { value: 'eu' },
          size: { value: '10', hcl: true },
          owner: { value: 'me' },
          password: { sensitive: true, category: 'env' },
        },
        variable_values_wo: { password: '${var.secret}' },
      },
    },
  );
});
test('a value that is not offered does not compile, and is reported at synthesis', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      const bucket = new NoCodeModule(stack, 'bucket', { registryModuleId: 'mod-1' }).offer('region', ['eu', 'us']).offer('size', [1, 10]);
      // @ts-expect-error "mars" is not offered
      bucket.workspace('one', { variables: { region: 'mars' } });
      // @ts-expect-error 5 is not offered
      bucket.workspace('two', { variables: { size: 5 } });
      // @ts-expect-error nor is this, whatever is said about it
      bucket.workspace('three', { variables: { region: { value: 'venus', sensitive: true } } });
      bucket.workspace('four', { variables: { region: new TerraformVariable(stack, 'r', {}).value, size: '10' as never } });
    }),
    [
      '[stack/bucket/workspace-one] "region" is "mars" that stack/bucket does not offer. It offers "eu", "us".',
      '[stack/bucket/workspace-two] "size" is "5" that stack/bucket does not offer. It offers 1, 10.',
      '[stack/bucket/workspace-three] "region" is a value that stack/bucket does not offer. It offers "eu", "us".',
    ],
  );
});
test('options are of one type and said once', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new NoCodeModule(stack, 'bucket', { registryModuleId: 'mod-1' })
        .offer('region', ['eu'])
        .offer('region', ['us'])
        .offer('mixed', ['a', 1])
        .offer('none', []);
    }),
    [
      '[stack/bucket] "region" is offered twice. Write all its options in one place.',
      '[stack/bucket] The options of "mixed" are empty, or of different types: set the type of the module\'s variable.',
      '[stack/bucket] The options of "none" are empty, or of different types: set the type of the module\'s variable.',
    ],
  );
});
test('a no-code workspace is tied like any other, and its tags stand beside those of others', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const reports = new NoCodeWorkspace(stack, 'reports', { name: 'reports', module: 'nocode-1' })
        .tag({ env: 'prod' }, 'shared')
        .shareStateWith(new Workspace(stack, 'w', { name: 'web' }));
      reports.lock('frozen');
      reports.sshKey('sshkey-1');
      reports.retainData({ days: 1 });
    }),
    {
      'slipway_workspace.w': { name: 'web' },
      'slipway_no_code_workspace.reports': { name: 'reports', no_code_module_id: 'nocode-1' },
      'slipway_workspace_tag_binding.reports_tag-binding-env': {
        workspace_id: '${slipway_no_code_workspace.reports.id}',
        key: 'env',
        value: 'prod',
      },
      'slipway_workspace_tag.reports_tag-shared': { workspace_id: '${slipway_no_code_workspace.reports.id}', name: 'shared' },
      'slipway_remote_state_consumer.reports_state-for-web': {
        workspace_id: '${slipway_no_code_workspace.reports.id}',
        consumer_id: '${slipway_workspace.w.id}',
      },
      'slipway_workspace_lock.reports_lock': { workspace_id: '${slipway_no_code_workspace.reports.id}', reason: 'frozen' },
      'slipway_workspace_ssh_key.reports_ssh-key': { workspace_id: '${slipway_no_code_workspace.reports.id}', ssh_key_id: 'sshkey-1' },
      'slipway_data_retention_policy.reports_retention': {
        workspace_id: '${slipway_no_code_workspace.reports.id}',
        delete_older_than_n_days: 1,
      },
    },
  );
});
test.run();
