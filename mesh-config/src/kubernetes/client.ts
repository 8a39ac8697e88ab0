import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { version } from '../version.ts';
import { readResponsePrefix, readResponseText } from './response-text.ts';
import type { ClusterConnection } from './connection.ts';
import { createProtocolError, createResponseError, toKubernetesError } from './kubernetes-error.ts';

/** One request. */
export interface KubernetesRequest {
  readonly method?: 'GET' | 'PATCH' | 'POST';
  /** Below the server's own: `/api/v1/pods`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** `application/json` unless it is said; of a patch, which kind it is. */
  readonly contentType?: string;
  readonly signal?: AbortSignal | undefined;
}
/** Of the API of Kubernetes, what mesh-config uses. Each rejects with a KubernetesFailure. */
export interface KubernetesClient {
  /** The document of the answer. */
  request(call: KubernetesRequest): Promise<unknown>;
  /** The answer while it still comes. */
  stream(call: KubernetesRequest): Promise<IncomingMessage>;
  /** How a request is named to people: `GET https://10.0.0.1/api/v1/pods`, without what it asks for. */
  describe(call: KubernetesRequest): string;
}
export interface RequestTimeouts {
  /** Milliseconds until an answer begins, and until it is here. */
  readonly responseStart: number;
  readonly responseEnd: number;
}

/** Bytes of one answer. */
const maxResponseBytes = 256 * 1024 * 1024;
/** What makes us known may stand in what a server says of our request. */
const secretsOf = ({ headers = {}, auth }: RequestOptions): readonly string[] =>
  [
    auth,
    ...Object.values(headers)
      .filter((value) => typeof value === 'string')
      .map((value) => value.replace(/^Bearer /, '')),
  ]
    .filter((one) => one !== undefined && one !== '')
    .map(String);

export const createKubernetesClient = (
  { server, requestOptions: options, rereadCredentials: denied }: ClusterConnection,
  { responseStart: begins, responseEnd: ends }: RequestTimeouts = { responseStart: 30_000, responseEnd: 120_000 },
): KubernetesClient => {
  const send = server.protocol === 'http:' ? requestHttp : requestHttps;
  const urlOf = ({ path, query = {} }: KubernetesRequest): URL => {
    const url = new URL(server.origin);
    url.pathname = server.pathname.replace(/\/$/, '') + path;
    url.search = new URLSearchParams(query).toString();
    return url;
  };
  const whatOf = (call: KubernetesRequest): string => {
    const { origin, pathname } = urlOf(call);
    return `${call.method ?? 'GET'} ${origin}${pathname}`;
  };

  const open = async (call: KubernetesRequest): Promise<IncomingMessage> => {
    const { method = 'GET', body, contentType: type = 'application/json', signal } = call;
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    let late: NodeJS.Timeout | undefined;
    try {
      const given = await options();
      const answer = await new Promise<IncomingMessage>((done, fail) => {
        const sent = send(urlOf(call), {
          ...given,
          method,
          ...(signal ? { signal } : {}),
          headers: {
            ...(given.headers as Record<string, string>),
            accept: 'application/json',
            'user-agent': `mesh-config/${version}`,
            ...(bytes ? { 'content-type': type, 'content-length': bytes.length } : {}),
          },
        });
        late = setTimeout(() => {
          sent.destroy(Object.assign(new Error(`no answer in ${begins / 1000} s`), { code: 'ETIMEDOUT' }));
        }, begins);
        sent.on('error', fail).on('response', done).end(bytes);
      });
      const { statusCode: status = 0, headers } = answer;
      if (status >= 200 && status < 300) return answer;
      if (status === 401) denied();
      const said = secretsOf(given).reduce((text, secret) => text.replaceAll(secret, '…'), await readResponsePrefix(answer, 64 * 1024));
      throw createResponseError(whatOf(call), status, said, headers['retry-after']);
    } catch (error) {
      throw toKubernetesError(whatOf(call), error);
    } finally {
      clearTimeout(late);
    }
  };
  return {
    stream: open,
    describe: whatOf,
    request: async (call) => {
      const deadline = AbortSignal.timeout(ends);
      try {
        const answer = await open({ ...call, signal: call.signal ? AbortSignal.any([call.signal, deadline]) : deadline });
        return JSON.parse(await readResponseText(answer, maxResponseBytes)) as unknown;
      } catch (error) {
        if (error instanceof SyntaxError) throw createProtocolError(whatOf(call), 'the answer is no JSON', 'NoJson');
        throw toKubernetesError(
          whatOf(call),
          deadline.aborted ? Object.assign(new Error(`no whole answer in ${ends / 1000} s`), { code: 'ETIMEDOUT' }) : error,
        );
      }
    },
  };
};
