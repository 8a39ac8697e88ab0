import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Component } from '../lifecycle/component.ts';
import { createHttpListener } from '../http/http-listener.ts';
import { describeListenError } from '../http/describe-listen-error.ts';
import { contentSecurityPolicy, renderPage } from './render-page.ts';
import { type TopicResponse, methodNotAllowed, type Page, type Topic } from './topic.ts';

export interface IntrospectionOptions {
  /** `--ctrlz_address`; `*`: every one. */
  readonly address: string;
  readonly port: number;
  readonly topics: readonly Topic[];
  home(): Readonly<Record<string, string | number>>;
  /** Ends the program in order. */
  exit(): void;
}

const maxBodyBytes = 64 * 1024;
/** Milliseconds between the answer to an exit and the exit. */
const exitDelay = 1000;
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);

const readRequestBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBodyBytes) return undefined;
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    ? (new URLSearchParams(text).get('body') ?? text)
    : text;
};

/** A page of another site may neither change anything here nor, by a name that leads here, read it. */
const isForeign = (request: IncomingMessage, address: string): boolean => {
  const { host = '', origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (isLoopback(address) && !isLoopback(host.replace(/:\d+$/, ''))) return true;
  return (
    request.method !== 'GET' &&
    request.method !== 'HEAD' &&
    ((origin !== undefined && origin !== `http://${host}`) || (site !== undefined && !['same-origin', 'none'].includes(String(site))))
  );
};

/** The introspection facility: pages and JSON about the program, for whoever may reach its port. */
export const createIntrospectionServer = ({ address, port, topics, home, exit }: IntrospectionOptions): Component & { port(): number } => {
  const answer = (response: ServerResponse, status: number, type: string, text: string): void => {
    response.writeHead(status, {
      'content-type': type,
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    response.end(text);
  };
  const asJson = (response: ServerResponse, { status, json }: TopicResponse): void => {
    answer(response, status, 'application/json', json === undefined ? '' : `${JSON.stringify(json)}\n`);
  };
  const asPage = (response: ServerResponse, status: number, title: string, about: string, page: Page): void => {
    answer(response, status, 'text/html; charset=utf-8', renderPage(title, about, page, topics));
  };
  const homeTopic: Topic = {
    name: 'home',
    title: 'mesh-config',
    description: 'What runs here.',
    page: () => ({
      tables: [
        { head: ['What', 'Value'], rows: Object.entries(home()) },
        {
          head: ['Topic', 'About'],
          rows: topics.map(({ name, title, description: about }) => [{ text: title, href: `/${name}z/` }, about]),
        },
        { head: ['End'], rows: [[{ text: 'end the program', put: '/homej/exit' }]] },
      ],
    }),
    json: ({ method, path: rest }) => {
      if (rest === '') return method === 'GET' ? { status: 200, json: home() } : methodNotAllowed;
      if (rest !== 'exit') return { status: 404, json: { error: 'there is /homej and /homej/exit' } };
      if (method === 'GET') return methodNotAllowed;
      setTimeout(exit, exitDelay).unref();
      return { status: 202 };
    },
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (isForeign(request, address)) {
      asJson(response, { status: 403, json: { error: 'pages of other sites have no business here' } });
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
    const method = request.method === 'HEAD' ? 'GET' : request.method === 'POST' ? 'PUT' : (request.method ?? 'GET');
    const [, name = '', form, rest = ''] =
      (pathname === '/' ? ['', 'home', 'z', ''] : /^\/([a-z]+)([zj])(?:\/(.*))?$/.exec(pathname)) ?? [];
    const topic = [homeTopic, ...topics].find((one) => one.name === name);
    if (!topic || (form === 'j' && !topic.json) || (form === 'z' && rest !== '')) {
      asPage(response, 404, 'Not here', `There is nothing at ${pathname.slice(0, 200)}.`, { tables: [] });
      return;
    }
    if (method !== 'GET' && method !== 'PUT') {
      asJson(response, methodNotAllowed);
      return;
    }
    const body = await readRequestBody(request);
    if (body === undefined) {
      asJson(response, { status: 413, json: { error: `a body may have ${maxBodyBytes} bytes` } });
      return;
    }
    if (form === 'z')
      asPage(
        response,
        method === 'GET' ? 200 : 405,
        topic.title,
        topic.description,
        method === 'GET' ? await topic.page(searchParams) : { tables: [] },
      );
    else asJson(response, await topic.json!({ method, path: decodeURIComponent(rest), query: searchParams, body }));
  };
  const listener = createHttpListener(
    (request, response) => {
      serve(request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else
          asJson(
            response,
            error instanceof URIError || (error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL'
              ? { status: 400, json: { error: 'the path cannot be read' } }
              : { status: 500, json: { error: `this is our fault, please report it: ${(error as Error).message}` } },
          );
      });
    },
    { port, ...(address === '*' ? {} : { host: address }) },
  );
  return {
    name: 'introspection',
    port: listener.port,
    stop: listener.stop,
    start: () =>
      listener.start().catch((error: unknown) => {
        throw new Error(`unable to start introspection: ${describeListenError(error, `${address}:${port}`)}`);
      }),
  };
};
