import { createOperatorCaller } from '../access/callers.ts';
import { newId } from '../store/new-id.ts';
import type { Clock, RouteResponse, Route, ServiceSettings } from '../http/route.ts';
import type { Transaction } from '../store/store.ts';

export interface SeedContext {
  readonly tx: Transaction;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
  readonly routes: readonly Route[];
  readonly organization: string;
  readonly owner: { readonly id: string; readonly name: string } | undefined;
}

/**
 * Runs an endpoint's handler as an owner of the organization, in the seed's transaction: a seed can do what a request can, and choose
 * the `id` of a new object. `prepared`: what the route's `prepare` would return.
 */
export const invokeRoute = (
  context: SeedContext,
  row: string,
  params: { readonly [name: string]: string },
  body: unknown,
  id?: string,
  prepared?: unknown,
): Promise<RouteResponse> => {
  const route = context.routes.find((one) => one.endpoint === row);
  if (!route) throw new Error(`the seed names an endpoint that does not exist: ${row}`);
  return route.handle({
    tx: context.tx,
    clock: context.clock,
    settings: context.settings,
    newId: id === undefined ? newId : () => id,
    caller: { ...createOperatorCaller(context.organization), ...context.owner },
    params,
    body,
    prepared,
    query: new URLSearchParams(),
    header: () => undefined,
    self: '/seed',
    documents: {},
    lookUp: () => {
      throw new Error(`the seed asks ${row} for what is outside of its unit of work`);
    },
    origin: 'http://127.0.0.1',
    dialect: 'neutral',
  });
};

export const requireResponseDocument = (reply: RouteResponse): { readonly id: string } =>
  (reply.body as { readonly data: { readonly id: string } }).data;
