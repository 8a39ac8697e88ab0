/** A service on a real socket, and requests to it as they stand on the wire. */
import { request } from 'node:http';
import { startService, type Started, type StartOptions } from '../../../src/service/start.ts';

export interface Answer { readonly status: number; readonly headers: { readonly [name: string]: string | string[] | undefined }; readonly text: string; readonly body: any }
export interface Asked { readonly body?: unknown; readonly headers?: { readonly [name: string]: string } }
export interface Serving extends Started { ask(row: string, asked?: Asked): Promise<Answer> }

const parsed = (text: string): unknown => { try { return JSON.parse(text); } catch { return undefined; } };

/** Headers go out as they are given, `host` and `origin` too. A body that is no text is sent as JSON. */
export const askAt = (port: number, host = '127.0.0.1') => (row: string, { body, headers = {} }: Asked = {}): Promise<Answer> => new Promise((done, fail) => {
  const [method, path] = row.split(' ') as [string, string];
  const bytes = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const sent = request({ host, port, method, path, headers: { ...(bytes === undefined ? {} : { 'content-length': String(Buffer.byteLength(bytes)) }), ...headers } }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (piece: string) => { text += piece; }).on('error', fail)
      .on('end', () => done({ status: answer.statusCode!, headers: answer.headers, text, body: parsed(text) }));
  });
  sent.on('error', fail);
  sent.end(bytes);
});

/** On a free port, in memory, with the organization `acme` and the token `first`, and with test controls, unless said otherwise. */
export const serving = async (options: Partial<StartOptions> = {}): Promise<Serving> => {
  const started = await startService({ store: 'memory', token: 'first', organization: 'acme', test: true, ...options });
  return { ...started, ask: askAt(started.port) };
};

export const asOwner = { authorization: 'Bearer first', 'content-type': 'application/vnd.api+json' };
export const asCi = { 'ci-token': 'first', 'content-type': 'application/json' };
export const told = ({ body }: Answer): string[] => body.errors.map(({ detail }: { detail: string }) => detail);
