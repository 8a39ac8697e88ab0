import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runSlipway } from '@slipway/test-support/cli';

const test = suite('slipway schema');

test('without a type it lists them', async () => {
  assert.equal(await runSlipway(['schema']), {
    code: 0,
    stderr: '',
    stdout: `slipway_agent_pool
slipway_agent_token
slipway_ci_checkout_key
slipway_ci_context
slipway_ci_context_restriction
slipway_ci_context_variable
slipway_ci_organization
slipway_ci_pipeline_definition
slipway_ci_policy_bundle
slipway_ci_policy_settings
slipway_ci_project
slipway_ci_project_settings
slipway_ci_project_variable
slipway_ci_runner_resource_class
slipway_ci_runner_token
slipway_ci_schedule
slipway_ci_trigger
slipway_ci_usage_export
slipway_ci_webhook
slipway_data_retention_policy
slipway_no_code_module
slipway_no_code_workspace
slipway_notification_configuration
slipway_oauth_client
slipway_organization_membership
slipway_organization_settings
slipway_project
slipway_registry_module
slipway_remote_state_consumer
slipway_remote_state_consumers
slipway_run_trigger
slipway_ssh_key
slipway_team
slipway_team_member
slipway_team_project_access
slipway_team_token
slipway_team_workspace_access
slipway_variable_set
slipway_variable_set_project
slipway_variable_set_variable
slipway_variable_set_workspace
slipway_workspace
slipway_workspace_lock
slipway_workspace_ssh_key
slipway_workspace_tag
slipway_workspace_tag_binding
slipway_workspace_variable
`,
  });
});
test('with a type it prints its JSON Schema', async () => {
  const { code, stdout } = await runSlipway(['schema', 'slipway_variable_set_workspace']);
  assert.is(code, 0);
  const { $schema, $id, type, required } = JSON.parse(stdout) as Record<string, unknown>;
  assert.equal(
    { $schema, $id, type, required },
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:slipway:resource:variable_set_workspace',
      type: 'object',
      required: ['variable_set_id', 'workspace_id'],
    },
  );
});
test('a deprecated attribute says what to write instead', async () => {
  const { stdout } = await runSlipway(['schema', 'workspace']);
  const { operations } = (JSON.parse(stdout) as { properties: Record<string, Record<string, unknown>> }).properties;
  assert.is(operations?.deprecated, true);
  assert.is(operations?.['x-deprecation-message'], 'Use `execution_mode`: "remote" for true, "local" for false.');
});
test('the schema of a state has what the service decides', async () => {
  const { stdout } = await runSlipway(['schema', 'slipway_project', '--state']);
  const { id } = (JSON.parse(stdout) as { properties: Record<string, Record<string, unknown>> }).properties;
  assert.is(id?.readOnly, true);
});
test('a type with a slip gets a suggestion', async () => {
  assert.equal(await runSlipway(['schema', 'slipway_worksapce']), {
    code: 2,
    stdout: '',
    stderr: "slipway: There is no resource 'slipway_worksapce'. Did you mean slipway_workspace? `slipway schema` lists them.\n",
  });
});
test('--provider prints all of it', async () => {
  const { stdout } = await runSlipway(['schema', '--provider']);
  assert.equal(Object.keys(JSON.parse(stdout) as object), [
    'provider',
    'resources',
    'data_sources',
    'ephemerals',
    'actions',
    'lists',
    'functions',
  ]);
});
test.run();
