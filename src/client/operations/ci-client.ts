import { endpointMethod, type PathParameters, endpointPath, type Endpoint, type Values } from '@slipway/declarations/declare';
import { toHostedDocument, toNeutralDocument } from '@slipway/declarations/dialects';
import type { ServiceResponse, ServiceRequest, ListItem, ServiceClient, QueryParameters } from '../contract/service-client.ts';
import { serviceInfos } from '../service-info.ts';
import { type CiOperation, ciEndpoints, repeatableOperations } from './ci-operations.ts';

/** The values for the `{parameters}` of an operation's path; slugs keep their slashes. */
export type CiOperationPath<N extends CiOperation> = { readonly [P in PathParameters<(typeof ciEndpoints)[N]>]: string | number };
export interface CiOperationRequest {
  readonly query?: QueryParameters;
  readonly body?: Values;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole of it. */
  readonly deadline?: number | undefined;
  /** Looks up the object of a create whose response was lost: its response, or null. Without it, the create is not sent again. */
  readonly findExisting?: () => Promise<ServiceResponse | null>;
  readonly acceptedStatuses?: readonly number[];
}

const effects: { readonly [method: string]: ServiceRequest['effect'] } = {
  GET: 'read',
  PUT: 'put',
  PATCH: 'put',
  DELETE: 'delete',
  POST: 'create',
};
const isSlug = (name: string): boolean => name.endsWith('slug') || name === 'organization';

const encodeParameter = (endpoint: Endpoint, name: string, value: unknown): string => {
  const parts = isSlug(name) ? String(value).split('/') : [String(value)];
  // An empty part would make it another path: that of the list instead of one document.
  if ((typeof value !== 'string' && typeof value !== 'number') || parts.some((one) => one === '' || one === '.' || one === '..'))
    throw new RangeError(`${endpoint} needs ${name}, and was given ${JSON.stringify(value)}`);
  return parts.map(encodeURIComponent).join('/');
};

const fillCiPath = (endpoint: Endpoint, params: Values): string =>
  endpointPath(endpoint).replace(/\{([a-z_]+)\}/g, (_, name: string) => encodeParameter(endpoint, name, params[name]));

/**
 * Every operation of the CI service. Bodies are the specification's documents, in both profiles; what a service spells with
 * hyphens or underscores stays as it came. Throws the errors of errors.ts.
 */
export const ciClient = (client: ServiceClient) => {
  if (client.service !== 'ci') throw new TypeError(`this line leads to the ${serviceInfos[client.service].title}`);
  return {
    /** Sends one request and returns the document of the response; null if there is none. */
    ask: async <N extends CiOperation>(
      operation: N,
      params: CiOperationPath<N>,
      { body, query, signal, deadline, findExisting, acceptedStatuses }: CiOperationRequest = {},
    ): Promise<unknown> => {
      const endpoint: Endpoint = ciEndpoints[operation],
        method = endpointMethod(endpoint) as ServiceRequest['method'];
      const effect = repeatableOperations.has(operation) ? 'put' : (effects[method] as ServiceRequest['effect']);
      const response = await client.call({
        method,
        effect,
        path: fillCiPath(endpoint, params),
        ...(query && { query }),
        ...(signal && { signal }),
        ...(deadline && { deadline }),
        ...(findExisting && { findExisting }),
        ...(acceptedStatuses && { acceptedStatuses }),
        ...(body === undefined ? {} : { body: client.dialect === 'hosted' ? toHostedDocument(body, 'ci') : body }),
      });
      return toNeutralDocument(response.body, 'ci');
    },
    /** Every item of a list operation, page by page to the end. A list of decisions is counted: `{ offset: 0 }`. */
    list: async function* <N extends CiOperation>(
      operation: N,
      params: CiOperationPath<N>,
      query: QueryParameters = {},
      { signal }: Pick<CiOperationRequest, 'signal'> = {},
    ): AsyncGenerator<ListItem> {
      for await (const item of client.list({ path: fillCiPath(ciEndpoints[operation], params), query, ...(signal && { signal }) }))
        yield toNeutralDocument(item, 'ci') as ListItem;
    },
  };
};
export type CiClient = ReturnType<typeof ciClient>;
