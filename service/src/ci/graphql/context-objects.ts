import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { CiContext, ContextRestriction, ContextVariable } from '../contexts/context-records.ts';
import { listGroupNames } from '../contexts/groups.ts';
import { maskValue } from '../mask-value.ts';
import type { GraphqlObject } from './select-fields.ts';

type ByContext<T> = ReadonlyMap<string, readonly T[]>;

/** Defers a load until a field needs it, and runs it at most once. */
const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined;
  return () => (result ??= load());
};

/** The records of a kind that belong to contexts, by context. */
const loadByContext = async <T>(ctx: RequestContext, kind: string, contexts: readonly string[]): Promise<ByContext<StoredRecord<T>>> => {
  const byContext = new Map<string, StoredRecord<T>[]>(contexts.map((id) => [id, []]));
  if (contexts.length === 0) return byContext;
  for (const record of (await ctx.tx.list<T>({ kind, scope: contexts })).records) byContext.get(record.scope)!.push(record);
  return byContext;
};

/**
 * The groups whose members can use a context: all members if no restriction names a group. Groups that the caller cannot see are left out.
 */
const renderGroups = (
  owner: string,
  restrictions: readonly StoredRecord<ContextRestriction>[],
  names: ReadonlyMap<string, string | null>,
) => {
  const named = restrictions.flatMap(({ body }) => (body.type === 'group' ? [body.value] : []));
  const shown = (named.length === 0 ? [owner] : named).filter((id) => names.get(id) !== null);
  return { edges: shown.map((id) => ({ node: { id, name: names.get(id) ?? '' } })) };
};

const renderVariable = ({ key, body }: StoredRecord<ContextVariable>): GraphqlObject => ({
  variable: key,
  createdAt: body.createdAt,
  updatedAt: body.updatedAt,
  truncatedValue: maskValue(body.secret),
});

/** Contexts of one owner as objects: one look-up for the variables of all of them, and one for their groups. */
export const toContextObjects = (
  ctx: RequestContext,
  owner: string,
  contexts: readonly StoredRecord<CiContext>[],
): readonly GraphqlObject[] => {
  const ids = contexts.map(({ id }) => id);
  const variables = once(() => loadByContext<ContextVariable>(ctx, 'ci-context-variables', ids));
  const restrictions = once(() => loadByContext<ContextRestriction>(ctx, 'ci-context-restrictions', ids));
  const groupNames = once(() => listGroupNames(ctx, owner));
  return contexts.map(({ id, body }) => ({
    id,
    name: body.name,
    createdAt: body.createdAt,
    groups: async () => renderGroups(owner, (await restrictions()).get(id)!, await groupNames()),
    resources: async () => (await variables()).get(id)!.map(renderVariable),
  }));
};

/** The contexts that an organization owns. */
export const listContextObjects = async (ctx: RequestContext, owner: string): Promise<GraphqlObject> => {
  const { records } = await ctx.tx.list<CiContext>({ kind: 'ci-contexts', scope: owner });
  return { edges: toContextObjects(ctx, owner, records).map((node) => ({ node })) };
};
