import { TerraformVariable } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Slipway, Workspace } from '../src/index.ts';
import { Workspace as Generated } from '../src/generated/workspace.ts';
import { exactSynthesizedBlocks, synthesisErrors } from './support/synth.ts';
import { withMessage } from '@slipway/test-support/with-message';

const test = suite('workspace construct');

test('it has the same address as the generated construct', () => {
  assert.equal(
    exactSynthesizedBlocks((stack) => {
      new Slipway(stack);
      new Workspace(stack, 'web', { name: 'web' });
    }),
    { 'slipway_workspace.web': { name: 'web' } },
  );
  assert.equal(
    exactSynthesizedBlocks((stack) => {
      new Slipway(stack);
      new Generated(stack, 'web', { name: 'web' });
    }),
    { 'slipway_workspace.web': { name: 'web' } },
  );
});
test('tags are added to those it has, flat ones and pairs', () => {
  assert.equal(
    exactSynthesizedBlocks((stack) => {
      new Slipway(stack);
      new Workspace(stack, 'web', { name: 'web', tags: { team: 'a' }, tagNames: ['eu'] })
        .tag({ env: 'prod', team: 'a' })
        .tag('shared', { tier: '1' }, 'eu');
    }),
    { 'slipway_workspace.web': { name: 'web', tags: { team: 'a', env: 'prod', tier: '1' }, tag_names: ['eu', 'shared'] } },
  );
});
test("a tag that is given two values is reported with the construct's path", () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new Workspace(stack, 'web', { name: 'web' }).tag({ env: 'prod' }, { env: 'dev' });
    }),
    ['[stack/web] The tag "env" is given twice, as "prod" and as "dev".'],
  );
});
test('tags cannot be added to tags that only the engine knows', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      const tags = new TerraformVariable(stack, 'tags', { type: 'map(string)' });
      new Workspace(stack, 'web', { name: 'web', tags: tags.value }).tag({ env: 'prod' });
    }),
    ['[stack/web] The tag "env" cannot be added: `tags` is known to the engine alone. Write them all in one place.'],
  );
});
test('two workspaces share their states with each other', () => {
  assert.equal(
    exactSynthesizedBlocks((stack) => {
      new Slipway(stack);
      const web = new Workspace(stack, 'web', { name: 'web' });
      const api = new Workspace(stack, 'api', { name: 'api' });
      web.shareStateWith(api, api).shareStateWith(api);
      api.shareStateWith(web);
    }),
    {
      'slipway_workspace.web': { name: 'web' },
      'slipway_workspace.api': { name: 'api' },
      'slipway_remote_state_consumer.web_state-for-api_BE9646A4': {
        workspace_id: '${slipway_workspace.web.id}',
        consumer_id: '${slipway_workspace.api.id}',
      },
      'slipway_remote_state_consumer.api_state-for-web_28DFD5C7': {
        workspace_id: '${slipway_workspace.api.id}',
        consumer_id: '${slipway_workspace.web.id}',
      },
    },
  );
});
test('sharing with itself, and sharing in addition to global sharing, are errors', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      const web = new Workspace(stack, 'web', { name: 'web', globalRemoteState: true });
      web.shareStateWith(web);
    }),
    [
      '[stack/web] A workspace reads its own state anyway: do not share it with itself.',
      '[stack/web] Its state is open to the whole organization (`globalRemoteState`), so it cannot be shared with single ' +
        'workspaces as well. Set `globalRemoteState: false`.',
    ],
  );
});
test('two workspaces of one name in two places are distinguished', () => {
  const shared = exactSynthesizedBlocks((stack) => {
    new Slipway(stack);
    const base = new Workspace(stack, 'base', { name: 'base' });
    base.shareStateWith(
      new Workspace(stack, 'a', { name: 'same', organization: 'a' }),
      new Workspace(stack, 'b', { name: 'same', organization: 'b' }),
    );
  });
  assert.equal(
    Object.entries(shared)
      .filter(([address]) => address.startsWith('slipway_remote'))
      .map(([, block]) => block['consumer_id'])
      .sort(),
    ['${slipway_workspace.a.id}', '${slipway_workspace.b.id}'],
  );
});
test('it is locked, given a key and a retention, once', () => {
  assert.equal(
    exactSynthesizedBlocks((stack) => {
      new Slipway(stack);
      const web = new Workspace(stack, 'web', { name: 'web' });
      web.lock('frozen');
      web.sshKey('sshkey-1');
      web.retainData({ days: 90 });
      new Workspace(stack, 'archive', { name: 'archive' }).retainData({ forever: true });
    }),
    {
      'slipway_workspace.web': { name: 'web' },
      'slipway_workspace_lock.web_lock_22285B9C': { workspace_id: '${slipway_workspace.web.id}', reason: 'frozen' },
      'slipway_workspace_ssh_key.web_ssh-key_E384D9F4': { workspace_id: '${slipway_workspace.web.id}', ssh_key_id: 'sshkey-1' },
      'slipway_data_retention_policy.web_retention_2598DBA1': { workspace_id: '${slipway_workspace.web.id}', delete_older_than_n_days: 90 },
      'slipway_workspace.archive': { name: 'archive' },
      'slipway_data_retention_policy.archive_retention_AD04D3E2': { workspace_id: '${slipway_workspace.archive.id}', dont_delete: true },
    },
  );
  assert.throws(
    () =>
      exactSynthesizedBlocks((stack) => {
        const web = new Workspace(stack, 'web', { name: 'web' });
        web.lock('a');
        web.lock('b');
      }),
    withMessage('[stack/web] is locked already. Declare it once.'),
  );
});
test('a variable set declared in a workspace is applied only to it', () => {
  assert.equal(
    exactSynthesizedBlocks((stack) => {
      new Slipway(stack);
      new Workspace(stack, 'web', { name: 'web', organization: 'acme' }).variableSet('web only', { priority: true }).env('TZ', 'UTC');
    }),
    {
      'slipway_workspace.web': { name: 'web', organization: 'acme' },
      'slipway_variable_set.web_variables-webonly_9CAEB023': { name: 'web only', organization: 'acme', priority: true },
      'slipway_variable_set_workspace.web_variables-webonly_workspace-web_1C03649D': {
        variable_set_id: '${slipway_variable_set.web_variables-webonly_9CAEB023.id}',
        workspace_id: '${slipway_workspace.web.id}',
      },
      'slipway_variable_set_variable.web_variables-webonly_env-TZ_EC1F056C': {
        variable_set_id: '${slipway_variable_set.web_variables-webonly_9CAEB023.id}',
        key: 'TZ',
        value: 'UTC',
        category: 'env',
      },
    },
  );
});
test.run();
