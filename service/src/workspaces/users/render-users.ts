import { booleanValue, nullableString, stringValue } from '../../http/body-schemas.ts';
import { createHash } from 'node:crypto';
import type { User } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import type { DocumentShape } from '../../json-api/describe-document.ts';
import { type ResourceIdentifier, type ResourceObject, renderToMany } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import { findMembershipsById } from '../organization-memberships/find-memberships.ts';
import { toInvitationId, toInvitedUserId } from '../organization-memberships/invited-user-id.ts';
import { filterVisible } from '../organization-memberships/render-memberships.ts';

const viewPermissions = [
  'can-view-smtp-settings',
  'can-view-twilio-settings',
  'can-view-saml-settings',
  'can-view-admin-workspaces',
  'can-view-admin-runs',
  'can-view-customization-settings',
  'can-view-cost-estimation-settings',
  'can-view-tool-versions',
  'can-create-tool-versions',
  'can-view-general-settings',
  'can-use-sql-runner',
  'can-change-password',
  'can-manage-sessions',
  'can-reenable-2fa-by-unlinking',
  'can-manage-hcp-accounts',
] as const;
const ownPermissions = [
  'can-create-organization',
  'can-view-organizations',
  'can-view-settings',
  'can-view-profile',
  'can-change-email',
  'can-change-username',
  'can-manage-user-tokens',
  'can-update-user',
] as const;
const permissionNames = [...ownPermissions, ...viewPermissions];

const never = {
  'v2-only': false,
  'is-admin': false,
  'is-site-admin': false,
  'is-sso-login': false,
  'is-unified': false,
  'is-sudo': false,
  'enterprise-support': false,
  'has-linked-hcp': false,
  'has-git-hub-app-token': false,
} as const;

export const userShape: DocumentShape = {
  type: 'users',
  attributes: {
    username: stringValue,
    email: nullableString,
    'unconfirmed-email': nullableString,
    password: nullableString,
    'is-service-account': booleanValue,
    'avatar-url': stringValue,
    'auth-method': stringValue,
    'is-confirmed': booleanValue,
    ...Object.fromEntries(Object.keys(never).map((name) => [name, booleanValue])),
    'two-factor': { type: 'object', properties: { enabled: booleanValue, verified: booleanValue } },
    permissions: { type: 'object', properties: Object.fromEntries(permissionNames.map((name) => [name, booleanValue])) },
  },
  required: ['username', 'avatar-url', 'is-service-account', 'two-factor', 'permissions'],
  relationships: {
    'authentication-tokens': { to: 'authentication-tokens', many: true },
    'github-app-oauth-tokens': { to: 'github-app-oauth-tokens', many: true },
    'authenticated-resource': { to: ['users', 'teams', 'organizations'] },
  },
};

/** Derived from the ID: an avatar by email address would reveal the address. */
const renderAvatar = (id: string): string => `https://www.gravatar.com/avatar/${createHash('md5').update(id).digest('hex')}?s=100&d=mm`;

interface ShownUser {
  readonly id: string;
  /** Empty for an invitation, because the accepting user has a name already. */
  readonly name: string;
  readonly email: string | null;
  readonly unconfirmedEmail?: string | null;
  readonly confirmed: boolean;
  readonly own: boolean;
  readonly tokens: readonly string[];
  /** For a user that represents a team or an organization: its identifier. */
  readonly standsFor?: ResourceIdentifier;
}

const render = ({ id, name, email, unconfirmedEmail = null, confirmed, own, tokens, standsFor }: ShownUser): ResourceObject => ({
  id,
  type: 'users',
  attributes: {
    username: name,
    email,
    'unconfirmed-email': unconfirmedEmail,
    // Users of this service have none.
    password: null,
    'is-service-account': standsFor !== undefined,
    'avatar-url': renderAvatar(id),
    'auth-method': 'tfc',
    'is-confirmed': confirmed,
    ...never,
    'two-factor': { enabled: false, verified: false },
    permissions: Object.fromEntries(
      permissionNames.map((permission) => [permission, own && (ownPermissions as readonly string[]).includes(permission)]),
    ),
  },
  relationships: {
    'authentication-tokens': renderToMany('authentication-tokens', tokens),
    'github-app-oauth-tokens': renderToMany('github-app-oauth-tokens', []),
    'authenticated-resource': { data: standsFor ?? { id, type: 'users' } },
  },
  links: { self: standsFor ? '/api/v2/account/details' : `/api/v2/users/${id}` },
});

const listOwnTokens = async ({ tx, caller }: RequestContext): Promise<readonly string[]> => {
  const body = [
    { path: 'owner.kind', is: caller.kind },
    { path: 'owner.id', is: caller.id },
  ];
  return (await tx.list({ kind: 'tokens', body })).records.map(({ id }) => id);
};

/**
 * The user that represents the team or the organization of a token, as in the hosted service. Only that token can read it: it has no
 * record, and its ID is derived from the owner's.
 */
export const renderServiceUser = async (ctx: RequestContext): Promise<ResourceObject> => {
  const { kind, id: owner } = ctx.caller;
  const digest = createHash('sha256').update(`${kind} ${owner}`).digest('hex');
  return render({
    id: `user-${digest.slice(0, 16)}`,
    name: kind === 'team' ? `api-team_${owner.replace(/^team-/, '')}` : `api-org-${owner}`,
    email: '',
    confirmed: true,
    own: false,
    tokens: await listOwnTokens(ctx),
    standsFor: { id: owner, type: kind === 'team' ? 'teams' : 'organizations' },
  });
};

/** Documents of users. Email address and tokens are shown to the user only. */
export const renderUsers = async (ctx: RequestContext, users: readonly StoredRecord<User>[]): Promise<readonly ResourceObject[]> => {
  const isSelf = (id: string): boolean => ctx.caller.kind === 'user' && id === ctx.caller.id;
  const tokens = users.some(({ id }) => isSelf(id)) ? await listOwnTokens(ctx) : [];
  return users.map(({ id, body: { name, email, unconfirmedEmail } }) => {
    const own = isSelf(id);
    return own
      ? render({ id, name, email, unconfirmedEmail: unconfirmedEmail ?? null, confirmed: true, own, tokens })
      : render({ id, name, email: null, confirmed: true, own, tokens: [] });
  });
};

/** Documents of the placeholder users of pending invitations, of whom only the address is known. */
export const renderInvitedUsers = async (ctx: RequestContext, ids: readonly string[]): Promise<readonly ResourceObject[]> => {
  const memberships = await findMembershipsById(ctx, ids.map(toInvitationId));
  return (await filterVisible(ctx, memberships))
    .filter(({ user }) => !user)
    .map(({ id, invited }) => render({ id: toInvitedUserId(id), name: '', email: invited, confirmed: false, own: false, tokens: [] }));
};
