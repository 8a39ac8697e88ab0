import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Component } from '../lifecycle/component.ts';
import { isAddressedToLoopback, isLoopback } from '../http/loopback.ts';
import { createHttpListener } from '../http/http-listener.ts';
import { describeListenError } from '../http/describe-listen-error.ts';
import { contentSecurityPolicy, renderPage } from './render-page.ts';
import { type TopicResponse, methodNotAllowed, type Topic } from './topic.ts';

export interface IntrospectionOptions {
  /** `--ctrlz_address`; `*`: all addresses. */
  readonly address: string;
  readonly port: number;
  readonly topics: readonly Topic[];
  home(): Readonly<Record<string, string | number>>;
  /** Shuts the program down. */
  exit(): void;
}

const maxBodyBytes = 64 * 1024;
/** Milliseconds between the response to an exit request and the exit. */
const exitDelay = 1000;

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

/** Whether a page of another site sends the request. Such a page must not change anything, nor read anything by DNS rebinding. */
const isForeign = (request: IncomingMessage, address: string): boolean => {
  const { host = '', origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (isLoopback(address) && !isAddressedToLoopback(request)) return true;
  return (
    request.method !== 'GET' &&
    request.method !== 'HEAD' &&
    ((origin !== undefined && origin !== `http://${host}`) || (site !== undefined && !['same-origin', 'none'].includes(String(site))))
  );
};

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
} as const;

const send = (response: ServerResponse, status: number, type: string, text: string): void => {
  response.writeHead(status, { 'content-type': type, ...securityHeaders }).end(text);
};
const sendJson = (response: ServerResponse, { status, json }: TopicResponse): void => {
  send(response, status, 'application/json', json === undefined ? '' : `${JSON.stringify(json)}\n`);
};

const createHomeTopic = ({ topics, home, exit }: IntrospectionOptions): Topic => ({
  name: 'home',
  title: 'mesh-config',
  description: 'The program and its topics.',
  page: () => ({
    tables: [
      { head: ['Name', 'Value'], rows: Object.entries(home()) },
      { head: ['Topic', 'About'], rows: topics.map(({ name, title, description }) => [{ text: title, href: `/${name}z/` }, description]) },
      { head: ['Exit'], rows: [[{ text: 'end the program', put: '/homej/exit' }]] },
    ],
  }),
  json: ({ method, path }) => {
    if (path === '') return method === 'GET' ? { status: 200, json: home() } : methodNotAllowed;
    if (path !== 'exit') return { status: 404, json: { error: 'expected /homej or /homej/exit' } };
    if (method === 'GET') return methodNotAllowed;
    setTimeout(exit, exitDelay).unref();
    return { status: 202 };
  },
});

interface Target {
  readonly topic: Topic;
  readonly form: 'page' | 'json';
  /** Below the path of the topic. */
  readonly path: string;
}

/** `/scopez/` is the page of the topic `scope`, `/scopej/…` its JSON; undefined: there is no such address. */
const findTarget = (pathname: string, topics: readonly Topic[]): Target | undefined => {
  const [, name, form, path = ''] = (pathname === '/' ? ['', 'home', 'z', ''] : /^\/([a-z]+)([zj])(?:\/(.*))?$/.exec(pathname)) ?? [];
  const topic = topics.find((one) => one.name === name);
  if (!topic || (form === 'j' && !topic.json) || (form === 'z' && path !== '')) return undefined;
  return { topic, form: form === 'j' ? 'json' : 'page', path };
};

/** HEAD counts as GET, and POST, which forms send, as PUT. */
const methodOf = ({ method = 'GET' }: IncomingMessage): string => (method === 'HEAD' ? 'GET' : method === 'POST' ? 'PUT' : method);

const sendPage = async (
  response: ServerResponse,
  { topic, method, query }: { readonly topic: Topic; readonly method: string; readonly query: URLSearchParams },
  topics: readonly Topic[],
): Promise<void> => {
  const [status, page] = method === 'GET' ? [200, await topic.page(query)] : [405, { tables: [] }];
  send(response, status, 'text/html; charset=utf-8', renderPage(topic.title, topic.description, page, topics));
};

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const createHandler = (options: IntrospectionOptions): Handler => {
  const { address, topics } = options;
  const allTopics = [createHomeTopic(options), ...topics];
  return async (request, response) => {
    if (isForeign(request, address)) {
      sendJson(response, { status: 403, json: { error: 'requests from pages of other sites are refused' } });
      return;
    }
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const method = methodOf(request);
    const target = findTarget(pathname, allTopics);
    if (!target) {
      const page = renderPage('Not found', `There is nothing at ${pathname.slice(0, 200)}.`, { tables: [] }, topics);
      send(response, 404, 'text/html; charset=utf-8', page);
      return;
    }
    const { topic, form, path } = target;
    if (method !== 'GET' && method !== 'PUT') {
      sendJson(response, methodNotAllowed);
      return;
    }
    const body = await readRequestBody(request);
    if (body === undefined) sendJson(response, { status: 413, json: { error: `a body can have at most ${maxBodyBytes} bytes` } });
    else if (form === 'page') await sendPage(response, { topic, method, query }, topics);
    else sendJson(response, await topic.json!({ method, path: decodeURIComponent(path), query, body }));
  };
};

const responseOfError = (error: unknown): TopicResponse =>
  error instanceof URIError || (error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL'
    ? { status: 400, json: { error: 'the path cannot be decoded' } }
    : { status: 500, json: { error: `This is a bug in Slipway; please report it: ${(error as Error).message}` } };

/** The introspection facility: pages and JSON about the program, without authentication. */
export const createIntrospectionServer = (options: IntrospectionOptions): Component & { port(): number } => {
  const { address, port } = options;
  const handle = createHandler(options);
  const listener = createHttpListener(
    (request, response) => {
      handle(request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else sendJson(response, responseOfError(error));
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
