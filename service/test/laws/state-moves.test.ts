/** Moves from the public providers: which there are, and that each takes over what an import would name. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { resources } from '@slipway/declarations/resources';

const test = suite('moves from public providers');
const tfe = 'registry.example/hashicorp/tfe';
const circleci = 'registry.example/CircleCI-Public/circleci';

/** States as these providers write them, of what identifies the object. */
const ids = { id: 'x-1', organization: 'acme', organization_id: 'o-1' };
const stateOf: { readonly [type: string]: Readonly<Record<string, unknown>> } = {
  circleci_context: { ...ids, name: 'build' },
  circleci_context_environment_variable: { context_id: 'c-1', name: 'TOKEN' },
  circleci_context_restriction: { id: 'r-1', context_id: 'c-1', type: 'project', value: 'p-1' },
  circleci_organization: { id: 'o-1', name: 'acme', vcs_type: 'circleci' },
  circleci_pipeline: { id: 'd-1', project_id: 'p-1', name: 'main' },
  circleci_project: { id: 'p-1', slug: 'circleci/o-1/p-1', name: 'web', organization_id: 'o-1' },
  circleci_project_environment_variable: { project_slug: 'gh/acme/web', name: 'TOKEN' },
  circleci_runner_resource_class: { id: 'r-1', organization_id: 'o-1', resource_class: 'acme/linux' },
  circleci_runner_token: { id: 't-1', organization_id: 'o-1', resource_class: 'acme/linux', nickname: 'one' },
  circleci_trigger: { id: 't-1', project_id: 'p-1', pipeline_id: 'd-1' },
  circleci_webhook: { id: 'w-1', scope_id: 'p-1', scope_type: 'project' },
};

const movedFrom = (provider: string): { readonly [type: string]: string } =>
  Object.fromEntries(
    Object.values(resources)
      .flatMap(({ name, stateMoves = [] }) =>
        stateMoves.filter((move) => move.provider.test(provider)).map(({ type }) => [`${type} -> ${name}`, ''] as const),
      )
      .sort(),
  );

test('every resource of the provider of CircleCI has a counterpart', () => {
  assert.equal(Object.keys(movedFrom(circleci)), [
    'circleci_context -> ci_context',
    'circleci_context_environment_variable -> ci_context_variable',
    'circleci_context_restriction -> ci_context_restriction',
    'circleci_organization -> ci_organization',
    'circleci_pipeline -> ci_pipeline_definition',
    'circleci_project -> ci_project',
    'circleci_project_environment_variable -> ci_project_variable',
    'circleci_runner_resource_class -> ci_runner_resource_class',
    'circleci_runner_token -> ci_runner_token',
    'circleci_trigger -> ci_trigger',
    'circleci_webhook -> ci_webhook',
  ]);
  assert.equal(movedFrom('registry.example/mrolla/circleci'), {});
});

test('the provider of HCP Terraform: what it has and Slipway has', () => {
  assert.equal(Object.keys(movedFrom(tfe)), [
    'tfe_agent_pool -> agent_pool',
    'tfe_agent_token -> agent_token',
    'tfe_data_retention_policy -> data_retention_policy',
    'tfe_no_code_module -> no_code_module',
    'tfe_notification_configuration -> notification_configuration',
    'tfe_oauth_client -> oauth_client',
    'tfe_organization_default_settings -> organization_settings',
    'tfe_organization_membership -> organization_membership',
    'tfe_project -> project',
    'tfe_project_variable_set -> variable_set_project',
    'tfe_registry_module -> registry_module',
    'tfe_run_trigger -> run_trigger',
    'tfe_ssh_key -> ssh_key',
    'tfe_team -> team',
    'tfe_team_access -> team_workspace_access',
    'tfe_team_organization_member -> team_member',
    'tfe_team_project_access -> team_project_access',
    'tfe_variable -> variable_set_variable',
    'tfe_variable -> workspace_variable',
    'tfe_variable_set -> variable_set',
    'tfe_workspace -> workspace',
    'tfe_workspace_variable_set -> variable_set_workspace',
  ]);
});

test('what is taken from a state of the provider of CircleCI', () => {
  const taken = Object.fromEntries(
    Object.values(resources).flatMap(({ stateMoves = [] }) =>
      stateMoves.filter((move) => move.provider.test(circleci)).map((move) => [move.type, move.move(stateOf[move.type]!)] as const),
    ),
  );
  assert.equal(taken, {
    circleci_context: { id: 'x-1', organization: 'o-1', owner_type: 'organization' },
    circleci_context_environment_variable: { context_id: 'c-1', name: 'TOKEN' },
    circleci_context_restriction: { id: 'r-1', context_id: 'c-1' },
    circleci_organization: { id: 'o-1' },
    circleci_pipeline: { id: 'd-1', project_id: 'p-1' },
    circleci_project: { slug: 'circleci/o-1/p-1' },
    circleci_project_environment_variable: { project_slug: 'gh/acme/web', name: 'TOKEN' },
    circleci_runner_resource_class: { id: 'r-1', namespace: 'acme' },
    circleci_runner_token: { id: 't-1', resource_class: 'acme/linux' },
    circleci_trigger: { id: 't-1', project_id: 'p-1', pipeline_definition_id: 'd-1' },
    circleci_webhook: { id: 'w-1', scope_id: 'p-1' },
  });
});

test('a move takes over all that an import names: every resource is imported by the real engine', () => {
  const incomplete = Object.values(resources).flatMap(({ name, imports = [], stateMoves = [] }) =>
    stateMoves
      .filter((move) => {
        const taken = new Set(Object.keys(move.move({})));
        const forms = imports.map((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, attribute]) => attribute!));
        // The organization is that of the provider block unless named.
        return !forms.some((names) => names.every((attribute) => attribute === 'organization' || taken.has(attribute)));
      })
      .map(({ type }) => `${type} -> ${name}`),
  );
  assert.equal(incomplete, []);
});

test.run();
