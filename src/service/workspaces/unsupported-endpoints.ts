import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';

const noEngine =
  'no engine runs in this service, so there is no such thing here; what runs do follows a script (docs/service.md), ' +
  'and states are written through POST /workspaces/{workspace_id}/state-versions';
const noAuditTrail = 'this service records no audit trail';
const noStacks = 'this service has no stacks';

/** Endpoints of the hosted service that this one does not support. They answer 501: a 404 would look like a missing object. */
const unsupportedEndpoints: { readonly [row: string]: string } = {
  'POST /workspaces/{workspace_id}/configuration-versions': noEngine,
  'GET /workspaces/{workspace_id}/configuration-versions': noEngine,
  'GET /configuration-versions/{configuration_version_id}': noEngine,
  'POST /configuration-versions/{configuration_version_id}/actions/archive': noEngine,
  'GET /plans/{plan_id}': noEngine,
  'GET /plans/{plan_id}/json-output': noEngine,
  'GET /applies/{apply_id}': noEngine,
  'POST /runs/{run_id}/actions/force-cancel': noEngine,
  'POST /runs/{run_id}/actions/force-execute': noEngine,
  'GET /runs/{run_id}/policy-checks': noEngine,
  'GET /runs/{run_id}/task-stages': noEngine,
  'GET /organizations/{organization_name}/capacity': noEngine,
  'POST /varsets/{varset_id}/relationships/stacks': noStacks,
  'DELETE /varsets/{varset_id}/relationships/stacks': noStacks,
};

const refuse =
  (detail: string): Route['handle'] =>
  async () => {
    throw new Problem(501, [{ detail }]);
  };

export const routes = [
  ...Object.entries(unsupportedEndpoints).map(([row, detail]) => route(row, refuse(detail))),
  route('GET /organization/audit-trail', refuse(noAuditTrail), { purpose: 'audit-trails' }),
];
