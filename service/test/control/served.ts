/** A service on a real socket, and requests as raw bytes. */
import { request } from 'node:http';
import { noteAnswerFault } from '../answer-faults.ts';
import { openService, type RunningService, type StartOptions } from '../../src/start.ts';

export interface ServerResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly text: string;
  readonly body: any;
}
export interface ServerRequest {
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
}
export interface ServedService extends RunningService {
  request(row: string, asked?: ServerRequest): Promise<ServerResponse>;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Headers go out as they are given, `host` and `origin` too. A body that is no text is sent as JSON. */
export const createRequester =
  (port: number, host = '127.0.0.1') =>
  (row: string, { body, headers = {} }: ServerRequest = {}): Promise<ServerResponse> =>
    new Promise((done, fail) => {
      const [method, path] = row.split(' ') as [string, string];
      const bytes = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
      const sent = request(
        {
          host,
          port,
          method,
          path,
          headers: { ...(bytes === undefined ? {} : { 'content-length': String(Buffer.byteLength(bytes)) }), ...headers },
        },
        (answer) => {
          let text = '';
          answer
            .setEncoding('utf8')
            .on('data', (piece: string) => {
              text += piece;
            })
            .on('error', fail)
            .on('end', () => done({ status: answer.statusCode!, headers: answer.headers, text, body: parseJson(text) }));
        },
      );
      sent.on('error', fail);
      sent.end(bytes);
    });

/** On a free port, in memory, with the organization `acme` and the token `first`, and with test controls, unless said otherwise. */
export const serveService = async (options: Partial<StartOptions> = {}): Promise<ServedService> => {
  const started = await openService({
    store: 'memory',
    token: 'first',
    organization: 'acme',
    test: true,
    observe: noteAnswerFault,
    ...options,
  });
  return { ...started, request: createRequester(started.port) };
};

export const ownerHeaders = { authorization: 'Bearer first', 'content-type': 'application/vnd.api+json' };
export const ciHeaders = { 'ci-token': 'first', 'content-type': 'application/json' };
export const listErrorDetails = ({ body }: ServerResponse): string[] => body.errors.map(({ detail }: { detail: string }) => detail);
