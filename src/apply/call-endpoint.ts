import { isNotFound } from '../client/contract/errors.ts';
import type { ServiceResponse, ServiceRequest, QueryParameters } from '../client/contract/service-client.ts';
import {
  isAbsent,
  endpointMethod,
  pathParametersOf,
  endpointPath,
  type Resource,
  type Endpoint,
  uuid,
  type Values,
} from '@slipway/declarations/declare';
import { decodeDocument, documentFormatOf, toHostedDocument, toNeutralDocument } from '@slipway/declarations/dialects';
import type { ApplyContext } from './apply-operation.ts';

/** Slugs consist of several segments of a path. */
const isSlug = (name: string): boolean => name.endsWith('slug') || name === 'organization';

/**
 * The path of an endpoint with its `{parameters}` filled in and percent-encoded; see Endpoint for those of a query.
 */
export const fillPath = (endpoint: string, values: Values): string => {
  const text = endpoint.includes(' ') ? endpointPath(endpoint as Endpoint) : endpoint;
  const [path] = text.split('?', 1) as [string],
    query = path === text ? undefined : text.slice(path.length + 1);
  const value = (name: string): string => {
    const known = values[name];
    if (typeof known !== 'string' && typeof known !== 'number') throw new Error(`"${endpoint}" needs ${name}, which is not known`);
    return String(known);
  };
  const filled = path.replace(/\{([a-z_]+)\}/g, (_, name: string) =>
    isSlug(name) ? value(name).split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value(name)),
  );
  if (query === undefined) return filled;
  const pairs = query.split('&').flatMap((pair) => {
    const [, names, name, silent] = /^([a-z,[\]-]+)=\{([a-z_]+)(\?)?\}$/.exec(pair) ?? [];
    if (name === undefined) return [pair];
    if (silent && isAbsent(values[name])) return [];
    const [first, other = first] = (names as string).split(',');
    return [`${uuid.accepts(value(name)) ? first : other}=${encodeURIComponent(value(name))}`];
  });
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
};

/** Whether every parameter of the endpoint is known. */
export const canFillPath = (endpoint: string | undefined, values: Values): endpoint is Endpoint =>
  endpoint !== undefined &&
  pathParametersOf(endpoint).every((name) => typeof values[name] === 'string' || typeof values[name] === 'number');

export interface EndpointCallOptions {
  readonly body?: unknown;
  readonly effect: ServiceRequest['effect'];
  readonly query?: QueryParameters;
  readonly findExisting?: ServiceRequest['findExisting'];
  readonly acceptedStatuses?: readonly number[];
  readonly deadline?: number;
  readonly text?: true;
  readonly writes?: ServiceRequest['writes'];
}

/** Sends one request in the API dialect of the client; the body of the response is in the neutral dialect. */
export const callEndpoint = async (
  context: ApplyContext,
  endpoint: Endpoint,
  values: Values,
  sending: EndpointCallOptions,
): Promise<ServiceResponse> => {
  const { client, signal } = context;
  const { body, ...rest } = sending;
  const response = await client.call({
    method: endpointMethod(endpoint) as ServiceRequest['method'],
    path: fillPath(endpoint, values),
    signal,
    ...rest,
    ...(body === undefined ? {} : { body: client.dialect === 'hosted' ? toHostedDocument(body, client.service) : body }),
  });
  return { ...response, body: toNeutralDocument(response.body, client.service) };
};

/** The document of an answer; null when it has none. */
export const responseDocument = (resource: Pick<Resource, 'service'>, body: unknown): Values | null => {
  if (typeof body !== 'object' || body === null) return null;
  if (resource.service === 'ci') return body as Values;
  const data = (body as { data?: unknown }).data;
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Values) : null;
};

/** The attributes of the resource that the document of a response holds. */
export const decodeResponse = (resource: Pick<Resource, 'service' | 'attributes'>, body: unknown): Values => {
  const document = responseDocument(resource, body);
  return document === null ? {} : decodeDocument(documentFormatOf(resource.service), resource.attributes, document);
};

/** A raw list item in the neutral dialect. */
export const toNeutralItem = (item: Values, service: Resource['service'] = 'workspaces'): Values =>
  service === 'ci' ? (toNeutralDocument(item, service) as Values) : (toNeutralDocument({ data: item }) as { data: Values }).data;

/** What a walk answers, or null when what it walks below is not there (404). */
export const nullIfNotFound = async <T>(walk: () => Promise<T>): Promise<T | null> => {
  try {
    return await walk();
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
};
