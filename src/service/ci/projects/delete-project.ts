import type { Transaction } from '../../store/store.ts';
import { deleteRecords, listIds } from '../delete-records.ts';
import { deletePipelines } from '../pipelines/delete-pipelines.ts';
import { deleteSchedules } from '../schedules/delete-schedules.ts';

const deleteComponents = async (tx: Transaction, organization: string, project: string): Promise<void> => {
  const filter = { kind: 'ci-components', scope: organization, body: [{ path: 'project', is: project }] };
  for (const { id } of (await tx.list(filter)).records) {
    await deleteRecords(tx, ['ci-versions'], id);
    await tx.delete('ci-components', id);
  }
};

/** Deletes the restrictions that let the project use a context. */
const deleteRestrictions = async (tx: Transaction, organization: string, project: string): Promise<void> => {
  const contexts = await listIds(tx, 'ci-contexts', organization);
  if (contexts.length === 0) return;
  for (const { id } of (await tx.list({ kind: 'ci-context-restrictions', scope: contexts, keys: [`project:${project}`] })).records)
    await tx.delete('ci-context-restrictions', id);
};

/** Deletes a project with everything in it, its components and the restrictions that name it. */
export const deleteCiProject = async (tx: Transaction, organization: string, id: string): Promise<void> => {
  await deleteRecords(
    tx,
    ['ci-project-variables', 'ci-checkout-keys', 'ci-webhooks', 'ci-definitions', 'ci-triggers', 'ci-deliveries'],
    id,
  );
  await deleteSchedules(tx, id);
  await deletePipelines(tx, id);
  await tx.ledger.deleteProject(id);
  await deleteComponents(tx, organization, id);
  await deleteRestrictions(tx, organization, id);
  await tx.delete('ci-projects', id);
};
