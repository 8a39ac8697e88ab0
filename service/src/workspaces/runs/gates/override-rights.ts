import { hasOrganizationRight } from '../../../access/permissions.ts';
import { notFound } from '../../../http/problem.ts';
import type { RequestContext } from '../../../http/route.ts';

/** Whether the caller can override failed policies of runs. Policies belong to the organization: administrators of a workspace cannot. */
export const canOverridePolicies = (ctx: RequestContext, organization: string): boolean =>
  hasOrganizationRight(ctx, organization, 'manage-policy-overrides');

/** Throws 404 about `what` without the right. */
export const requirePolicyOverride = (ctx: RequestContext, organization: string, what: string): void => {
  if (!canOverridePolicies(ctx, organization)) throw notFound(what);
};
