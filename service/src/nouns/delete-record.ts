import type { RequestContext } from '../http/route.ts';
import type { Transaction } from '../store/store.ts';
import { childKinds } from './child-kinds.ts';
import type { Noun } from './declaration.ts';
import type { NounRecord } from './noun-record.ts';

/** Deletes everything below a record of this kind (of an organization: its name): its children, and theirs. */
export const deleteChildren = (tx: Transaction, kind: string, scope: string): Promise<void> =>
  tx.deleteMany({ kinds: childKinds[kind] ?? [], scopes: [scope], childKinds });

/** Deletes a record with its children, and runs the noun's behavior. */
export const deleteRecord = async (noun: Noun, ctx: RequestContext<Transaction>, record: NounRecord): Promise<void> => {
  await noun.behavior?.beforeDelete?.(ctx, record);
  await deleteChildren(ctx.tx, noun.kind, record.id);
  await ctx.tx.delete(noun.kind, record.id);
  await noun.behavior?.afterDelete?.(ctx, record);
};
