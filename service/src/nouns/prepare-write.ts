import type { PreparationContext, RouteOptions } from '../http/route.ts';
import type { Noun, NounOperation, PreparedWrite, WriteDraft } from './declaration.ts';
import { parseAttributes } from './parse-attributes.ts';
import type { NounParent } from './parents/noun-parent.ts';
import { requireRecord } from './require-record.ts';
import { parseNounDocument } from './write-records.ts';

const draftCreate = (noun: Noun, parent: NounParent, ctx: PreparationContext): Promise<WriteDraft> =>
  ctx.read(async (read) => {
    const { organization } = await parent.requireScope(read, 'write');
    const { attributes } = parseNounDocument(noun, read);
    return { id: ctx.newId(noun.idPrefix), body: { ...parseAttributes(noun, attributes), organization } };
  });

const draftUpdate = (noun: Noun, ctx: PreparationContext): Promise<WriteDraft> =>
  ctx.read(async (read) => {
    const before = await requireRecord(noun, read, 'write');
    const { attributes } = parseNounDocument(noun, read);
    const { organization } = before.body;
    return { id: before.id, before, body: { ...before.body, ...parseAttributes(noun, attributes, before.body), organization } };
  });

/** Route options for the work that a noun's create or update does outside of its transaction; empty if the noun has none. */
export const createWriteOptions = (
  noun: Noun,
  operation: NounOperation,
  parent?: NounParent,
): Pick<RouteOptions, 'prepare' | 'looksUp'> => {
  const { prepareWrite } = noun;
  if (operation !== 'create' && operation !== 'update') return {};
  const looksUp = noun.looksUp ? { looksUp: noun.looksUp } : {};
  if (!prepareWrite) return looksUp;
  return {
    ...looksUp,
    prepare: async (ctx): Promise<PreparedWrite> => {
      const draft = await (parent ? draftCreate(noun, parent, ctx) : draftUpdate(noun, ctx));
      return { id: draft.id, result: await prepareWrite(ctx, draft) };
    },
  };
};
