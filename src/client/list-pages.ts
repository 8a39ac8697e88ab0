import { redactUrl } from './address.ts';
import { MalformedResponseError } from './contract/errors.ts';
import { fieldsOf } from './contract/service-messages.ts';
import type { ServiceResponse, ListItem, ServiceClient, QueryParameters } from './contract/service-client.ts';
import { serviceInfos } from './service-info.ts';

/** The request of a list. A `page[size]` of null requests it without pages, for lists that have none. */
export interface ListRequest {
  readonly path: string;
  readonly query?: QueryParameters | undefined;
  readonly signal?: AbortSignal | undefined;
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

/** Every page of a list, each read when the one before has been used. Throws MalformedResponseError when a service repeats itself. */
export async function* listPages(client: Pick<ServiceClient, 'service' | 'address' | 'call'>, list: ListRequest): AsyncGenerator<ListPage> {
  const pagination = paginations[client.service];
  const base = list.query?.['page[size]'] === null ? list.query : { ...pagination.first, ...list.query };
  const details = new Set<PageCursor>();
  let last = '';
  const isCounted = typeof base['offset'] === 'number';
  for (let next: PageCursor = null; ;) {
    const signal = list.signal ? { signal: list.signal } : {};
    const response = await client.call({
      method: 'GET',
      effect: 'read',
      path: list.path,
      query: next === null ? base : { ...base, [isCounted ? 'offset' : pagination.parameter]: next },
      ...signal,
    });
    const page = parsePage(pagination, response);
    if (page === null) throw malformedList(client, list, response, 'something that is no list');
    const nextCursor: PageCursor | undefined = isCounted
      ? nextOffset(page, Number(next ?? base['offset']))
      : pagination.next(fieldsOf(response.body), next);
    const names = page.items.map((item) => item['id'] ?? JSON.stringify(item)).join(' ');
    if (nextCursor === undefined || details.has(nextCursor) || (names !== '' && names === last))
      throw malformedList(client, list, response, 'the same page of the list again');
    yield page;
    if (nextCursor === null) return;
    details.add(nextCursor);
    [next, last] = [nextCursor, names];
  }
}

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
    { ...serviceInfos[client.service], method: 'GET', url: redactUrl(`${client.address}/api/v2${list.path}`), attempts: 1 },
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
