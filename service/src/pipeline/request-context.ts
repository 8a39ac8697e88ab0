import { anonymousCaller } from '../access/callers.ts';
import type { ExternalLookup } from '../http/external-lookup.ts';
import type { DocumentLoaders, PreparationContext, RequestContext, Route, ServiceSettings } from '../http/route.ts';
import { newId } from '../store/new-id.ts';
import type { ReadTransaction, Transaction } from '../store/store.ts';
import type { RequestPipeline, RequestState } from './request-state.ts';

/** What every transaction of one request shares. */
export interface Handling {
  readonly pipeline: RequestPipeline;
  readonly state: RequestState;
  readonly route: Route;
  readonly params: { readonly [name: string]: string };
  readonly settings: ServiceSettings;
  readonly origin: string;
  /** The result of the route's `prepare`. */
  prepared: unknown;
}

const noDocuments: DocumentLoaders = {};

/** The purpose for which the key of signed addresses is derived from the secret of the store. */
export const addressKeyPurpose = 'addresses';

type SharedContext = Omit<RequestContext, 'tx' | 'prepared' | 'documents' | 'readable'>;

/** What a handler has within its transaction and before it. Written out member by member: copies cost each read a seventh. */
const createSharedContext = ({ pipeline, state, params, settings, origin }: Handling): SharedContext => ({
  params,
  query: state.query,
  body: state.body,
  header: state.request.header,
  clock: pipeline.clock,
  settings,
  listeners: pipeline.listeners,
  addressKey: pipeline.store.deriveKey(addressKeyPurpose),
  newId,
  self: state.path,
  origin,
  dialect: state.dialect,
  caller: state.caller?.caller ?? anonymousCaller,
});

/** The context of the handler in one transaction. `lookUp`: of a route that `looksUp`. */
export const createRequestContext = (
  handling: Handling,
  tx: ReadTransaction,
  lookUp: ExternalLookup | undefined,
): RequestContext<Transaction> & { readonly lookUp: ExternalLookup | undefined } => {
  const { pipeline, state, prepared } = handling;
  return Object.assign(createSharedContext(handling), {
    tx: tx as Transaction,
    lookUp,
    documents: pipeline.definition.documentLoaders ?? noDocuments,
    readable: (type: string) => pipeline.definition.findReadableSelector?.(type, state.caller?.caller.purpose),
    prepared,
  });
};

/** The context of the route's `prepare`, before the transaction. */
export const createPreparationContext = (handling: Handling, units: Pick<PreparationContext, 'read' | 'write'>): PreparationContext =>
  Object.assign(createSharedContext(handling), { bundledProvider: handling.pipeline.bundledProvider }, units);
