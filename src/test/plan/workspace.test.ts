import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isUnknown, type Values } from '@slipway/declarations/declare';
import { planResource } from '../../plan/plan-resource.ts';
import { newFingerprints } from '../../plan/write-only.ts';
import { workspace } from '@slipway/declarations/resources/workspaces';

const Plan = suite('workspace plan');
const planned = (prior: Values | null, config: Values) =>
  planResource(workspace.attributes, prior, config, newFingerprints(), { organization: 'acme' });
const unknowns = (state: Values) =>
  Object.entries(state)
    .filter(([, value]) => isUnknown(value))
    .map(([name]) => name);

/** A workspace as a refresh leaves it, with a configuration that says only its name. */
const stored: Values = {
  id: 'ws-1',
  organization: 'acme',
  name: 'web',
  project_id: 'prj-1',
  description: null,
  execution_mode: 'remote',
  operations: true,
  agent_pool_id: null,
  setting_overwrites: { execution_mode: false, agent_pool: false },
  allow_destroy_plan: true,
  assessments_enabled: false,
  auto_apply: false,
  auto_apply_run_trigger: false,
  auto_destroy_at: null,
  auto_destroy_activity_duration: null,
  file_triggers_enabled: true,
  global_remote_state: false,
  queue_all_runs: false,
  source_name: null,
  source_url: null,
  speculative_enabled: true,
  engine_version: '1.11.4',
  trigger_patterns: [],
  trigger_prefixes: [],
  working_directory: null,
  vcs_repo: null,
  tags: null,
  ignore_additional_tags: false,
  tag_names: null,
  ignore_additional_tag_names: false,
  force_delete: false,
  ssh_key_id: null,
  inherits_project_auto_destroy: false,
  locked: false,
  resource_count: 0,
  source_module_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

Plan('what the service chose stays, unsaid, without a difference', () => {
  assert.equal(planned(stored, { name: 'web' }).changed, []);
});

Plan('a new execution mode leaves open what it decides', () => {
  assert.equal(unknowns(planned(stored, { name: 'web', execution_mode: 'local' }).state), [
    'operations',
    'agent_pool_id',
    'setting_overwrites',
    'updated_at',
  ]);
});

Plan('the old spelling leaves the new one open', () => {
  assert.equal(unknowns(planned(stored, { name: 'web', operations: false }).state), [
    'execution_mode',
    'agent_pool_id',
    'setting_overwrites',
    'updated_at',
  ]);
});

Plan('a move to another project leaves open what a project may decide', () => {
  assert.equal(unknowns(planned(stored, { name: 'web', project_id: 'prj-2' }).state), [
    'execution_mode',
    'operations',
    'agent_pool_id',
    'setting_overwrites',
    'auto_destroy_at',
    'inherits_project_auto_destroy',
    'updated_at',
  ]);
});

Plan('a member of an object that is unsaid keeps what it was', () => {
  const config = { name: 'web', execution_mode: 'remote', setting_overwrites: { execution_mode: false } };
  assert.equal(planned(stored, config).state['setting_overwrites'], { execution_mode: false, agent_pool: false });
});

Plan('tags that are not said are not ours: null, and no difference', () => {
  assert.is(planned(null, { name: 'web' }).state['tags'], null);
  assert.is(planned({ ...stored, tags: { env: 'prod' } }, { name: 'web' }).changed.length, 0);
});

Plan('tags said as none differ from tags unsaid', () => {
  assert.equal(planned({ ...stored, tags: { env: 'prod' } }, { name: 'web', tags: {} }).state['tags'], {});
  assert.equal(planned({ ...stored, tags: { env: 'prod' } }, { name: 'web', tags: {} }).changed, ['tags', 'updated_at']);
});

Plan('the order of flat tags is no difference', () => {
  assert.equal(planned({ ...stored, tag_names: ['b', 'a'] }, { name: 'web', tag_names: ['a', 'b', 'a'] }).changed, []);
});

Plan('another spelling of the same time is no difference, and ours is kept', () => {
  const at = planned({ ...stored, auto_destroy_at: '2030-01-01T00:00:00.000Z' }, { name: 'web', auto_destroy_at: '2030-01-01T00:00:00Z' });
  assert.equal(at.changed, []);
});

Plan('a change of an attribute of the provider only changes nothing else', () => {
  assert.equal(planned(stored, { name: 'web', force_delete: true }).changed, ['force_delete']);
});

Plan('a repository added shows what the service will say of it as known after apply', () => {
  const repo = planned(stored, { name: 'web', vcs_repo: { identifier: 'acme/web', oauth_token_id: 'ot-1' } }).state['vcs_repo'] as Values;
  assert.equal(unknowns(repo), ['display_identifier', 'repository_http_url', 'service_provider', 'webhook_url']);
  assert.equal(repo['branch'], '');
});

Plan('another branch keeps what depends on the repository alone', () => {
  const vcs_repo = {
    identifier: 'acme/web',
    oauth_token_id: 'ot-1',
    codehost_app_installation_id: null,
    branch: '',
    ingress_submodules: false,
    tags_regex: null,
    display_identifier: 'acme/web',
    repository_http_url: 'https://git.example/acme/web',
    service_provider: 'codehost',
    webhook_url: 'https://hooks.example/1',
  };
  const repo = planned(
    { ...stored, vcs_repo },
    { name: 'web', vcs_repo: { identifier: 'acme/web', oauth_token_id: 'ot-1', branch: 'dev' } },
  ).state['vcs_repo'] as Values;
  assert.equal(unknowns(repo), ['webhook_url']);
});

Plan.run();
