import { anonymousCaller, StaleCaller } from '../access/callers.ts';
import { countAddressHours } from '../access/signed-addresses.ts';
import { changeIdentityVersion } from '../access/identity-version.ts';
import { besideCheck } from '../http/beside-check.ts';
import { type ExternalLookup, withExternalLookups } from '../http/external-lookup.ts';
import { resolveRequestOrigin } from '../http/request-origin.ts';
import type { Route, RouteResponse } from '../http/route.ts';
import { hideUnreadable } from '../json-api/hide-unreadable.ts';
import { withRequestedPage } from '../json-api/page.ts';
import { indexRelationships, type RelationshipIndex } from '../json-api/relationship-index.ts';
import { withIncluded } from '../json-api/resolve-includes.ts';
import type { ReadOptions, ReadTransaction, Transaction } from '../store/store.ts';
import { refreshCaller } from './authenticate.ts';
import type { ApiDefinition } from './api-definition.ts';
import type { MatchedRoute } from './match-route.ts';
import type { RequestPipeline, RequestState } from './request-state.ts';
import { addressKeyPurpose, createPreparationContext, createRequestContext, type Handling } from './request-context.ts';
import { rememberRecords } from './seen-records.ts';

/** Throws StaleCaller when the caller's rights changed since they were looked up. */
const requireCurrentCaller = async ({ pipeline, state }: Handling, tx: ReadTransaction): Promise<void> => {
  if (state.caller) await pipeline.callers.requireCurrent(tx, state.caller);
};

const isRead = ({ state: { request } }: Handling): boolean => request.method === 'GET' || request.method === 'HEAD';

/** Runs the work in parallel with the check that the caller is current, and discards its result if the check fails. */
const withCurrentCaller = async <T>(handling: Handling, tx: ReadTransaction, work: () => Promise<T>): Promise<T> => {
  const { store, definition } = handling.pipeline;
  const caller = handling.state.caller?.caller;
  if (!store.shared || !caller) return work();
  const prefetched = definition.prefetch?.(tx, caller);
  return besideCheck(Promise.all([requireCurrentCaller(handling, tx), prefetched]), work());
};

const indexes = new WeakMap<ApiDefinition, RelationshipIndex>();
const relationshipsOf = (definition: ApiDefinition): RelationshipIndex => {
  const known = indexes.get(definition) ?? indexRelationships(definition.routes.flatMap(({ description }) => description ?? []));
  indexes.set(definition, known);
  return known;
};

const handleOnce = async (handling: Handling, tx: ReadTransaction, lookUp: ExternalLookup | undefined): Promise<RouteResponse> => {
  const { recordWrite } = handling.pipeline.definition;
  const isRecorded =
    recordWrite !== undefined && handling.state.caller !== undefined && !isRead(handling) && handling.route.unaudited !== true;
  const remembered = isRecorded ? rememberRecords(tx as Transaction) : undefined;
  const ctx = createRequestContext(handling, remembered?.tx ?? tx, lookUp);
  const handled = await handling.route.handle(ctx);
  const isJsonApi = handling.pipeline.definition.documentLoaders !== undefined;
  const response = isJsonApi
    ? await withIncluded(
        ctx,
        isRead(handling) ? withRequestedPage(ctx, handled) : handled,
        handling.route.description,
        relationshipsOf(handling.pipeline.definition),
      )
    : handled;
  if (remembered && response.status < 400)
    await recordWrite!(ctx, {
      endpoint: handling.route.endpoint,
      method: handling.state.request.method,
      requestId: handling.state.requestId,
      response,
      seen: remembered.seen,
    });
  if (handling.route.changesIdentity && response.status < 400) await changeIdentityVersion(tx as Transaction);
  return isJsonApi ? hideUnreadable(ctx, response) : response;
};

/**
 * The organizations that a write touches: the one in its path, else all of the caller, which it cannot leave. Undefined, for a caller
 * without any and for what changes rights: the whole store. What the caller belongs to is checked within the transaction.
 */
const listWrittenOrganizations = ({ state, route, params }: Handling): readonly string[] | undefined => {
  if (route.changesIdentity || !state.caller) return undefined;
  const own = state.caller.caller.memberships.map(({ organization }) => organization);
  const named = params['organization_name'];
  if (named !== undefined && own.includes(named)) return [named];
  return own.length > 0 ? own : undefined;
};

