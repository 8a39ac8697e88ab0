import { bool, int, oneOf, string, stringOfLength } from '@slipway/declarations/declare';
import type { Team } from '../../access/records.ts';
import { conflict, notFound, unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { computed, noun, optional, required } from '../../nouns/declaration.ts';
import type { NounBody, NounRecord } from '../../nouns/noun-record.ts';
import { loaded, toParent } from '../../nouns/relationships/relationship.ts';
import { requireRecord } from '../../nouns/require-record.ts';
import { readClock } from '../../nouns/timestamps.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { hasRightOnTeam, readVisibility, seesSecretTeams, type RightOnTeams, canSeeTeam } from '../../access/team-rights.ts';
import { nameKind } from '../name-kind.ts';
import { changeOrganizationAccess, organizationAccessKind, renderOrganizationAccess } from './organization-access.ts';
import { loadTeamPermissions, teamPermissionsKind } from './team-permissions.ts';
import { countMembers, loadMemberships, loadTeamToken, loadTeamTokens, loadUsers } from './team-relationships.ts';
import { requireOrganization, requireOrganizationRight } from '../../access/permissions.ts';
import type { NounParent } from '../../nouns/parents/noun-parent.ts';

/** The organization as the parent of teams. */
const teamParent: NounParent = {
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

const teamOf = (record: NounRecord): Team => record.body as unknown as Team;

/** Throws 422 if a caller who does not manage secret teams makes a team secret. */
const requireVisibility = (ctx: RequestContext, body: NounBody, organization: string, old?: Team): NounBody => {
  if (body['visibility'] === 'secret' && (!old || readVisibility(old) !== 'secret') && !seesSecretTeams(ctx, organization))
    throw unprocessable(
      'this token manages visible teams only, and a team is secret unless it says otherwise: expected organization',
      '/data/attributes/visibility',
    );
  return body;
};

type StoreTeam = (ctx: RequestContext<Transaction>, body: NounBody, organization: string, team?: Team) => NounBody;
const withAccess: StoreTeam = (ctx, { organizationAccess, ...body }, organization, team) => ({
  ...requireVisibility(ctx, body, organization, team),
  organization,
  owners: team?.owners ?? false,
  access: changeOrganizationAccess(ctx, organization, organizationAccess, team),
});

const deleteTokens = async (ctx: RequestContext<Transaction>, { id, body }: NounRecord): Promise<void> => {
  if (body['owners'] === true) throw conflict('the team of owners cannot be deleted');
  for (const token of (await ctx.tx.list({ kind: 'tokens', body: [{ path: 'owner.id', is: id }] })).records)
    await ctx.tx.delete('tokens', token.id);
};

export const team = noun('teams', {
  doc: 'A group of users with the same rights.',
  label: 'team',
  idPrefix: 'team',
  parents: [teamParent],
  attributes: {
    name: required(nameKind, 'The name.', { unique: true, search: 'q', filter: 'filter[names]', sort: true }),
    description: optional(string, 'What it is for.', { effect: 'none' }),
    visibility: optional(oneOf('secret', 'organization'), 'Who sees it: its members and who manages teams, or all of the organization.', {
      default: 'secret',
      value: (record) => readVisibility(teamOf(record)),
    }),
    'sso-team-id': optional(stringOfLength(0, 255), 'Its ID at a provider of single sign-on.', { effect: 'none' }),
    'allow-member-token-management': optional(bool, 'Whether its members may issue and delete its tokens.', { default: true }),
    'organization-access': optional(organizationAccessKind, 'What its members may do in the whole organization.', {
      value: (record) => renderOrganizationAccess(teamOf(record)),
    }),
    'users-count': computed(int, 'The number of its members.', { load: countMembers, default: 0 }),
    'non-service-users-count': computed(int, 'The number of its members that are people.', { load: countMembers, default: 0 }),
    permissions: computed(teamPermissionsKind, 'What this token may do with it.', { load: loadTeamPermissions }),
    'scim-linked': computed(bool, 'Whether a directory manages it.', { value: () => false }),
    'scim-group-name': computed(string, 'The group of the directory.'),
    'scim-updated-at': computed(string, 'When the directory changed it.'),
    'scim-sync-paused': computed(bool, 'Whether the directory is not followed.', { value: () => false }),
    'hcp-resource-name': computed(string, 'Its name at the cloud of the vendor.'),
    'is-unified': computed(bool, 'Whether the cloud of the vendor manages it.', { value: () => false }),
    'created-at': computed(string, 'When it was created.', { initial: readClock }),
  },
  relationships: {
    organization: toParent('organizations', 'The organization that it belongs to.'),
    users: loaded('users', 'Its members.', loadUsers, true),
    'organization-memberships': loaded(
      'organization-memberships',
      'The memberships of its members, and invitations.',
      loadMemberships,
      true,
    ),
    'authentication-token': loaded('authentication-tokens', 'Its token without a description.', loadTeamToken),
    'authentication-tokens': loaded('authentication-tokens', 'All of its tokens.', loadTeamTokens, true),
  },
  behavior: {
    beforeCreate: async (ctx, body, scope) => withAccess(ctx, body, scope),
    beforeUpdate: async (ctx, record, body) => withAccess(ctx, body, record.scope, teamOf(record)),
    beforeDelete: deleteTokens,
  },
  writeOptions: { changesIdentity: true },
});

/** The team of the path. Throws 404 if the caller cannot see it, or does not have this right on it. */
export const requireTeam = async (ctx: RequestContext, right: RightOnTeams | 'read'): Promise<StoredRecord<Team>> => {
  const record = (await requireRecord(team, ctx, 'read')) as unknown as StoredRecord<Team>;
  if (right !== 'read' && !hasRightOnTeam(ctx, record, right)) throw notFound(`the team ${record.id}`);
  return record;
};
