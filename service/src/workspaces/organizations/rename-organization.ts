import { notifyOrganizationRenamed } from '../../access/organization-listeners.ts';
import type { ApiToken } from '../../access/records.ts';
import { isRecord } from '@slipway/declarations/record';
import type { RequestContext } from '../../http/route.ts';
import { childKinds } from '../../nouns/child-kinds.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { organizationRunsLink } from '../runs/stored.ts';
import { requireFreeOrganizationName } from './bootstrap.ts';

/** Members of bodies that hold the name of the organization, at any depth of plain objects. */
const renameInBody = (value: unknown, from: string, to: string): unknown => {
  if (!isRecord(value)) return value;
  const isReference = value['type'] === 'organizations' || value['kind'] === 'organization';
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      member === from && (name === 'organization' || (name === 'id' && isReference)) ? to : renameInBody(member, from, to),
    ]),
  );
};

const renameRecords = async (tx: Transaction, kind: string, scope: string, from: string, to: string): Promise<void> => {
  const { records } = await tx.list({ kind, scope });
  for (const record of records as readonly StoredRecord[]) {
    const body = renameInBody(record.body, from, to);
    if (scope === from) await tx.update(record, { body, scope: to });
    else if (JSON.stringify(body) !== JSON.stringify(record.body)) await tx.update(record, { body });
    for (const child of childKinds[kind] ?? []) await renameRecords(tx, child, record.id, from, to);
  }
};

/**
 * Everything below an organization is stored under its name: it moves to the new one, in all services. Throws DuplicateKey when that is
 * taken. The caller stores the organization itself.
 */
export const renameOrganizationRecords = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'listeners'>,
  from: string,
  to: string,
): Promise<void> => {
  const { tx } = ctx;
  await requireFreeOrganizationName(tx, to, from);
  for (const kind of new Set(['workspaces', ...(childKinds['organizations'] ?? [])])) await renameRecords(tx, kind, from, from, to);
  for (const { to: run } of await tx.listLinks(organizationRunsLink, { from })) {
    await tx.unlink(organizationRunsLink, from, run);
    await tx.link(organizationRunsLink, to, run);
  }
  const tokens = await tx.list<ApiToken>({ kind: 'tokens', body: [{ path: 'owner.id', is: from }] });
  for (const token of tokens.records)
    if (token.body.owner.kind === 'organization')
      await tx.update<ApiToken>(token, { body: { ...token.body, owner: { ...token.body.owner, id: to } } });
  await tx.auditTrail.renameOrganization(from, to);
  await notifyOrganizationRenamed(tx, ctx, from, to);
};
