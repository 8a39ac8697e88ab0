import { type Resource, type Values, nounOf } from '@slipway/declarations/declare';
import type { ApplyContext } from './apply-operation.ts';
import { readShared } from './look-up.ts';

/** A 404 that may mean a missing right: the object stays in the state, and the message explains it. */
export class PossiblyHiddenError extends Error {}

/**
 * The organization's permission that lets a token see every object of the type, or of the resource if resources share a type; without it a
 * 404 proves nothing.
 */
const workspaces = ['can-create-workspace', 'can-read-all-workspaces'],
  varsets = ['can-manage-varsets', 'can-read-varsets'],
  teams = ['can-create-team'],
  pools = ['can-update-agent-pools'];
const permissionsToSeeAll: { readonly [type: string]: readonly string[] } = {
  workspaces,
  tags: workspaces,
  'tag-bindings': workspaces,
  'data-retention-policies': workspaces,
  varsets,
  vars: varsets,
  projects: ['can-create-project', 'can-read-all-projects'],
  workspace_variable: workspaces,
  'run-triggers': workspaces,
  'notification-configurations': workspaces,
  teams,
  'team-workspaces': teams,
  'team-projects': teams,
  team_member: teams,
  team_token: teams,
  agent_token: pools,
};

const readPermissions = async (organization: string, context: ApplyContext): Promise<Values | null> => {
  const path = `/organizations/${encodeURIComponent(organization)}`;
  const response = await readShared(context, path, { missing: [401, 403, 404], lookup: true });
  if (response.status !== 200) return null;
  const attributes = (response.body as { data?: { attributes?: { permissions?: Values } } } | null)?.data?.attributes;
  return attributes?.permissions ?? {};
};

/**
 * Returns if a 404 certainly means that the object does not exist; throws PerhapsHidden if this token could get 404 for an existing object
 * too (spec 1: insufficient rights surface as 404). Never inferred from the message's text.
 */
export const assertGone = async (resource: Resource, state: Values, context: ApplyContext): Promise<void> => {
  if (resource.service !== 'workspaces') return;
  const organization = state['organization'] ?? context.client.organization;
  if (typeof organization !== 'string') return;
  const permissions = await readPermissions(organization, context);
  const name = nounOf(resource.name);
  if (permissions === null) {
    throw new PossiblyHiddenError(
      `The service answered 404 for this ${name}, and its organization "${organization}" cannot be read with this token either. ` +
        'The token may have lost its rights, so the object stays in the state. Check the token; if the ' +
        'organization is gone, remove the object with `terraform state rm`.',
    );
  }
  const needed = permissionsToSeeAll[resource.name] ?? permissionsToSeeAll[resource.type];
  if (needed === undefined || Object.keys(permissions).length === 0 || needed.some((permission) => permissions[permission] === true))
    return;
  throw new PossiblyHiddenError(
    `The service answered 404 for this ${name}: either it is gone, or this token may no longer see ` +
      `it (it does not see every ${name} of "${organization}"). ` +
      'The object stays in the state. Use a token that sees all of them, or, if it is gone, remove it with `terraform state rm`.',
  );
};
