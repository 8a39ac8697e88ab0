const tests = 'tests/registry-modules/{registry_name}/{namespace}/{name}/{provider}/test-runs/{test_run_id}';

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
    why: 'modules of the public registry are not read',
    rows: ['workspaces GET /api/registry/public/v1/modules/{namespace}/{name}/{provider}/{version}'],
  },
];

/** `workspaces PATCH /account/password` → why. */
export const refused: ReadonlyMap<string, string> = new Map(reasons.flatMap(({ why, rows }) => rows.map((row) => [row, why])));
