const tests = 'tests/registry-modules/{registry_name}/{namespace}/{name}/{provider}/test-runs/{test_run_id}';

/** What has an ID and only a configuration of a stack would make. */
const ofNoStack = [
  'GET /stack-approvals/{stack_approval_id}',
  'GET /stack-configurations/{stack_configuration_id}',
  'GET /stack-configurations/{stack_configuration_id}/json-schemas',
  'GET /stack-configurations/{stack_configuration_id}/source-bundle',
  'GET /stack-configurations/{stack_configuration_id}/stack-deployment-group-summaries',
  'GET /stack-configurations/{stack_configuration_id}/stack-deployment-groups',
  'GET /stack-configurations/{stack_configuration_id}/stack-deployment-groups/{stack_deployment_group_name}',
  'GET /stack-configurations/{stack_configuration_id}/stack-diagnostics',
  'GET /stack-configurations/{stack_configuration_id}/upload-url',
  'GET /stack-deployment-groups/{stack_deployment_group_id}',
  'GET /stack-deployment-groups/{stack_deployment_group_id}/stack-deployment-runs',
  'POST /stack-deployment-groups/{stack_deployment_group_id}/approve-all-plans',
  'POST /stack-deployment-groups/{stack_deployment_group_id}/rerun',
  'GET /stack-deployment-runs/{stack_deployment_run_id}',
  'GET /stack-deployment-runs/{stack_deployment_run_id}/stack-deployment-steps',
  'POST /stack-deployment-runs/{stack_deployment_run_id}/approve-all-plans',
  'POST /stack-deployment-runs/{stack_deployment_run_id}/cancel',
  'GET /stack-deployment-steps/{stack_deployment_step_id}',
  'GET /stack-deployment-steps/{stack_deployment_step_id}/artifacts',
  'GET /stack-deployment-steps/{stack_deployment_step_id}/stack-diagnostics',
  'POST /stack-deployment-steps/{stack_deployment_step_id}/advance',
  'GET /stack-diagnostics/{stack_diagnostic_id}',
  'GET /stack-states/{stack_state_id}',
  'GET /stack-states/{stack_state_id}/description',
].map((row) => `workspaces ${row}`);

/** Operations that no request is accepted for, with the reason, by service and row. */
const reasons: readonly { readonly why: string; readonly rows: readonly string[] }[] = [
  {
    why: 'there is no installation of an app',
    rows: [
      'workspaces GET /github-app/installation/{github_app_installation_id}',
      'workspaces GET /github-app-installations/{github_app_installation_id}/repos',
      'workspaces GET /organizations/{organization_name}/github-app-installations/{github_app_installation_id}/repos',
      'workspaces POST /organizations/{organization_name}/github-app-installations/{github_app_installation_id}/link-account',
    ],
  },
  { why: "there is no organization of the vendor's cloud", rows: ['workspaces GET /account/hcp-organizations/{hcp_organization_id}'] },
  { why: 'users have tokens and no passwords', rows: ['workspaces PATCH /account/password'] },
  {
    why: 'what is simulated stops when it is canceled',
    rows: [
      'workspaces POST /queries/{query_id}/actions/force-cancel',
      `workspaces POST /organizations/{organization_name}/${tests}/force-cancel`,
    ],
  },
  {
    why: 'tests of modules leave nothing behind',
    rows: [`workspaces GET /organizations/{organization_name}/${tests}/cleanups/{id}`],
  },
  {
    why: 'configurations of stacks are not evaluated (decision 172)',
    rows: [
      'workspaces POST /stacks/{stack_id}/stack-configurations',
      'workspaces POST /stacks/{stack_id}/fetch-latest-from-vcs',
      'workspaces POST /stacks/{stack_id}/notification-configurations',
      'workspaces GET /stacks/{stack_id}/stack-deployments/{deployment_name}',
      'workspaces GET /stacks/{stack_id}/stack-deployments/{deployment_name}/stack-deployment-runs',
      ...ofNoStack,
    ],
  },
  {
    why: 'modules of the public registry are not read',
    rows: ['workspaces GET /api/registry/public/v1/modules/{namespace}/{name}/{provider}/{version}'],
  },
];

/** `workspaces PATCH /account/password` → why. */
export const refused: ReadonlyMap<string, string> = new Map(reasons.flatMap(({ why, rows }) => rows.map((row) => [row, why])));
