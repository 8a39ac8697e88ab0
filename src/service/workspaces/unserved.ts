import { Problem } from '../problem.ts';
import { route } from '../route.ts';

const engine = 'no engine runs in this service, so there is no such thing here; what runs do follows a script (docs/service.md), and states are written through POST /workspaces/{workspace_id}/state-versions';
const stacks = 'this service has no stacks';

/** What clients of the hosted service may ask for and this one does not do: 501 says so, where 404 would look like a thing that is missing. */
const unserved: { readonly [row: string]: string } = {
  'POST /workspaces/{workspace_id}/configuration-versions': engine,
  'GET /workspaces/{workspace_id}/configuration-versions': engine,
  'GET /configuration-versions/{configuration_version_id}': engine,
  'POST /configuration-versions/{configuration_version_id}/actions/archive': engine,
  'GET /plans/{plan_id}': engine,
  'GET /plans/{plan_id}/json-output': engine,
  'GET /applies/{apply_id}': engine,
  'POST /runs/{run_id}/actions/force-cancel': engine,
  'POST /runs/{run_id}/actions/force-execute': engine,
  'GET /runs/{run_id}/policy-checks': engine,
  'GET /runs/{run_id}/task-stages': engine,
  'GET /organizations/{organization_name}/capacity': engine,
  'POST /varsets/{varset_id}/relationships/stacks': stacks,
  'DELETE /varsets/{varset_id}/relationships/stacks': stacks,
};

export const routes = Object.entries(unserved).map(([row, detail]) => route(row, async () => { throw new Problem(501, [{ detail }]); }));
