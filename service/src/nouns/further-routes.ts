import { type Route, type RouteOptions, route } from '../http/route.ts';
import { listParameters } from '../json-api/describe-document.ts';
import { listResources } from '../json-api/page.ts';
import { okDocument } from '../json-api/responses.ts';
import type { Noun, NounAction, NounList, NounLookup, PreparedWrite } from './declaration.ts';
import { describeNoun, describeSort } from './describe-noun.ts';
import { parseSort } from './list-records.ts';
import type { NounBody } from './noun-record.ts';
import { renderDocuments, renderNounDocument } from './render-documents.ts';
import { requireRecord } from './require-record.ts';

type NounDescriptions = ReturnType<typeof describeNoun>;

const prepareAction = (noun: Noun, { access, prepare }: NounAction): Pick<RouteOptions, 'prepare'> =>
  prepare
    ? {
        prepare: async (ctx): Promise<PreparedWrite> => {
          const record = await ctx.read((read) => requireRecord(noun, read, access));
          return { id: record.id, result: await prepare(ctx, record) };
        },
      }
    : {};

const createActionRoute = (noun: Noun, action: NounAction, described: NounDescriptions): Route => {
  const { endpoint, access, options } = action;
  const own = { ...options, ...prepareAction(noun, action) };
  if ('handle' in action) return route(endpoint, async (ctx) => action.handle(ctx, await requireRecord(noun, ctx, access)), own);
  const { query, responses } = described.read;
  return route(
    endpoint,
    async (ctx) => okDocument(await renderNounDocument(noun, ctx, await action.perform(ctx, await requireRecord(noun, ctx, access), noun))),
    { ...own, description: { summary: action.doc, ...(endpoint.startsWith('GET ') ? { query: query! } : {}), responses } },
  );
};

/** A list of the noun's records at another path than below their parents. */
export const createListRoute = (noun: Noun, { endpoint, doc, query, select }: NounList, { list } = describeNoun(noun)): Route =>
  route(
    endpoint,
    async (ctx) => {
      const { order: usual, ...filter } = await select(ctx);
      const order = parseSort(noun, ctx) ?? usual;
      return listResources<NounBody>(
        ctx,
        { ...filter, kind: noun.kind },
        (records) => renderDocuments(noun, ctx, records),
        order ? { order } : {},
      );
    },
    {
      description: {
        summary: doc,
        query: { ...listParameters, ...describeSort(noun), ...query },
        responses: list.responses,
      },
    },
  );

/** One of the noun's records at another path than its own. */
export const createLookupRoute = (noun: Noun, { endpoint, doc, find }: NounLookup, { read } = describeNoun(noun)): Route =>
  route(endpoint, async (ctx) => okDocument(await renderNounDocument(noun, ctx, await find(ctx))), {
    description: { ...read, summary: doc ?? read.summary },
  });

/** The routes of a noun besides its five operations and its relationships. */
export const createFurtherRoutes = (noun: Noun, described: NounDescriptions): readonly Route[] => [
  ...(noun.actions ?? []).map((action) => createActionRoute(noun, action, described)),
  ...(noun.lists ?? []).map((list) => createListRoute(noun, list, described)),
  ...(noun.lookups ?? []).map((lookup) => createLookupRoute(noun, lookup, described)),
];
