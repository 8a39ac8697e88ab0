import { lookup } from 'node:dns/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { RunNetwork } from '../isolation.ts';
import { findAllowedAddress } from './allowed-hosts.ts';
import { type Gateway, proxySocket, serviceSocket } from './gateway.ts';

export type ResolveName = (host: string) => Promise<readonly string[]>;
const resolveByDns: ResolveName = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Milliseconds until a host must have taken a connection. */
const connectTimeout = 20_000;

const refusal = (host: string): string => `--run-network proxy does not let ${host} through; --run-hosts lists what it does\n`;

const pipeBoth = (one: Duplex, other: Duplex): void => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
};

/** Which connections the gateway lets through. */
interface Rules extends Pick<Extract<RunNetwork, { kind: 'proxy' }>, 'hosts' | 'isPublic'> {
  readonly resolve: ResolveName;
}
interface Target {
  readonly host: string;
  readonly port: number;
}

/** The address to connect to for a target; undefined: the target is not allowed. */
const findWay = async ({ hosts, isPublic, resolve }: Rules, target: Target): Promise<string | undefined> => {
  // Names that are not let through are not even looked up: a look-up can carry a message.
  if (findAllowedAddress(hosts, target, ['any'], () => true) === undefined) return undefined;
  return findAllowedAddress(hosts, target, await resolve(target.host), isPublic);
};

const readAuthority = (text: string): Target | undefined => {
  const [, host, port] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  return host === undefined ? undefined : { host: host.toLowerCase(), port: Number(port) };
};

/** `head`: what the client sent already, behind its request. */
const tunnel = async (rules: Rules, url: string, client: Duplex, head: Buffer): Promise<void> => {
  const target = readAuthority(url);
  const address = target && (await findWay(rules, target));
  if (!target || address === undefined) {
    client.end(`HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-type: text/plain\r\n\r\n${refusal(url)}`);
    return;
  }
  const server = connect({ host: address, port: target.port, timeout: connectTimeout });
  server.once('timeout', () => server.destroy());
  server.once('connect', () => {
    server.setTimeout(0);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    server.write(head);
  });
  pipeBoth(client, server);
};

/** A request over HTTP without TLS, which names the whole address. */
const forward = async (rules: Rules, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url!) : undefined;
  const target = url?.protocol === 'http:' ? { host: url.hostname.toLowerCase(), port: Number(url.port || 80) } : undefined;
  const address = target && (await findWay(rules, target));
  if (!url || !target || address === undefined) {
    response.writeHead(403, { 'content-type': 'text/plain' }).end(refusal(request.url ?? ''));
    return;
  }
  const { 'proxy-connection': _one, 'proxy-authorization': _two, ...headers } = request.headers;
  const { method } = request;
  const sent = sendRequest({
    host: address,
    port: target.port,
    path: url.pathname + url.search,
    method,
    headers: { ...headers, host: url.host },
  });
  sent.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  sent.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  request.pipe(sent);
};

const createProxy = (rules: Rules): Server => {
  const proxy = createHttpServer((request, response) => {
    forward(rules, request, response).catch(() => response.writeHead(502).end());
  });
  proxy.on('connect', ({ url = '' }: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    tunnel(rules, url, client, head).catch(() => client.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n'));
  });
  return proxy;
};

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });

/**
 * Opens the way out of sandboxes without a network: a proxy to the allowed `hosts`, and a forwarder to the service's address
 * (`http://127.0.0.1:4000`), each behind a socket in a folder that sandboxes see.
 */
export const openGateway = async (
  { hosts, isPublic }: Omit<Rules, 'resolve'>,
  address: string,
  resolve: ResolveName = resolveByDns,
): Promise<{ readonly gateway: Gateway; close(): void }> => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-gateway-'));
  const url = new URL(address);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const sockets = new Set<Socket>();
  const proxy = createProxy({ hosts: [...hosts, `${url.hostname}:${port}`], isPublic, resolve });
  const service = createServer((client) => pipeBoth(client, connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port })));
  for (const server of [proxy, service]) {
    server.on('connection', (socket) => {
      sockets.add(socket.on('close', () => sockets.delete(socket)));
    });
    server.unref();
  }
  await listen(proxy, join(folder, proxySocket));
  await listen(service, join(folder, serviceSocket));
  const isNear = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return {
    // Clients do not use a proxy for their own loopback, so the service has to appear to listen there.
    gateway: { folder, ...(isNear ? { servicePort: port } : {}) },
    close: () => {
      for (const server of [proxy, service]) server.close();
      for (const socket of sockets) socket.destroy();
      void rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
};
