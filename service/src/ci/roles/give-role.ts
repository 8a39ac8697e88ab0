import { isOwner } from '../../access/organization-owners.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { RightPlace } from './require-right.ts';
import type { CiRole } from './right-holders.ts';
import { rolesKind, type StoredRole } from './stored-roles.ts';

/** Gives a user or a team a role in an organization or a project, by their IDs, in place of the one that they had; null takes it away. */
export const giveRole = async (
  { tx, newId }: Pick<RequestContext<Transaction>, 'tx' | 'newId'>,
  place: string,
  holder: string,
  role: CiRole | null,
): Promise<void> => {
  const held = await tx.getByKey<StoredRole>(rolesKind, place, holder);
  if (role === null) {
    if (held) await tx.delete(rolesKind, held.id);
  } else if (held) await tx.update<StoredRole>(held, { body: { role } });
  else await tx.insert<StoredRole>({ id: newId('uuid'), kind: rolesKind, scope: place, key: holder, name: '', body: { role } });
};

/** Makes the creator of a project its admin: a user, or the team of a token. Owners and the organization's token are admins already. */
export const makeCreatorAdmin = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'newId' | 'caller'>,
  organization: RightPlace['organization'],
  project: StoredRecord,
): Promise<void> => {
  if (ctx.caller.kind !== 'organization' && !isOwner(ctx, organization.key)) await giveRole(ctx, project.id, ctx.caller.id, 'admin');
};

/** Takes from a user who leaves an organization, by its name, what they had there and in its projects. */
export const takeRolesOf = async (tx: Transaction, name: string, user: string): Promise<void> => {
  const organization = await tx.getByKey('ci-organizations', '', name);
  if (!organization) return;
  const projects = (await tx.list({ kind: 'ci-projects', scope: organization.id })).records.map(({ id }) => id);
  const { records } = await tx.list({ kind: rolesKind, scope: [organization.id, ...projects], keys: [user] });
  await tx.deleteMany({ kinds: [rolesKind], ids: records.map(({ id }) => id) });
};
