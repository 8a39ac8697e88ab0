import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { readResponsePrefix, readResponseText } from './response-text.ts';
import type { ClusterConnection } from './connection.ts';
import { createProtocolError, createResponseError, toKubernetesError } from './kubernetes-error.ts';

/** A request to the API server. */
export interface KubernetesRequest {
  readonly method?: 'DELETE' | 'GET' | 'PATCH' | 'POST';
  /** Relative to the path of the server: `/api/v1/pods`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Default `application/json`; the type of a patch. */
  readonly contentType?: string;
  /** The response starts when there is something to send, as that of a log that is followed: no time limit. */
  readonly startsLate?: boolean;
  readonly signal?: AbortSignal | undefined;
}
/** A client of an API server. Each request rejects with a KubernetesError. */
export interface KubernetesClient {
  /** Resolves with the document of the response. */
  request(request: KubernetesRequest): Promise<unknown>;
  /** Resolves with the response while its body still comes. */
  stream(request: KubernetesRequest): Promise<IncomingMessage>;
  /** The request as messages name it, without its query: `GET https://10.0.0.1/api/v1/pods`. */
  describe(request: KubernetesRequest): string;
}
export interface RequestTimeouts {
  /** Milliseconds until a response starts, and until it is complete. */
  readonly responseStart: number;
  readonly responseEnd: number;
}
export interface ClientOptions {
  /** The program, as the audit log of the cluster names it: `mesh-config/0.1.0`. */
  readonly userAgent: string;
  /** Default: 30 s and 120 s. */
  readonly timeouts?: RequestTimeouts;
}

const defaultTimeouts: RequestTimeouts = { responseStart: 30_000, responseEnd: 120_000 };
/** Bytes of one response. */
const maxResponseBytes = 256 * 1024 * 1024;
/** The credentials of a request: a server may repeat them in its error message. */
const secretsOf = ({ headers = {}, auth }: RequestOptions): readonly string[] =>
  [
    auth,
    ...Object.values(headers)
      .filter((value) => typeof value === 'string')
      .map((value) => value.replace(/^Bearer /, '')),
  ]
    .filter((one) => one !== undefined && one !== '')
    .map(String);

const urlOf = ({ server }: ClusterConnection, { path, query = {} }: KubernetesRequest): URL => {
  const url = new URL(server.origin);
  url.pathname = server.pathname.replace(/\/$/, '') + path;
  url.search = new URLSearchParams(query).toString();
  return url;
};

const describeRequest = (connection: ClusterConnection, request: KubernetesRequest): string => {
  const { origin, pathname } = urlOf(connection, request);
  return `${request.method ?? 'GET'} ${origin}${pathname}`;
};

const timeoutError = (message: string): Error => Object.assign(new Error(message), { code: 'ETIMEDOUT' });

const headersOf = (credentials: RequestOptions, body: Buffer | undefined, contentType: string): Record<string, string | number> => ({
  ...(credentials.headers as Record<string, string>),
  accept: 'application/json',
  ...(body ? { 'content-type': contentType, 'content-length': body.length } : {}),
});

/** Sends a request; resolves with the response whose status is 2xx, while its body still comes. */
const openStream = async (
  connection: ClusterConnection,
  { userAgent, timeouts = defaultTimeouts }: ClientOptions,
  request: KubernetesRequest,
): Promise<IncomingMessage> => {
  const { method = 'GET', contentType = 'application/json', signal, startsLate = false } = request;
  const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
  const description = describeRequest(connection, request);
  const sendRequest = connection.server.protocol === 'http:' ? requestHttp : requestHttps;
  let timeout: NodeJS.Timeout | undefined;
  try {
    const credentials = await connection.requestOptions();
    const headers = { ...headersOf(credentials, body, contentType), 'user-agent': userAgent };
    const response = await new Promise<IncomingMessage>((done, fail) => {
      const outgoing = sendRequest(urlOf(connection, request), { ...credentials, method, ...(signal ? { signal } : {}), headers });
      const giveUp = (): void => {
        outgoing.destroy(timeoutError(`no response in ${timeouts.responseStart / 1000} s`));
      };
      if (!startsLate) timeout = setTimeout(giveUp, timeouts.responseStart);
      outgoing.on('error', fail).on('response', done).end(body);
    });
    const { statusCode: status = 0 } = response;
    if (status >= 200 && status < 300) return response;
    if (status === 401) connection.rereadCredentials();
    const text = await readResponsePrefix(response, 64 * 1024);
    const masked = secretsOf(credentials).reduce((masking, secret) => masking.replaceAll(secret, '…'), text);
    throw createResponseError(description, status, masked, response.headers['retry-after']);
  } catch (error) {
    throw toKubernetesError(description, error);
  } finally {
    clearTimeout(timeout);
  }
};

/** A client of the API server of a cluster. */
export const createKubernetesClient = (connection: ClusterConnection, options: ClientOptions): KubernetesClient => ({
  stream: (request) => openStream(connection, options, request),
  describe: (request) => describeRequest(connection, request),
  request: async (request) => {
    const description = describeRequest(connection, request);
    const { responseEnd } = options.timeouts ?? defaultTimeouts;
    const deadline = AbortSignal.timeout(responseEnd);
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
    try {
      const response = await openStream(connection, options, { ...request, signal });
      return JSON.parse(await readResponseText(response, maxResponseBytes)) as unknown;
    } catch (error) {
      if (error instanceof SyntaxError) throw createProtocolError(description, 'the response is not JSON', 'NoJson');
      const cause = deadline.aborted ? timeoutError(`no complete response in ${responseEnd / 1000} s`) : error;
      throw toKubernetesError(description, cause);
    }
  },
});
