import { randomBytes } from 'node:crypto';
import { toNeutralDocument } from '@slipway/declarations/dialects/hosted-dialect';
import { type AddressSubject, signAddress } from '../access/signed-addresses.ts';
import { createOperatorCaller } from '../access/callers.ts';
import type { Listeners } from '../http/listeners.ts';
import type { Clock, LookupContext, RouteResponse, Route, ServiceSettings } from '../http/route.ts';
import type { Transaction } from '../store/store.ts';
import { type ChosenIds, createIdSource } from './choose-ids.ts';

export interface SeedContext {
  readonly tx: Transaction;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
  readonly listeners: Listeners;
  readonly routes: readonly Route[];
  readonly organization: string;
  readonly owner: { readonly id: string; readonly name: string } | undefined;
}

interface SeedRequest {
  readonly params?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly ids?: string | null | ChosenIds;
  /** The result of the route's `prepare`. */
  readonly prepared?: unknown;
}

/** Signs the upload addresses of the seed itself, which never leave it. */
const seedAddressKey = randomBytes(32);

/** The part of an address that an upload of the seed has instead of a token. */
export const signSeedUpload = ({ clock }: SeedContext, subject: AddressSubject): string =>
  signAddress({ clock, addressKey: seedAddressKey }, subject);

/**
 * A request by an owner of the organization, in the seed's transaction. `what`: names the entry in the error for an operation that seeds
 * cannot use.
 */
export const createSeedRequest = (
  context: SeedContext,
  what: string,
  { params = {}, body, ids, prepared }: SeedRequest = {},
): LookupContext<Transaction> => ({
  tx: context.tx,
  clock: context.clock,
  settings: context.settings,
  listeners: context.listeners,
  newId: createIdSource(ids),
  caller: { ...createOperatorCaller(context.organization), ...context.owner },
  params,
  body,
  prepared,
  query: new URLSearchParams(),
  header: () => undefined,
  self: '/seed',
  documents: {},
  lookUp: () => {
    throw new Error(`the seed asks ${what} for what is outside of its unit of work`);
  },
  origin: 'http://127.0.0.1',
  dialect: 'neutral',
  readable: () => undefined,
  addressKey: seedAddressKey,
});

/** Runs a route's handler: a seed can do what a request of either dialect can, and choose the IDs of new objects. */
export const invokeRoute = (
  context: SeedContext,
  row: string,
  params: { readonly [name: string]: string },
  body: unknown,
  ids?: string | null | ChosenIds,
  prepared?: unknown,
): Promise<RouteResponse> => {
  const route = context.routes.find((one) => one.endpoint === row);
  if (!route) throw new Error(`the seed names an endpoint that does not exist: ${row}`);
  const neutral = body instanceof Uint8Array ? body : toNeutralDocument(body);
  return route.handle(createSeedRequest(context, row, { params, body: neutral, ids: ids ?? null, prepared }));
};

export const requireResponseDocument = (reply: RouteResponse): { readonly id: string } =>
  (reply.body as { readonly data: { readonly id: string } }).data;
