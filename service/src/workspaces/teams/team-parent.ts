import { requireOrganization, requireOrganizationRight } from '../../access/permissions.ts';
import type { Team } from '../../access/records.ts';
import { canSeeTeam, hasRightOnTeam, seesSecretTeams } from '../../access/team-rights.ts';
import type { NounParent } from '../../nouns/parents/noun-parent.ts';
import type { StoredRecord } from '../../store/store.ts';

/** The organization as the parent of teams. */
export const teamParent: NounParent = {
  path: '/organizations/{organization_name}',
  type: 'organizations',
  ownsScope: () => true,
  scopeOf: (ctx) => ctx.params['organization_name']!,
  requireScope: async (ctx, access) => {
    const { name } = (await requireOrganization(ctx)).body;
    if (access === 'write') requireOrganizationRight(ctx, name, 'manage-teams');
    return { scope: name, organization: name };
  },
  filterPermitted: async (ctx, records, access) =>
    (records as readonly unknown[] as readonly StoredRecord<Team>[]).filter((record) =>
      access === 'read' ? canSeeTeam(ctx, record) : hasRightOnTeam(ctx, record, 'manage-teams'),
    ) as readonly unknown[] as typeof records,
  listVisible: async (ctx, scope) => {
    if (seesSecretTeams(ctx, scope)) return undefined;
    const { records } = await ctx.tx.list<Team>({ kind: 'teams', scope });
    return records.filter((record) => canSeeTeam(ctx, record)).map(({ id }) => id);
  },
};
