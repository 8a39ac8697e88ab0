import type { Transaction } from '../../store/store.ts';
import { deleteRecords } from '../delete-records.ts';
import { oidcClaimsKind } from '../oidc-claims/oidc-claims-records.ts';
import { deletePipelines } from '../pipelines/delete-pipelines.ts';
import { deleteSchedules } from '../schedules/delete-schedules.ts';

const deleteComponents = async (tx: Transaction, organization: string, project: string): Promise<void> => {
  const filter = { kind: 'ci-components', scope: organization, body: [{ path: 'project', is: project }] };
  for (const { id } of (await tx.list(filter)).records) {
    await deleteRecords(tx, ['ci-versions'], id);
    await tx.delete('ci-components', id);
  }
};

/**
 * Deletes a project with everything in it, and its components. Restrictions that name it stay: a context that was for this project
 * alone is then for nobody.
 */
export const deleteCiProject = async (tx: Transaction, organization: string, id: string): Promise<void> => {
  await deleteRecords(tx, ['ci-project-variables', 'ci-checkout-keys', 'ci-webhooks', 'ci-definitions', 'ci-deliveries'], id);
  await deleteSchedules(tx, id);
  await deletePipelines(tx, id);
  await tx.ledger.deleteProject(id);
  const claims = await tx.getByKey(oidcClaimsKind, organization, id);
  if (claims) await tx.delete(oidcClaimsKind, claims.id);
  await deleteComponents(tx, organization, id);
  await tx.delete('ci-projects', id);
};
