import { isRecord } from '@slipway/declarations/record';
import { badRequest } from '../http/problem.ts';
import type { RequestContext, RouteResponse } from '../http/route.ts';
import type { RecordFilter, RecordOrder } from '../store/record-filter.ts';
import type { StoredRecord } from '../store/store.ts';
import type { ResourceObject } from './resource-object.ts';

export interface PageRequest {
  readonly number: number;
  readonly size: number;
  readonly offset: number;
}

const parsePositive = (ctx: RequestContext, name: string, otherwise: number): number => {
  const text = ctx.query.get(name);
  if (text === null || text === '') return otherwise;
  if (!/^[0-9]{1,9}$/.test(text) || Number(text) < 1) throw badRequest(`${name} is "${text}"; expected a whole number from 1 on`, name);
  return Number(text);
};

/** `page[number]` and `page[size]`: size 20 by default, at most 100. Throws 400. */
export const parsePage = (ctx: RequestContext): PageRequest => {
  const number = parsePositive(ctx, 'page[number]', 1);
  const size = Math.min(parsePositive(ctx, 'page[size]', 20), 100);
  return { number, size, offset: (number - 1) * size };
};

const renderPageLink = (ctx: RequestContext, number: number, size: number): string => {
  const rest = [...ctx.query].filter(([name]) => name !== 'page[number]' && name !== 'page[size]');
  return `${ctx.origin}${ctx.self}?${new URLSearchParams([...rest, ['page[number]', String(number)], ['page[size]', String(size)]])}`;
};

/** A page's document (spec 1, convention 6). */
export const renderResourcePage = (
  ctx: RequestContext,
  page: PageRequest,
  total: number,
  data: readonly ResourceObject[],
  included?: readonly ResourceObject[],
): RouteResponse => {
  const { number, size } = page;
  const pages = Math.max(1, Math.ceil(total / size));
  const prev = number > 1 ? Math.min(number - 1, pages) : null;
  const next = number < pages ? number + 1 : null;
  const link = (to: number | null): string | null => (to === null ? null : renderPageLink(ctx, to, size));
  return {
    status: 200,
    body: {
      data,
      ...(included ? { included } : {}),
      links: { self: link(number), first: link(1), prev: link(prev), next: link(next), last: link(pages) },
      meta: {
        pagination: {
          'current-page': number,
          'page-size': size,
          'prev-page': prev,
          'next-page': next,
          'total-pages': pages,
          'total-count': total,
        },
      },
    },
  };
};

/**
 * The document of a list of the provider registry: in the hosted dialect an empty one has no pages (decision 173), where the other lists
 * count one.
 */
export const countNoPageIfEmpty = (ctx: RequestContext, response: RouteResponse): RouteResponse => {
  const body = response.body as { readonly meta: { readonly pagination: { readonly 'total-count': number } } };
  const { pagination } = body.meta;
  if (ctx.dialect !== 'hosted' || pagination['total-count'] > 0) return response;
  return { ...response, body: { ...body, meta: { ...body.meta, pagination: { ...pagination, 'total-pages': 0 } } } };
};

/** One page of a list from the store. `render` gets the whole page at once, so that it may fetch in bulk. */
export const listResources = async <B>(
  ctx: RequestContext,
  filter: RecordFilter,
  render: (records: readonly StoredRecord<B>[]) => Promise<readonly ResourceObject[]>,
  options: {
    readonly order?: RecordOrder;
    readonly include?: (records: readonly StoredRecord<B>[]) => Promise<readonly ResourceObject[] | undefined>;
  } = {},
): Promise<RouteResponse> => {
  const page = parsePage(ctx);
  const found = await ctx.tx.list<B>(filter, {
    offset: page.offset,
    limit: page.size,
    ...(options.order ? { order: options.order } : {}),
  });
  return renderResourcePage(ctx, page, found.total, await render(found.records), await options.include?.(found.records));
};

/** Whether a response is a page already; the audit trail has its own member for it. */
const isPaged = ({ meta, pagination }: { readonly [name: string]: unknown }): boolean => meta !== undefined || pagination !== undefined;

/** The requested page of a list that its route returned as a whole; the whole list without page parameters. */
export const withRequestedPage = (ctx: RequestContext, response: RouteResponse): RouteResponse => {
  const { body, status } = response;
  if (status !== 200 || !isRecord(body) || !Array.isArray(body['data']) || isPaged(body)) return response;
  if (!ctx.query.has('page[number]') && !ctx.query.has('page[size]')) return response;
  const page = parsePage(ctx);
  const data = body['data'] as readonly ResourceObject[];
  const rendered = renderResourcePage(ctx, page, data.length, data.slice(page.offset, page.offset + page.size));
  return { ...response, body: { ...body, ...(rendered.body as object) } };
};
