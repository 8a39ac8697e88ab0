import type { Noun } from '../declaration.ts';
import type { NounBody, NounRecord } from '../noun-record.ts';
import { filterAccessible, requireRecord } from '../require-record.ts';
import type { NounParent } from './noun-parent.ts';

/** A parent that is a record of another noun: the scope is its ID, and access to it gives the same access to its children. */
export const underNoun = (noun: Noun): NounParent => ({
  path: noun.itemPath,
  type: noun.type,
  ownsScope: (scope) => scope.startsWith(`${noun.idPrefix}-`),
  scopeOf: (ctx) => ctx.params[noun.idParameter]!,
  requireScope: async (ctx, access) => {
    const record = await requireRecord(noun, ctx, access);
    return { scope: record.id, organization: record.body.organization };
  },
  filterPermitted: async (ctx, records, access) => {
    const parents = await ctx.tx.getMany<NounBody>(noun.kind, [...new Set(records.map(({ scope }) => scope))]);
    const permitted = new Set((await filterAccessible(noun, ctx, parents, access)).map(({ id }: NounRecord) => id));
    return records.filter(({ scope }) => permitted.has(scope));
  },
});