/** Whether a name or an id ends its path: it answers one document. */
const endsWithName = ({ endpoint }: Route): boolean => endpoint.endsWith('}');

/** Whether it answers a list. What a route prepares may decide on what was just written, and reads it here. */
const isList = (route: Route): boolean =>
  route.endpoint.startsWith('GET ') && !endsWithName(route) && !route.anonymous && route.prepare === undefined;

/** A replica may answer lists of the caller's organizations: what it wrote, it wrote for one of them, or for the whole store. */
const describeRead = (handling: Handling): ReadOptions =>
  isList(handling.route) ? { organizations: listWrittenOrganizations(handling) } : { brief: endsWithName(handling.route) };

/** The response as text in the dialect of the request. */
const toText = ({ pipeline, state }: Handling, { status, body, headers }: RouteResponse): RouteResponse => {
  const text = JSON.stringify(state.dialect === 'neutral' ? body : pipeline.definition.toDialect(body, state.dialect));
  return { status, text, ...(headers ? { headers } : {}) };
};

/** The kept response, if all that it was built from is unchanged; a client can require a new one (RFC 9111, 5.2.1.4). */
const answerAgain = async (handling: Handling, view: ReadTransaction, lookUp: ExternalLookup | undefined): Promise<RouteResponse> => {
  const { pipeline, state, settings, origin } = handling;
  const caller = state.caller?.caller ?? anonymousCaller;
  // What it includes may have addresses, which end.
  const hours = countAddressHours(pipeline.clock);
  const addressKey = pipeline.store.deriveKey(addressKeyPurpose);
  const inputs = { key: `${state.dialect} ${caller.id} ${origin} ${hours} ${state.request.target}`, caller, settings, addressKey };
  const known = state.request.header('cache-control')?.includes('no-cache') ? undefined : pipeline.keptResponses.find(inputs);
  if (known) return known;
  const response = await handleOnce(handling, view, lookUp);
  if (response.status !== 200 || view.listEvidence === undefined) return response;
  const text = toText(handling, response);
  pipeline.keptResponses.keep(inputs, text, view);
  return text;
};

const attempt = async (handling: Handling): Promise<RouteResponse> => {
  const { store } = handling.pipeline;
  const answer = handling.route.repeatable ? answerAgain : handleOnce;
  handling.prepared = await handling.route.prepare?.(
    createPreparationContext(handling, {
      write: (unit) => store.write(unit, listWrittenOrganizations(handling)),
      read: (unit) => store.read((view) => withCurrentCaller(handling, view, () => unit(createRequestContext(handling, view, undefined)))),
    }),
  );
  const work = (lookUp?: ExternalLookup): Promise<RouteResponse> =>
    isRead(handling)
      ? store.read((view) => withCurrentCaller(handling, view, () => answer(handling, view, lookUp)), describeRead(handling))
      : store.write((tx) => withCurrentCaller(handling, tx, () => handleOnce(handling, tx, lookUp)), listWrittenOrganizations(handling));
  return handling.route.looksUp ? withExternalLookups(work) : work();
};

/**
 * Runs the route's handler in one transaction; GET and HEAD in a read-only one. When the caller's rights change in the
 * meantime, the caller is looked up again and the handler runs again. The response's body is in the request's dialect.
 */
export const runInTransaction = async (
  pipeline: RequestPipeline,
  state: RequestState,
  { value: route, params }: MatchedRoute,
): Promise<RouteResponse> => {
  const settings = pipeline.settings();
  // A run calls the service where its machine reaches it, so that it gets addresses there.
  const isRun = state.caller?.caller.purpose === 'run';
  const origin = resolveRequestOrigin(state.request, isRun ? { ...settings, publicUrl: '' } : settings);
  const handling: Handling = { pipeline, state, route, params, settings, origin, prepared: undefined };
  let response: RouteResponse | undefined;
  while (!response) {
    try {
      response = await attempt(handling);
    } catch (error) {
      if (!(error instanceof StaleCaller)) throw error;
      await refreshCaller(pipeline, state, route);
    }
  }
  if (route.changesIdentity && response.status < 400) pipeline.callers.clear();
  if (state.dialect === 'neutral' || response.body === undefined) return response;
  return { ...response, body: pipeline.definition.toDialect(response.body, state.dialect) };
};
