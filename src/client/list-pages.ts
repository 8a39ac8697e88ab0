import { apiUrl, redactUrl } from './address.ts';
import { MalformedResponseError } from './contract/errors.ts';
import { fieldsOf } from './contract/service-messages.ts';
import type { ServiceResponse, ListItem, ServiceClient, QueryParameters } from './contract/service-client.ts';
import { serviceInfos } from './service-info.ts';

/** The request of a list. A `page[size]` of null requests it without pages, for lists that have none. */
export interface ListRequest {
  readonly path: string;
  readonly query?: QueryParameters | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for all pages together; default 10 minutes. */
  readonly timeLimit?: number | undefined;
}
export interface ListPage {
  readonly items: readonly ListItem[];
  readonly included: readonly ListItem[];
  /** The number of pages, where the service returns it. */ readonly total: number | null;
}

type PageCursor = string | number | null;
interface Pagination {
  /** The parameter that names a page, and the query of the first page. */
  readonly parameter: string;
  readonly first: QueryParameters;
  readonly items: (body: JsonFields) => unknown;
  /** The cursor of the next page; null at the end, undefined for an invalid one. */
  readonly next: (body: JsonFields, current: PageCursor) => PageCursor | undefined;
}
type JsonFields = { readonly [name: string]: unknown };

const maximumPageSize = 100;
const defaultTimeLimit = 600_000;

const numberedPages: Pagination = {
  parameter: 'page[number]',
  first: { 'page[number]': 1, 'page[size]': maximumPageSize },
  items: (body) => body['data'],
  next(body, current) {
    const [limits, link] = [fieldsOf(fieldsOf(body['meta'])['pagination'])['next-page'], fieldsOf(body['links'])['next']];
    const linked = typeof link === 'string' ? Number(new URLSearchParams(link.split('?')[1]).get('page[number]')) : null;
    const next = limits ?? linked;
    if (next === null) return null;
    return typeof next === 'number' && next > (typeof current === 'number' ? current : 1) ? next : undefined;
  },
};

const tokenPages: Pagination = {
  parameter: 'page-token',
  first: {},
  items: (body) => (Array.isArray(body) ? body : body['items']),
  next(body, current) {
    const token = body['next_page_token'] ?? null;
    if (token === null || token === '') return null;
    return typeof token === 'string' && token !== current ? token : undefined;
  },
};

const paginations: { readonly [service in ServiceClient['service']]: Pagination } = { workspaces: numberedPages, ci: tokenPages };

/**
 * Every page of a list, each read when the one before has been used. Throws MalformedResponseError when a service repeats itself, names a
 * page beyond the last one it counts, or is not done in time.
 */
export async function* listPages(client: Pick<ServiceClient, 'service' | 'address' | 'call'>, list: ListRequest): AsyncGenerator<ListPage> {
  const pagination = paginations[client.service];
  const base = list.query?.['page[size]'] === null ? list.query : { ...pagination.first, ...list.query };
  const details = new Set<PageCursor>();
  let last = '';
  const isCounted = typeof base['offset'] === 'number';
  // The time that the reader takes between two pages does not count.
  let waited = 0;
  for (let next: PageCursor = null; ;) {
    const signal = list.signal ? { signal: list.signal } : {};
    const requestedAt = performance.now();
    const response = await client.call({
      method: 'GET',
      effect: 'read',
      path: list.path,
      query: next === null ? base : { ...base, [isCounted ? 'offset' : pagination.parameter]: next },
      ...signal,
    });
    waited += performance.now() - requestedAt;
    const page = parsePage(pagination, response);
    if (page === null) throw malformedList(client, list, response, 'something that is no list');
    const nextCursor: PageCursor | undefined = isCounted
      ? nextOffset(page, Number(next ?? base['offset']))
      : pagination.next(fieldsOf(response.body), next);
    const names = page.items.map((item) => item['id'] ?? JSON.stringify(item)).join(' ');
    if (nextCursor === undefined || details.has(nextCursor) || (names !== '' && names === last))
      throw malformedList(client, list, response, 'the same page of the list again');
    const endless = describeEndless(page, isCounted ? null : nextCursor, waited, list, details.size + 1);
    if (nextCursor !== null && endless !== null) throw malformedList(client, list, response, endless);
    yield page;
    if (nextCursor === null) return;
    details.add(nextCursor);
    [next, last] = [nextCursor, names];
  }
}

/** Why a list with a next page is given up: the service counts fewer pages, or the time is over. */
const describeEndless = (
  { total }: ListPage,
  next: PageCursor,
  waited: number,
  { timeLimit }: ListRequest,
  pages: number,
): string | null => {
  if (typeof next === 'number' && total !== null && next > total) return `page ${next} as the next of a list of ${total} pages`;
  return waited > (timeLimit ?? defaultTimeLimit)
    ? `a list that had not ended after ${pages} pages and ${Math.round(waited / 1000)} s`
    : null;
};

/** A list with offsets (policy decisions) ends with an empty page. */
const nextOffset = ({ items }: ListPage, offset: number): number | null => (items.length === 0 ? null : offset + items.length);

const parsePage = (pagination: Pagination, { body }: ServiceResponse): ListPage | null => {
  const items = pagination.items(fieldsOf(body));
  if (!Array.isArray(items)) return null;
  const [included, total] = [fieldsOf(body)['included'], fieldsOf(fieldsOf(fieldsOf(body)['meta'])['pagination'])['total-pages']];
  return {
    items: items as ListItem[],
    included: Array.isArray(included) ? (included as ListItem[]) : [],
    total: typeof total === 'number' ? total : null,
  };
};

const malformedList = (client: Pick<ServiceClient, 'service' | 'address'>, list: ListRequest, response: ServiceResponse, why: string) =>
  new MalformedResponseError(
    { ...serviceInfos[client.service], method: 'GET', url: redactUrl(apiUrl(client.address, list.path)), attempts: 1 },
    response.status,
    why,
    null,
  );

/** Every item once: one that moved to a later page while we were reading is not given twice. */
export async function* listItems(client: Pick<ServiceClient, 'service' | 'address' | 'call'>, list: ListRequest): AsyncGenerator<ListItem> {
  const seen = new Set<unknown>();
  for await (const { items } of listPages(client, list))
    for (const item of items) {
      const id = item['id'];
      if (id !== undefined && seen.has(id)) continue;
      seen.add(id);
      yield item;
    }
}
