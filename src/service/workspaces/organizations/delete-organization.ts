import { notifyOrganizationDeleted } from '../../access/organization-listeners.ts';
import { conflict } from '../../http/problem.ts';
import type { Organization } from '../../access/records.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';

/** Deletes an organization with everything in it, in all services. Throws 409 while it has workspaces. */
export const deleteOrganization = async (tx: Transaction, organization: StoredRecord<Organization>): Promise<void> => {
  const { name } = organization.body;
  const workspaces = await tx.count({ kind: 'workspaces', scope: name });
  if (workspaces > 0) throw conflict(`the organization still has ${workspaces} workspaces; delete them first`);
  for (const kind of [
    'varsets',
    'projects',
    'teams',
    'ssh-keys',
    'agent-pools',
    'oauth-clients',
    'registry-modules',
    'no-code-modules',
    'global-vars',
    'organization-memberships',
    'tags',
  ])
    for (const record of (await tx.list({ kind, scope: name })).records) {
      for (const childKind of ['vars', 'oauth-tokens'])
        for (const child of (await tx.list({ kind: childKind, scope: record.id })).records) await tx.delete(childKind, child.id);
      await tx.delete(kind, record.id);
    }
  await notifyOrganizationDeleted(tx, name);
  await tx.delete('organizations', organization.id);
};
