import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EngineMessage } from 'slipway/engine/messages';
import * as ciResources from '@slipway/declarations/resources/ci';
import * as workspaceResources from '@slipway/declarations/resources/workspaces';
import { completeChange, type CompletedChanges, nounOf, renderChanges } from '../src/app/changes.ts';
import { formatDuration } from '../src/quantities.ts';

const test = suite('what an apply did, by type');

const message = (addr: string, type: string, action: string, kind = 'apply_complete'): EngineMessage => ({
  '@level': 'info',
  '@message': '',
  type: kind,
  hook: { resource: { addr, resource_type: type }, action },
});
const after = (...messages: readonly EngineMessage[]): CompletedChanges =>
  messages.reduce<CompletedChanges>(completeChange, new Map<string, never>());

test('created, changed, replaced and destroyed resources are counted by their nouns', () => {
  const changes = after(
    message('slipway_workspace.a', 'slipway_workspace', 'create'),
    message('slipway_workspace.b', 'slipway_workspace', 'create'),
    message('slipway_workspace_variable.v', 'slipway_workspace_variable', 'create'),
    message('slipway_variable_set_variable.v', 'slipway_variable_set_variable', 'create'),
    message('slipway_team.t', 'slipway_team', 'update'),
    message('slipway_project.p', 'slipway_project', 'delete'),
    message('slipway_project.p', 'slipway_project', 'create'),
    message('aws_instance.i["a.b"]', 'aws_instance', 'create'),
  );
  assert.is(renderChanges(changes), '2 workspaces, 2 variables, 1 aws_instance created; 1 team changed; 1 project replaced; 0 destroyed');
});
test('a replacement that creates first is one, too', () => {
  const changes = after(message('slipway_team.t', 'slipway_team', 'create'), message('slipway_team.t', 'slipway_team', 'delete'));
  assert.is(renderChanges(changes), '1 team replaced; 0 destroyed');
});
test('what began, failed or was read does not count', () => {
  const changes = after(
    message('slipway_team.t', 'slipway_team', 'create', 'apply_start'),
    message('slipway_team.t', 'slipway_team', 'create', 'apply_errored'),
    message('data.slipway_team.d', 'slipway_team', 'read'),
  );
  assert.is(renderChanges(changes), '0 destroyed');
});
test('durations have tenths of a second below a minute', () => {
  assert.equal([0, 4249, 59_949, 59_951, 200_000].map(formatDuration), ['0.0 s', '4.2 s', '59.9 s', '1 min 0 s', '3 min 20 s']);
});
test('every declared type has a noun, one and several', () => {
  const types = [...Object.values(workspaceResources), ...Object.values(ciResources)].map(({ name }) => `slipway_${name}`).sort();
  assert.equal(
    types.map((type) => `${nounOf(type, 1)}, ${nounOf(type, 2)}`),
    [
      'agent pool, agent pools',
      'agent token, agent tokens',
      'CI checkout key, CI checkout keys',
      'CI context, CI contexts',
      'CI context restriction, CI context restrictions',
      'CI context variable, CI context variables',
      'CI organization, CI organizations',
      'CI pipeline definition, CI pipeline definitions',
      'CI policy bundle, CI policy bundles',
      'CI policy settings, CI policy settings',
      'CI project, CI projects',
      'CI project settings, CI project settings',
      'CI project variable, CI project variables',
      'CI runner resource class, CI runner resource classes',
      'CI runner token, CI runner tokens',
      'CI schedule, CI schedules',
      'CI trigger, CI triggers',
      'CI usage export, CI usage exports',
      'CI webhook, CI webhooks',
      'data retention policy, data retention policies',
      'no-code module, no-code modules',
      'no-code workspace, no-code workspaces',
      'notification configuration, notification configurations',
      'OAuth client, OAuth clients',
      'organization membership, organization memberships',
      'organization settings, organization settings',
      'project, projects',
      'registry module, registry modules',
      'remote state consumer, remote state consumers',
      'remote state consumers, remote state consumers',
      'run trigger, run triggers',
      'SSH key, SSH keys',
      'team, teams',
      'team member, team members',
      'team project access, team project accesses',
      'team token, team tokens',
      'team workspace access, team workspace accesses',
      'variable set, variable sets',
      'variable set project, variable set projects',
      'variable, variables',
      'variable set workspace, variable set workspaces',
      'workspace, workspaces',
      'workspace lock, workspace locks',
      'workspace SSH key, workspace SSH keys',
      'workspace tag, workspace tags',
      'workspace tag binding, workspace tag bindings',
      'variable, variables',
    ],
  );
});
test.run();
