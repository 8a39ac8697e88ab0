import { endpointMethod, type PathParameters, endpointPath, type Endpoint, type Values } from '@slipway/declarations/declare';
import { toHostedDocument, toNeutralDocument } from '@slipway/declarations/dialects';
import { apiUrl, redactUrl } from '../address.ts';
import type { RequestDetails } from '../contract/errors.ts';
import type { ServiceResponse, ServiceRequest, ListItem, ServiceClient, QueryParameters } from '../contract/service-client.ts';
import { listPages } from '../list-pages.ts';
import { serviceInfos } from '../service-info.ts';
import { workspaceEndpoints } from './workspace-operations.ts';

type OperationEndpoints = typeof workspaceEndpoints;
/** The values for the `{parameters}` of an operation's path. */
export type OperationPath<N extends keyof OperationEndpoints> = { readonly [P in PathParameters<OperationEndpoints[N][1]>]: string };
/** Options of every operation: an abort signal, and a timeout in milliseconds for the whole operation. */
export interface OperationOptions {
  readonly signal?: AbortSignal | undefined;
  readonly deadline?: number | undefined;
}
export interface OperationRequest extends OperationOptions {
  readonly query?: QueryParameters;
  readonly body?: unknown;
  readonly effect?: ServiceRequest['effect'];
  readonly findExisting?: () => Promise<ServiceResponse | null>;
  readonly text?: true;
  readonly acceptedStatuses?: readonly number[];
}

const effects: { readonly [method: string]: ServiceRequest['effect'] } = {
  GET: 'read',
  PUT: 'put',
  PATCH: 'put',
  DELETE: 'delete',
  POST: 'create',
};

const fillOperationPath = (endpoint: Endpoint, params: { readonly [name: string]: string }): string =>
  endpointPath(endpoint).replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = params[name];
    // An empty part would make it another path: that of the list instead of one document.
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
      throw new RangeError(`${endpoint} needs ${name}, and was given ${JSON.stringify(value)}`);
    return encodeURIComponent(value);
  });

/** A response with the request that it answers. */
export type OperationResponse = ServiceResponse & { readonly request: RequestDetails };

/** Calls one operation. Request bodies are sent in the API dialect of the client; response bodies are in the neutral dialect. */
export const callOperation = async <N extends keyof OperationEndpoints>(
  client: ServiceClient,
  operation: N,
  params: OperationPath<N>,
  request: OperationRequest = {},
): Promise<OperationResponse> => {
  const endpoint: Endpoint = workspaceEndpoints[operation][1];
  const method = endpointMethod(endpoint) as ServiceRequest['method'];
  const {
    body,
    query,
    effect = effects[method] as ServiceRequest['effect'],
    findExisting,
    text,
    acceptedStatuses,
    signal,
    deadline,
  } = request;
  const path = fillOperationPath(endpoint, params);
  const response = await client.call({
    method,
    effect,
    path,
    ...(query && { query }),
    ...(findExisting && { findExisting }),
    ...(text && { text }),
    ...(acceptedStatuses && { acceptedStatuses }),
    ...(signal && { signal }),
    ...(deadline && { deadline }),
    ...(body === undefined ? {} : { body: client.dialect === 'hosted' ? toHostedDocument(body) : body }),
  });
  return {
    ...response,
    body: toNeutralDocument(response.body),
    request: { ...serviceInfos[client.service], method, url: redactUrl(apiUrl(client.address, path)), attempts: 1 },
  };
};

/** Every document of a list operation, with included documents, from all pages. */
export async function* listOperation<N extends keyof OperationEndpoints>(
  client: ServiceClient,
  operation: N,
  params: OperationPath<N>,
  query: QueryParameters = {},
  { signal }: OperationOptions = {},
): AsyncGenerator<{ readonly item: ListItem; readonly included: readonly ListItem[] }> {
  const seen = new Set<unknown>();
  for await (const page of listPages(client, { path: fillOperationPath(workspaceEndpoints[operation][1], params), query, signal })) {
    const { data, included } = toNeutralDocument({ data: page.items, included: page.included }) as {
      data: readonly ListItem[];
      included: readonly ListItem[];
    };
    for (const item of data) {
      if (item['id'] !== undefined && seen.has(item['id'])) continue;
      seen.add(item['id']);
      yield { item, included };
    }
  }
}

/** The parts of an answer's body. */
export const responseBody = (response: ServiceResponse): { readonly data: Values | null; readonly included: readonly ListItem[] } => {
  const body = (typeof response.body === 'object' && response.body !== null ? response.body : {}) as {
    data?: Values | null;
    included?: readonly ListItem[];
  };
  return { data: body.data ?? null, included: body.included ?? [] };
};
