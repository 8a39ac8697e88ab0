import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { version } from '../../version.ts';
import type { Connection } from './connection.ts';
import { KubernetesFailure, refusal, unreached } from './failure.ts';

/** One request. */
export interface Call {
  readonly method?: 'GET' | 'PATCH' | 'POST';
  /** Below the server's own: `/api/v1/pods`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** `application/json` unless it is said; of a patch, which kind it is. */
  readonly type?: string;
  readonly signal?: AbortSignal | undefined;
}
/** Of the API of Kubernetes, what mesh-config uses. Each rejects with a KubernetesFailure. */
export interface KubernetesClient {
  /** The document of the answer. */
  call(call: Call): Promise<unknown>;
  /** The answer while it still comes. */
  open(call: Call): Promise<IncomingMessage>;
}

/** Milliseconds until an answer begins, and until it is here. */
const patience = 30_000, slowest = 120_000;
/** Bytes of one answer. */
const largest = 256 * 1024 * 1024;

const textOf = async (answer: IncomingMessage, most: number): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw new Error(`the answer has more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

export const kubernetesClient = ({ server, options }: Connection): KubernetesClient => {
  const send = server.protocol === 'http:' ? requestHttp : requestHttps;
  const urlOf = ({ path, query = {} }: Call): URL => {
    const url = new URL(server.origin);
    url.pathname = server.pathname.replace(/\/$/, '') + path;
    url.search = new URLSearchParams(query).toString();
    return url;
  };
  const whatOf = (call: Call): string => { const { origin, pathname } = urlOf(call); return `${call.method ?? 'GET'} ${origin}${pathname}`; };

  const open = async (call: Call): Promise<IncomingMessage> => {
    const { method = 'GET', body, type = 'application/json', signal } = call;
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    try {
      const given = await options();
      const answer = await new Promise<IncomingMessage>((done, fail) => {
        const late = setTimeout(() => { sent.destroy(Object.assign(new Error(`no answer in ${patience / 1000} s`), { code: 'ETIMEDOUT' })); }, patience);
        const sent = send(urlOf(call), {
          ...given, method, ...(signal ? { signal } : {}),
          headers: { ...given.headers as Record<string, string>, accept: 'application/json', 'user-agent': `mesh-config/${version}`, ...(bytes ? { 'content-type': type, 'content-length': bytes.length } : {}) },
        });
        sent.on('error', fail).on('response', done).on('close', () => { clearTimeout(late); });
        sent.on('response', () => { clearTimeout(late); });
        sent.end(bytes);
      });
      const { statusCode: status = 0, headers } = answer;
      if (status >= 200 && status < 300) return answer;
      throw refusal(whatOf(call), status, await textOf(answer, 64 * 1024), headers['retry-after']);
    } catch (error) { throw unreached(whatOf(call), error); }
  };
  return {
    open,
    call: async (call) => {
      const deadline = AbortSignal.timeout(slowest);
      const answer = await open({ ...call, signal: call.signal ? AbortSignal.any([call.signal, deadline]) : deadline });
      try { return JSON.parse(await textOf(answer, largest)) as unknown; } catch (error) {
        if (error instanceof SyntaxError) throw new KubernetesFailure(`${whatOf(call)}: the answer is no JSON`, 0, 'NoJson');
        throw unreached(whatOf(call), error);
      }
    },
  };
};
