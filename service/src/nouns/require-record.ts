import { notFound } from '../http/problem.ts';
import type { RequestContext } from '../http/route.ts';
import type { Noun } from './declaration.ts';
import type { NounBody, NounRecord } from './noun-record.ts';
import type { NounAccess, NounParent } from './parents/noun-parent.ts';

/** The kind of parent that a record belongs to. */
export const findParent = (noun: Noun, { scope }: { readonly scope: string }): NounParent =>
  noun.parents.find((parent) => parent.ownsScope(scope)) ?? noun.parents.at(-1)!;

/** Selects the records that the caller can read or write, in the given order. */
export const filterAccessible = async (
  noun: Noun,
  ctx: RequestContext,
  records: readonly NounRecord[],
  access: NounAccess,
): Promise<readonly NounRecord[]> => {
  const permitted = new Set<NounRecord>();
  for (const parent of noun.parents) {
    const children = records.filter((record) => findParent(noun, record) === parent);
    if (children.length > 0) for (const record of await parent.filterPermitted(ctx, children, access)) permitted.add(record);
  }
  return records.filter((record) => permitted.has(record));
};

/** Whether the parent, if the path names it, is the parent of this record. */
const isBelowPath = (noun: Noun, ctx: RequestContext, record: NounRecord): boolean => {
  const named = [...noun.itemPath.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!).filter((name) => name !== noun.idParameter);
  return named.every((name) => ctx.params[name] === record.scope);
};

/** The record that the path names, without a check of access. */
export const findRecord = (noun: Noun, ctx: RequestContext, id: string = ctx.params[noun.idParameter]!): Promise<NounRecord | undefined> =>
  ctx.tx.get<NounBody>(noun.kind, id);

/** Throws the same 404 if the record does not exist and if the caller lacks the access. */
export const requireAccess = async (
  noun: Noun,
  ctx: RequestContext,
  access: NounAccess,
  record: NounRecord | undefined,
  id: string = ctx.params[noun.idParameter]!,
): Promise<NounRecord> => {
  const isAccessible = record && isBelowPath(noun, ctx, record) && (await filterAccessible(noun, ctx, [record], access)).length === 1;
  if (!isAccessible) throw notFound(`the ${noun.label} ${id}`);
  return record;
};

/** The record that the path names. Throws the same 404 if it does not exist and if the caller lacks the access. */
export const requireRecord = async (
  noun: Noun,
  ctx: RequestContext,
  access: NounAccess,
  id: string = ctx.params[noun.idParameter]!,
): Promise<NounRecord> => requireAccess(noun, ctx, access, await findRecord(noun, ctx, id), id);
