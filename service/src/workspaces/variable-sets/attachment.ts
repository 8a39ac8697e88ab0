import type { ErrorObject } from '../../http/problem.ts';
import { throwIfInvalid } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { listUnreadable } from '../../json-api/hide-unreadable.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { listReadableProjects } from '../../access/permissions.ts';
import { selectReadable } from '../../access/readable-workspaces.ts';
import { filterStacks } from '../stacks/require-stack.ts';
import type { StoredStack } from '../stacks/stored.ts';
import type { StoredVariableSet } from './stored.ts';

/** What a set is applied to, with the word for one of them. Variables of a set that is applied to a stack are used by nobody. */
const targets = { workspaces: 'workspace', projects: 'project', stacks: 'stack' } as const;
export type AttachmentTarget = keyof typeof targets;
export const attachmentTargets = Object.keys(targets) as readonly AttachmentTarget[];
export const attachmentLinkKind = (target: AttachmentTarget): `varset-${AttachmentTarget}` => `varset-${target}`;

/** Which of these the caller can see, by ID. */
const selectSeen = async (
  ctx: RequestContext,
  organization: string,
  target: AttachmentTarget,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (target === 'workspaces') return selectReadable(ctx, organization, ids);
  if (target === 'projects') return new Set((await listReadableProjects(ctx, organization)) ?? ids);
  return new Set((await filterStacks(ctx, await ctx.tx.getMany<StoredStack>('stacks', ids), 'read')).map(({ id }) => id));
};

/**
 * Throws 422 for each ID that is not a workspace (project, stack) of the organization, that the caller cannot see, or that is outside of
 * the project that owns the set.
 */
export const requireAttachable = async (
  ctx: RequestContext,
  { scope: organization, body: { parent } }: StoredRecord<StoredVariableSet>,
  target: AttachmentTarget,
  ids: readonly string[],
  pointer: string,
): Promise<void> => {
  const found = new Map((await ctx.tx.getMany<{ readonly project?: string }>(target, ids)).map((record) => [record.id, record]));
  const readable = await selectSeen(ctx, organization, target, ids);
  throwIfInvalid(
    ids.flatMap((id, index): ErrorObject[] =>
      found.get(id)?.scope === organization && readable.has(id)
        ? []
        : [
            {
              detail: `${id} is no ${targets[target]} of the organization "${organization}" that this token may see`,
              pointer: `${pointer}/${index}/id`,
            },
          ],
    ),
  );
  if (parent.type !== 'projects') return;
  throwIfInvalid(
    ids.flatMap((id, index): ErrorObject[] =>
      (target === 'projects' ? id : found.get(id)!.body.project) === parent.id
        ? []
        : [
            {
              detail: `${id} is not in ${parent.id}: a variable set that a project owns is applied within that project only`,
              pointer: `${pointer}/${index}/id`,
            },
          ],
    ),
  );
};

/** Removes, from a moved workspace, sets that belong to its former project. */
export const detachForeignSets = async (tx: Transaction, workspace: string, project: string): Promise<void> => {
  const attached = (await tx.listLinks('varset-workspaces', { to: workspace })).map((link) => link.from);
  for (const { id, body } of await tx.getMany<StoredVariableSet>('varsets', attached))
    if (body.parent.type === 'projects' && body.parent.id !== project) await tx.unlink('varset-workspaces', id, workspace);
};

export const attachVariableSet = async (
  tx: Transaction,
  varset: string,
  target: AttachmentTarget,
  ids: readonly string[],
): Promise<void> => {
  // Side by side: they cost one round trip.
  await Promise.all([...ids].sort().map((id) => tx.link(attachmentLinkKind(target), varset, id)));
};
export const detachVariableSet = async (
  tx: Transaction,
  varset: string,
  target: AttachmentTarget,
  ids: readonly string[],
): Promise<void> => {
  await tx.unlink(attachmentLinkKind(target), varset, [...ids].sort());
};
/** Replaces the attachments by these; those that the caller cannot see are kept. */
export const replaceAttachments = async (
  ctx: RequestContext<Transaction>,
  varset: string,
  target: AttachmentTarget,
  ids: readonly string[],
): Promise<void> => {
  const { tx } = ctx;
  const wanted = new Set(ids);
  const absent = (await tx.listLinks(attachmentLinkKind(target), { from: varset })).map(({ to }) => to).filter((id) => !wanted.has(id));
  const kept = new Set(await listUnreadable(ctx, target, absent));
  await detachVariableSet(
    tx,
    varset,
    target,
    absent.filter((id) => !kept.has(id)),
  );
  await attachVariableSet(tx, varset, target, ids);
};

/** Sets `updated-at` of the set to now. */
export const touchVariableSet = (
  ctx: RequestContext<Transaction>,
  varset: StoredRecord<StoredVariableSet>,
): Promise<StoredRecord<StoredVariableSet>> =>
  ctx.tx.update<StoredVariableSet>(varset, { body: { ...varset.body, updatedAt: ctx.clock.now().toISOString() } });
