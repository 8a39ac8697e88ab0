import { testLifecycle } from '../support/lifecycle.ts';

testLifecycle({
  resource: 'workspace',
  ground: 'resource "slipway_project" "p" { name = "payments" }',
  create: `
name = "web"
execution_mode = "remote"
description = "the shop"
project_id = slipway_project.p.id
auto_apply = true
trigger_prefixes = ["modules", "shared"]
tags = { env = "prod" }
tag_names = ["team:web", "eu"]
auto_destroy_activity_duration = "14d"`,
  created: {
    name: 'web',
    description: 'the shop',
    auto_apply: true,
    trigger_prefixes: ['modules', 'shared'],
    tags: { env: 'prod' },
    tag_names: ['eu', 'team:web'],
    auto_destroy_activity_duration: '14d',
    execution_mode: 'remote',
    operations: true,
    agent_pool_id: null,
    allow_destroy_plan: true,
    file_triggers_enabled: true,
    speculative_enabled: true,
    queue_all_runs: false,
    locked: false,
    resource_count: 0,
    vcs_repo: null,
    force_delete: false,
  },
  update: {
    body:
      'name = "shop"\nproject_id = slipway_project.p.id\nexecution_mode = "local"\ntags = { env = "dev", team = "a" }\n' +
      'tag_names = ["eu"]\ntrigger_patterns = ["/modules/**"]\nsetting_overwrites = { execution_mode = false }\n' +
      'global_remote_state = true',
    attributes: {
      name: 'shop',
      description: null,
      execution_mode: 'local',
      operations: false,
      auto_apply: false,
      tags: { env: 'dev', team: 'a' },
      tag_names: ['eu'],
      trigger_prefixes: [],
      trigger_patterns: ['/modules/**'],
      auto_destroy_activity_duration: null,
      global_remote_state: true,
    },
  },
  imports: [({ id }) => id, () => 'acme/web'],
  drift: {
    by: (fixture, { id }) =>
      fixture.api('PATCH', `/workspaces/${id}`, {
        data: { type: 'workspaces', attributes: { 'auto-apply': false, description: 'changed' } },
      }),
    shows: ['update slipway_workspace.it'],
  },
  vanish: { by: (fixture, { id }) => fixture.api('DELETE', `/workspaces/${id}`) },
  gone: async (fixture, { id }) => (await fixture.api('GET', `/workspaces/${id}`)).status === 404,
});
