import { bool, computed, object } from '@slipway/declarations/declare';
import type { Team } from '../../access/records.ts';
import { canManageTeamTokens, hasRightOnTeam, listTeamsWithinRights } from '../../access/team-rights.ts';
import type { LoadValues } from '../../nouns/noun-record.ts';
import type { StoredRecord } from '../../store/store.ts';

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
  const isChanging = teams.some((team) => hasRightOnTeam(ctx, team, 'manage-membership') || canManageTeamTokens(ctx, team));
  const within = isChanging ? await listTeamsWithinRights(ctx, teams) : new Set<string>();
  return new Map(
    teams.map((team) => {
      const changes = hasRightOnTeam(ctx, team, 'manage-teams');
      const tokens = canManageTeamTokens(ctx, team);
      const granted: { readonly [name in (typeof names)[number]]: boolean } = {
        'can-update-membership': hasRightOnTeam(ctx, team, 'manage-membership') && within.has(team.id),
        'can-destroy': changes && !team.body.owners,
        'can-update-organization-access': !team.body.owners && hasRightOnTeam(ctx, team, 'manage-organization-access'),
        'can-update-api-token': tokens && within.has(team.id),
        'can-update-visibility': changes,
        'can-update-name': changes,
        'can-update-sso-team-id': changes,
        'can-update-member-token-management': changes,
        'can-view-api-token': tokens,
      };
      return [team.id, granted];
    }),
  );
};
