import { notifyOrganizationDeleted } from '../../access/organization-listeners.ts';
import type { Organization } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import { childKinds } from '../../nouns/child-kinds.ts';
import { deleteChildren } from '../../nouns/delete-record.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';

/** Deletes an organization with everything in it, in all services. */
export const deleteOrganization = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'listeners'>,
  organization: StoredRecord<Organization>,
): Promise<void> => {
  const { tx } = ctx;
  const { name } = organization.body;
  await tx.deleteMany({ kinds: ['workspaces'], scopes: [name], childKinds });
  await deleteChildren(tx, 'organizations', name);
  await tx.auditTrail.deleteOrganization(name);
  await notifyOrganizationDeleted(tx, ctx, name);
  await tx.delete('organizations', organization.id);
};
