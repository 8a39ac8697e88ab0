import type { RequestContext } from '../http/route.ts';
import type { Transaction } from '../store/store.ts';
import { childKinds } from './child-kinds.ts';
import type { Noun } from './declaration.ts';
import type { NounRecord } from './noun-record.ts';

/** Deletes everything below records of this kind: their children, and theirs, all of a level at once. */
export const deleteChildren = async (tx: Transaction, kind: string, scopes: readonly string[]): Promise<void> => {
  const kinds = childKinds[kind];
  if (!kinds || scopes.length === 0) return;
  const deleted = await tx.deleteMany({ kinds, scopes });
  const idsOf = (childKind: string): readonly string[] => deleted.filter((record) => record.kind === childKind).map(({ id }) => id);
  await Promise.all(kinds.map((childKind) => deleteChildren(tx, childKind, idsOf(childKind))));
};

/** Deletes a record with its children, and runs the noun's behavior. */
export const deleteRecord = async (noun: Noun, ctx: RequestContext<Transaction>, record: NounRecord): Promise<void> => {
  await noun.behavior?.beforeDelete?.(ctx, record);
  await deleteChildren(ctx.tx, noun.kind, [record.id]);
  await ctx.tx.delete(noun.kind, record.id);
  await noun.behavior?.afterDelete?.(ctx, record);
};
