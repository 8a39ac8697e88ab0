import { inPlace, notThere, type PublicResources, replaced } from './conditions.ts';

const [first, second] = ['5b0f7c1e-6a53-4c0e-9a52-0d6f4a1be001', '5b0f7c1e-6a53-4c0e-9a52-0d6f4a1be002'];
const organizationOfTheClass = notThere('the namespace in `resource_class` names the organization');

/** Of `CircleCI-Public/circleci`, release of August 2026. */
export const ciResources: PublicResources = {
  circleci_context: { ours: ['ci_context'], replacedFor: { name: replaced('name', 'deploy', 'build') } },
  circleci_context_environment_variable: {
    ours: ['ci_context_variable'],
    replacedFor: { name: replaced('name', 'A', 'B'), context_id: replaced('context_id', first, second) },
  },
  circleci_context_restriction: {
    ours: ['ci_context_restriction'],
    replacedFor: {
      context_id: replaced('context_id', first, second),
      type: replaced('restriction_type', 'project', 'expression'),
      value: replaced('restriction_value', first, second),
    },
  },
  circleci_organization: {
    ours: ['ci_organization'],
    replacedFor: { name: replaced('name', 'acme', 'umbrella'), vcs_type: replaced('vcs_type', 'github', 'circleci') },
  },
  circleci_pipeline: {
    ours: ['ci_pipeline_definition'],
    replacedFor: { name: inPlace("the specification and the vendor's document have it in the update", 'name', 'build', 'test') },
  },
  circleci_project: {
    ours: ['ci_project'],
    replacedFor: { name: replaced('name', 'web', 'api'), organization_id: replaced('organization', first, second) },
  },
  circleci_project_environment_variable: {
    ours: ['ci_project_variable'],
    replacedFor: {
      name: replaced('name', 'A', 'B'),
      project_slug: replaced('project_slug', 'gh/acme/web', 'gh/acme/api'),
      value: inPlace('the request that makes a variable writes over the one of that name', 'value', 'a', 'b'),
    },
  },
  circleci_runner_resource_class: {
    ours: ['ci_runner_resource_class'],
    replacedFor: { resource_class: replaced('resource_class', 'acme/linux', 'acme/arm') },
  },
  circleci_runner_token: {
    ours: ['ci_runner_token'],
    replacedFor: {
      organization_id: organizationOfTheClass,
      resource_class: replaced('resource_class', 'acme/linux', 'acme/arm'),
      nickname: replaced('nickname', 'rack 1', 'rack 2'),
    },
  },
  circleci_trigger: {
    ours: ['ci_trigger'],
    replacedFor: { 'parameters that become empty': notThere('triggers of the specification have no parameters') },
  },
  circleci_webhook: {
    ours: ['ci_webhook'],
    replacedFor: {
      scope_id: replaced('scope_id', first, second),
      scope_type: notThere('it has one value, "project"'),
    },
  },
};
