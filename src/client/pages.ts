import { safeUrl } from './address.ts';
import { MalformedAnswer } from './errors.ts';
import type { Answer, Item, Line, Query } from './line.ts';
import { services } from './services.ts';

/** Where a list is and how it is asked for. A `page[size]` of null asks without pages, for the lists that have none. */
export interface ListOf { readonly path: string; readonly query?: Query | undefined; readonly signal?: AbortSignal | undefined }
export interface Page { readonly items: readonly Item[]; readonly included: readonly Item[]; /** How many pages there are, where the service says. */ readonly total: number | null }

type Next = string | number | null;
interface Style {
  /** The parameter that names a page, and what is asked for at first. */
  readonly param: string;
  readonly first: Query;
  readonly items: (body: Fields) => unknown;
  /** What names the page after this one; null at the end, undefined when what is said makes no sense. */
  readonly next: (body: Fields, current: Next) => Next | undefined;
}
type Fields = { readonly [name: string]: unknown };

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? value as Fields : {});
const largestPage = 100;

const numbered: Style = {
  param: 'page[number]',
  first: { 'page[number]': 1, 'page[size]': largestPage },
  items: (body) => body['data'],
  next(body, current) {
    const [told, link] = [fields(fields(body['meta'])['pagination'])['next-page'], fields(body['links'])['next']];
    const linked = typeof link === 'string' ? Number(new URLSearchParams(link.split('?')[1]).get('page[number]')) : null;
    const next = told ?? linked;
    if (next === null) return null;
    return typeof next === 'number' && next > (typeof current === 'number' ? current : 1) ? next : undefined;
  },
};

const tokened: Style = {
  param: 'page-token',
  first: {},
  items: (body) => (Array.isArray(body) ? body : body['items']),
  next(body, current) {
    const token = body['next_page_token'] ?? null;
    if (token === null || token === '') return null;
    return typeof token === 'string' && token !== current ? token : undefined;
  },
};

const styles: { readonly [service in Line['service']]: Style } = { workspaces: numbered, ci: tokened };

/** Every page of a list, each read when the one before has been used. Throws MalformedAnswer when a service repeats itself. */
export async function* pagesOf(line: Pick<Line, 'service' | 'address' | 'call'>, list: ListOf): AsyncGenerator<Page> {
  const style = styles[line.service];
  const base = list.query?.['page[size]'] === null ? list.query : { ...style.first, ...list.query };
  const asked = new Set<Next>();
  let last = '';
  const counted = typeof base['offset'] === 'number';
  for (let next: Next = null; ;) {
    const signal = list.signal ? { signal: list.signal } : {};
    const answer = await line.call({ method: 'GET', effect: 'read', path: list.path, query: next === null ? base : { ...base, [counted ? 'offset' : style.param]: next }, ...signal });
    const page = pageOf(style, answer);
    if (page === null) throw malformed(line, list, answer, 'something that is no list');
    const following: Next | undefined = counted ? after(page, Number(next ?? base['offset'])) : style.next(fields(answer.body), next);
    const names = page.items.map((item) => item['id'] ?? JSON.stringify(item)).join(' ');
    if (following === undefined || asked.has(following) || (names !== '' && names === last)) throw malformed(line, list, answer, 'the same page of the list again');
    yield page;
    if (following === null) return;
    asked.add(following);
    [next, last] = [following, names];
  }
}

/** A list that counts (policy decisions) says nothing of its end but by having no more. */
const after = ({ items }: Page, offset: number): number | null => (items.length === 0 ? null : offset + items.length);

const pageOf = (style: Style, { body }: Answer): Page | null => {
  const items = style.items(fields(body));
  if (!Array.isArray(items)) return null;
  const [included, total] = [fields(body)['included'], fields(fields(fields(body)['meta'])['pagination'])['total-pages']];
  return { items: items as Item[], included: Array.isArray(included) ? included as Item[] : [], total: typeof total === 'number' ? total : null };
};

const malformed = (line: Pick<Line, 'service' | 'address'>, list: ListOf, answer: Answer, why: string) => new MalformedAnswer(
  { ...services[line.service], method: 'GET', url: safeUrl(`${line.address}/api/v2${list.path}`), attempts: 1 }, answer.status, why, null);

/** Every item once: one that moved to a later page while we were reading is not given twice. */
export async function* itemsOf(line: Pick<Line, 'service' | 'address' | 'call'>, list: ListOf): AsyncGenerator<Item> {
  const seen = new Set<unknown>();
  for await (const { items } of pagesOf(line, list))
    for (const item of items) {
      const id = item['id'];
      if (id !== undefined && seen.has(id)) continue;
      seen.add(id);
      yield item;
    }
}
