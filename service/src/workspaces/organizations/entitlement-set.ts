import { freeObject } from '../../http/body-schemas.ts';
import { requireOrganization } from '../../access/permissions.ts';
import { type Organization, resolveTier } from '../../access/records.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { isEngineUsed } from '../runs/is-engine-used.ts';
import { okDocument } from '../../json-api/responses.ts';
import type { StoredRecord } from '../../store/store.ts';

/**
 * The entitlements of the organization's plan. The engine decides by `operations` where it runs
 * (docs/decisions/0039-where-nothing-runs.md).
 */
export const renderEntitlementSet = ({ settings }: RequestContext, { id, body }: StoredRecord<Organization>): ResourceObject => {
  const tier = resolveTier(body, settings);
  const paid = tier !== 'free';
  return {
    id,
    type: 'entitlement-sets',
    attributes: {
      agents: true,
      operations: settings.runs === 'scripted' || isEngineUsed(settings),
      'private-module-registry': true,
      'private-policy-agents': false,
      'private-run-tasks': false,
      'private-vcs': false,
      'state-storage': true,
      teams: true,
      'vcs-integrations': true,
      'global-remote-state': true,
      'no-code-provisioning': paid,
      'self-serve-billing': false,
      'configuration-designer': false,
      'cost-estimation': false,
      sentinel: false,
      sso: false,
      'waypoint-actions': false,
      'waypoint-templates-and-addons': false,
      'audit-logging': paid,
      assessments: tier === 'plus',
      'run-tasks': true,
      'global-run-tasks': paid,
      'policy-enforcement': true,
      'user-limit': null,
      'policy-limit': null,
      'run-task-limit': null,
      'workspace-limit': null,
    },
    links: { self: `/api/v2/entitlement-sets/${body.name}` },
  };
};

export const routes = [
  route(
    'GET /organizations/{organization_name}/entitlement-set',
    async (ctx) => okDocument(renderEntitlementSet(ctx, await requireOrganization(ctx))),
    { purposes: ['run'], description: { summary: "Shows what an organization's plan allows.", responses: { 200: freeObject } } },
  ),
];
