import { type ChannelOptions, Server, ServerCredentials } from '@grpc/grpc-js';
import { chmodSync } from 'node:fs';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { Component } from '../lifecycle/component.ts';
import { type ListenAddress, parseListenAddress } from './listen-address.ts';
import { resourceSourceService, type McpSource } from './mcp-source.ts';
import { removeStaleSocket, removeSocket } from './unix-socket.ts';

export interface McpServerOptions {
  readonly options: Pick<ServerOptions, 'server-address' | 'server-maxConcurrentStreams' | 'server-maxReceivedMessageSize'>;
  readonly source: McpSource;
  /** Undefined: without TLS. */
  readonly credentials?: ServerCredentials;
  readonly alive?: Keepalive;
}

/** Milliseconds that open streams have to end when the server stops. */
const drainTimeout = 2000;
/** Limits of Node's timers and buffers. */
const maxInt32 = 2 ** 31 - 1;

/** Milliseconds after which a connection that does not answer is closed, because its network may have failed silently. */
export const keepaliveOptions = { 'grpc.keepalive_time_ms': 30_000, 'grpc.keepalive_timeout_ms': 10_000 } as const;
export type Keepalive = Readonly<Record<keyof typeof keepaliveOptions, number>>;

const createChannelOptions = ({ options, alive = keepaliveOptions }: McpServerOptions): ChannelOptions => ({
  'grpc.max_concurrent_streams': Math.min(options['server-maxConcurrentStreams'], maxInt32),
  'grpc.max_receive_message_length': Math.min(options['server-maxReceivedMessageSize'], maxInt32),
  'grpc.max_send_message_length': -1,
  ...alive,
});

const reasons = {
  EADDRINUSE: 'bind: address already in use',
  EACCES: 'bind: permission denied',
  ENOENT: 'bind: no such file or directory',
  EADDRNOTAVAIL: 'bind: cannot assign requested address',
  EINVAL: 'bind: invalid argument',
  ENOTFOUND: 'no such host',
  'Name resolution failed': 'no such host',
} as const;
const describeBindError = (address: string, message: string): string =>
  `unable to listen: listen ${address}: ${Object.entries(reasons).find(([code]) => message.includes(code))?.[1] ?? message}`;

/** The API of gRPC at `--server-address`. */
export const createMcpServer = (
  parts: McpServerOptions,
): Component & { /** Once it listens; the port is 0 for a socket. */ port(): number } => {
  const { options, source } = parts;
  const address: ListenAddress = parseListenAddress(options['server-address']);
  const server = new Server(createChannelOptions(parts));
  server.addService(resourceSourceService, { EstablishResourceStream: source.handle });
  let bound = 0;
  return {
    name: 'processing',
    port: () => bound,
    start: async () => {
      const [target, shown] =
        address.kind === 'unix' ? [`unix:${address.path}`, `unix ${address.path}`] : [address.target, `tcp ${address.target}`];
      if (address.kind === 'unix') await removeStaleSocket(address.path);
      bound = await new Promise<number>((done, fail) => {
        server.bindAsync(target, parts.credentials ?? ServerCredentials.createInsecure(), (error, port) => {
          if (error) fail(new Error(describeBindError(shown, error.message)));
          else done(port);
        });
      });
      // Write access to the socket gives access to the streams.
      if (address.kind === 'unix') chmodSync(address.path, 0o600);
    },
    stop: () =>
      new Promise((done) => {
        source.drain();
        const late = setTimeout(() => {
          server.forceShutdown();
        }, drainTimeout);
        server.tryShutdown(() => {
          clearTimeout(late);
          if (address.kind === 'unix') removeSocket(address.path);
          done();
        });
      }),
  };
};
