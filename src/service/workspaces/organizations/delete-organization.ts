import { notifyOrganizationDeleted } from '../../access/organization-listeners.ts';
import { deleteChildren } from '../../nouns/delete-record.ts';

import { conflict } from '../../http/problem.ts';
import type { Organization } from '../../access/records.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';

/** Deletes an organization with everything in it, in all services. Throws 409 while it has workspaces. */
export const deleteOrganization = async (tx: Transaction, organization: StoredRecord<Organization>): Promise<void> => {
  const { name } = organization.body;
  const workspaces = await tx.count({ kind: 'workspaces', scope: name });
  if (workspaces > 0) throw conflict(`the organization still has ${workspaces} workspaces; delete them first`);
  await deleteChildren(tx, 'organizations', name);
  await notifyOrganizationDeleted(tx, name);
  await tx.delete('organizations', organization.id);
};
