import { bool, computed, object } from '../../../declare/index.ts';
import { hasOrganizationRight } from '../../access/permissions.ts';
import type { Team } from '../../access/records.ts';
import { listTeamsWithinRights } from '../../access/team-rights.ts';
import type { LoadValues } from '../../nouns/noun-record.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isOwner } from '../../access/organization-owners.ts';

const names = [
  'can-update-membership',
  'can-destroy',
  'can-update-organization-access',
  'can-update-api-token',
  'can-update-visibility',
  'can-update-name',
  'can-update-sso-team-id',
  'can-update-member-token-management',
  'can-view-api-token',
] as const;
export const teamPermissionsKind = object(
  Object.fromEntries(names.map((name) => [name, computed(bool, `Whether this token ${name.replaceAll('-', ' ')}.`)])),
);

/** What the caller may do with each team of a page. */
export const loadTeamPermissions: LoadValues = async (ctx, records) => {
  const teams = records as readonly unknown[] as readonly StoredRecord<Team>[];
  const organization = teams[0]?.scope ?? '';
  const [manages, addsMembers] = (['manage-teams', 'manage-membership'] as const).map((right) =>
    hasOrganizationRight(ctx, organization, right),
  );
  const within = manages || addsMembers ? await listTeamsWithinRights(ctx, teams) : new Set<string>();
  return new Map(
    teams.map(({ id, body: { owners } }) => {
      const changes = owners ? isOwner(ctx, organization) : manages === true;
      const membership = owners ? isOwner(ctx, organization) : addsMembers === true && within.has(id);
      const granted = names.map((name) => {
        if (name === 'can-update-membership') return [name, membership];
        if (name === 'can-destroy' || name === 'can-update-organization-access') return [name, !owners && changes];
        return [name, name === 'can-update-api-token' ? changes && within.has(id) : changes];
      });
      return [id, Object.fromEntries(granted)];
    }),
  );
};
