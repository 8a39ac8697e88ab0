import { type RequestContext, type Route, type RouteResponse, route } from '../../http/route.ts';
import { describeRequestList } from '../../json-api/describe-document.ts';
import { parseDocuments, parseIds } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import type { Transaction } from '../../store/store.ts';
import type { Noun } from '../declaration.ts';
import { requireRecord } from '../require-record.ts';
import { linkKindOf } from './load-relationships.ts';
import { requireEntries } from './parse-relationships.ts';
import type { ToManyRelationship } from './relationship.ts';
import { replaceLinks } from './write-links.ts';

type Change = (ctx: RequestContext<Transaction>, id: string, ids: readonly string[]) => Promise<void>;

/** The routes of a to-many relationship: POST adds, PATCH replaces, DELETE removes; each is 204 and may be repeated. */
export const createRelationshipRoutes = (noun: Noun, name: string, relationship: ToManyRelationship): readonly Route[] => {
  const path = `${noun.itemPath}/relationships/${name}`;
  const kind = linkKindOf(noun, name);
  const write =
    (change: Change): Route['handle'] =>
    async (ctx): Promise<RouteResponse> => {
      const record = await requireRecord(noun, ctx, 'write');
      const ids = await requireEntries(ctx, relationship, record.body.organization, parseDocuments(ctx, relationship.to));
      await noun.behavior?.beforeLink?.(ctx, record, name, ids);
      await change(ctx, record.id, ids);
      return noContent;
    };
  const remove: Route['handle'] = async (ctx) => {
    const { id } = await requireRecord(noun, ctx, 'write');
    // What is not linked, or not there any more, may be removed as well.
    for (const to of parseIds(ctx, relationship.to)) await ctx.tx.unlink(kind, id, to);
    return noContent;
  };
  const options = (verb: string) => ({
    ...noun.writeOptions,
    description: {
      summary: `${verb} the ${name.replaceAll('-', ' ')} of the ${noun.label}.`,
      request: describeRequestList(relationship.to),
      responses: { 204: null },
    },
  });
  const add: Change = async (ctx, id, ids) => {
    for (const to of ids) await ctx.tx.link(kind, id, to);
  };
  return [
    route(`POST ${path}`, write(add), options('Adds to')),
    route(
      `PATCH ${path}`,
      write((ctx, id, ids) => replaceLinks(ctx, noun, id, name, ids)),
      options('Replaces'),
    ),
    route(`DELETE ${path}`, remove, options('Removes from')),
  ];
};
