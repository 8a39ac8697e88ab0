import { requireLookUp } from '../../http/require-look-up.ts';
import type { RequestContext, Route } from '../../http/route.ts';
import { normalizeHostedBody } from '../hosted-dialect.ts';
import type { Transaction } from '../../store/store.ts';

/** What the called route receives in place of the request's own values. */
export interface RouteCall {
  readonly params?: { readonly [name: string]: string };
  readonly query?: URLSearchParams;
  readonly body?: unknown;
}

/**
 * Runs the handler of a route of API v2 for a request of another version: with the same checks, errors and records. `endpoint`: as declared
 * in `routes`. Returns the body of the response.
 */
export const callRoute = async (
  ctx: RequestContext<Transaction>,
  routes: readonly Route[],
  endpoint: string,
  call: RouteCall = {},
): Promise<any> => {
  const route = routes.find((one) => one.endpoint === endpoint);
  if (!route) throw new Error(`there is no endpoint ${endpoint} to call`);
  // The pipeline does this for requests of API v2.
  const body = ctx.dialect === 'hosted' && 'body' in call ? { body: normalizeHostedBody(call.body) } : {};
  const own = route.looksUp ? requireLookUp(ctx) : ctx;
  return (await route.handle({ ...own, ...call, ...body })).body;
};

/** Items of a page when all pages are read. */
const pageSize = 1000;

/** All items of a list of API v2, for versions whose lists have no pages. */
export const callList = async (
  ctx: RequestContext<Transaction>,
  routes: readonly Route[],
  endpoint: string,
  params: { readonly [name: string]: string } = ctx.params,
): Promise<readonly any[]> => {
  const items: any[] = [];
  const whole = { ...ctx, params, settings: { ...ctx.settings, ciPageSize: pageSize } };
  for (let token: string | null = ''; token !== null;) {
    const page = await callRoute(whole, routes, endpoint, { query: new URLSearchParams(token === '' ? {} : { 'page-token': token }) });
    items.push(...page.items);
    token = page.next_page_token ?? null;
  }
  return items;
};
