import { notFound } from '../http/problem.ts';
import type { Caller } from '../http/route.ts';

/**
 * Whether the caller is an owner of the organization (its name): a user in the team of owners, or the token of that team. The token of the
 * organization is not an owner (decision 142). Both services use this check for every operation that is limited to owners.
 */
export const isOwner = ({ caller }: { readonly caller: Caller }, organization: string): boolean =>
  caller.memberships.some((one) => one.organization === organization && one.owner);

/** Throws 404, as for an organization that does not exist, unless the caller is an owner. */
export const requireOwner = (ctx: { readonly caller: Caller }, organization: string): void => {
  if (!isOwner(ctx, organization)) throw notFound(`the organization "${organization}"`);
};
