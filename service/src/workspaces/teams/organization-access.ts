import { organizationRights } from '../../access/callers.ts';
import { hasOrganizationRight } from '../../access/permissions.ts';
import type { Team } from '../../access/records.ts';
import { listMissingOrganizationRights } from '../../access/team-rights.ts';
import { bool, object, optional } from '@slipway/declarations/declare';
import { throwIfInvalid } from '../../http/problem.ts';
import type { OrganizationRight, RequestContext } from '../../http/route.ts';

const pointer = '/data/attributes/organization-access';

export const organizationAccessKind = object(
  Object.fromEntries(organizationRights.map((right) => [right, optional(bool, `Whether its members may ${right.replaceAll('-', ' ')}.`)])),
);

/** Every right, true or false. */
export const renderOrganizationAccess = ({ access, owners }: Team): { readonly [right: string]: boolean } =>
  Object.fromEntries(organizationRights.map((right) => [right, owners || access.includes(right)]));

/** The rights after a write; those left out stay as they were. Throws 422 for a right that the caller does not have. */
export const changeOrganizationAccess = (
  ctx: RequestContext,
  organization: string,
  sent: unknown,
  team?: Team,
): readonly OrganizationRight[] => {
  if (sent === undefined || sent === null) return team?.access ?? [];
  const wanted = sent as { readonly [right in OrganizationRight]?: boolean | null };
  const old = team?.owners ? organizationRights : (team?.access ?? []);
  const next = organizationRights.filter((right) => wanted[right] ?? old.includes(right));
  if (team?.owners) {
    const taken = organizationRights.filter((right) => !next.includes(right));
    throwIfInvalid(taken.map((right) => ({ detail: 'owners have every right', pointer: `${pointer}/${right}` })));
    return team.access;
  }
  const given = next.filter((right) => !old.includes(right));
  const changed = organizationRights.filter((right) => next.includes(right) !== old.includes(right));
  if (!hasOrganizationRight(ctx, organization, 'manage-organization-access'))
    throwIfInvalid(
      changed.map((right) => ({
        detail: 'this token may not change what a team may do in the organization: that needs the right manage-organization-access',
        pointer: `${pointer}/${right}`,
      })),
    );
  throwIfInvalid(
    listMissingOrganizationRights(ctx, organization, given).map((right) => ({
      detail: `this token does not have the right ${right}, so it cannot give it to a team`,
      pointer: `${pointer}/${right}`,
    })),
  );
  return next;
};
