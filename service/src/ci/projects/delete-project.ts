import type { Transaction } from '../../store/store.ts';
import { oidcClaimsKind } from '../oidc-claims/oidc-claims-records.ts';
import { rolesKind } from '../roles/stored-roles.ts';
import { deletePipelines } from '../pipelines/delete-pipelines.ts';

/** Kinds of records that belong to a project, apart from those of its pipelines. */
const kinds = [
  'ci-project-variables',
  'ci-checkout-keys',
  'ci-webhooks',
  'ci-definitions',
  'ci-deliveries',
  'ci-schedules',
  'ci-triggers',
  'ci-outbox',
  rolesKind,
];

const deleteComponents = async (tx: Transaction, organization: string, projects: readonly string[]): Promise<void> => {
  const filter = { kind: 'ci-components', scope: organization, body: [{ path: 'project', is: projects }] };
  const ids = (await tx.list(filter)).records.map(({ id }) => id);
  await Promise.all([tx.deleteMany({ kinds: ['ci-versions'], scopes: ids }), tx.deleteMany({ kinds: ['ci-components'], ids })]);
};
const deleteClaims = async (tx: Transaction, organization: string, projects: readonly string[]): Promise<void> => {
  const { records } = await tx.list({ kind: oidcClaimsKind, scope: organization, keys: projects });
  await tx.deleteMany({ kinds: [oidcClaimsKind], ids: records.map(({ id }) => id) });
};

/**
 * Deletes projects with everything in them, and their components. Restrictions that name one stay: a context that was restricted to this
 * project is then available to nobody.
 */
export const deleteCiProjects = async (tx: Transaction, organization: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await Promise.all([
    tx.deleteMany({ kinds, scopes: ids }),
    deletePipelines(tx, ids),
    deleteClaims(tx, organization, ids),
    deleteComponents(tx, organization, ids),
  ]);
  for (const id of ids) await tx.ledger.deleteProject(id);
  await tx.deleteMany({ kinds: ['ci-projects'], ids });
};
