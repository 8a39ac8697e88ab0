import type { Transaction } from '../../store/store.ts';
import { deleteSchedules } from '../schedules/delete-schedules.ts';
import { deletePipelines } from '../pipelines/delete-pipelines.ts';
import { deletePolicies } from '../policies/delete-policies.ts';
import { deleteUsageExports } from '../usage-exports/delete-exports.ts';

const listIds = async (tx: Transaction, kind: string, scope: string): Promise<readonly string[]> =>
  (await tx.list({ kind, scope })).records.map(({ id }) => id);
const deleteRecords = async (tx: Transaction, kinds: readonly string[], scope: string): Promise<void> => {
  for (const kind of kinds) for (const id of await listIds(tx, kind, scope)) await tx.delete(kind, id);
};

export const deleteContext = async (tx: Transaction, id: string): Promise<void> => {
  await deleteRecords(tx, ['ci-context-variables', 'ci-context-restrictions'], id);
  await tx.delete('ci-contexts', id);
};

const deleteComponent = async (tx: Transaction, id: string): Promise<void> => {
  await deleteRecords(tx, ['ci-versions'], id);
  await tx.delete('ci-components', id);
};

/** With what it holds, what was deployed of it, and the restrictions that let it use a context. */
export const deleteCiProject = async (tx: Transaction, organization: string, id: string): Promise<void> => {
  await deleteRecords(
    tx,
    ['ci-project-variables', 'ci-checkout-keys', 'ci-webhooks', 'ci-definitions', 'ci-triggers', 'ci-deliveries'],
    id,
  );
  await deleteSchedules(tx, id);
  await deletePipelines(tx, id);
  await tx.ledger.deleteProject(id);
  for (const component of (
    await tx.list<{ project: string }>({ kind: 'ci-components', scope: organization, body: [{ path: 'project', is: id }] })
  ).records)
    await deleteComponent(tx, component.id);
  const contexts = await listIds(tx, 'ci-contexts', organization);
  if (contexts.length > 0)
    for (const one of (await tx.list({ kind: 'ci-context-restrictions', scope: contexts, keys: [`project:${id}`] })).records)
      await tx.delete('ci-context-restrictions', one.id);
  await tx.delete('ci-projects', id);
};

/** An organization that is deleted in service 1 is gone here, too, with everything. */
export const deleteCiOrganization = async (tx: Transaction, name: string): Promise<void> => {
  const organization = await tx.getByKey('ci-organizations', '', name);
  if (!organization) return;
  for (const id of await listIds(tx, 'ci-projects', organization.id)) await deleteCiProject(tx, organization.id, id);
  for (const id of await listIds(tx, 'ci-contexts', organization.id)) await deleteContext(tx, id);
  await deletePolicies(tx, organization.id);
  await deleteUsageExports(tx, organization.id);
  for (const id of await listIds(tx, 'ci-resource-classes', organization.id)) await deleteRecords(tx, ['ci-runner-tokens'], id);
  await deleteRecords(
    tx,
    ['ci-environments', 'ci-repositories', 'ci-resource-classes', 'ci-code-host-secrets', 'ci-pull-requests', 'ci-deliveries'],
    organization.id,
  );
  for (const slug of (await tx.list({ kind: 'ci-slugs', body: [{ path: 'organization', is: organization.id }] })).records)
    await tx.delete('ci-slugs', slug.id);
  await tx.delete('ci-organizations', organization.id);
};
