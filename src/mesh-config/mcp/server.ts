import { type ChannelOptions, Server, ServerCredentials } from '@grpc/grpc-js';
import { chmodSync } from 'node:fs';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { Component } from '../server/component.ts';
import { type ListenAddress, listenAddress } from './address.ts';
import { resourceSource, type Source } from './source.ts';
import { clearSocket, removeSocket } from './unix-socket.ts';

export interface McpServerParts {
  readonly options: Pick<ServerOptions, 'server-address' | 'server-maxConcurrentStreams' | 'server-maxReceivedMessageSize'>;
  readonly source: Source;
  /** undefined: without TLS. */
  readonly credentials?: ServerCredentials;
}

/** Milliseconds that open streams have to end when the server stops. */
const patience = 2000;
/** What Node's timers and buffers take. */
const most = 2 ** 31 - 1;

/** A connection that does not answer is given up: its network may be gone without a word. Milliseconds. */
export const keepalive = { 'grpc.keepalive_time_ms': 30_000, 'grpc.keepalive_timeout_ms': 10_000 } as const;

const channelOptions = ({ options }: McpServerParts): ChannelOptions => ({
  'grpc.max_concurrent_streams': Math.min(options['server-maxConcurrentStreams'], most),
  'grpc.max_receive_message_length': Math.min(options['server-maxReceivedMessageSize'], most),
  'grpc.max_send_message_length': -1,
  ...keepalive,
});

const reasons = {
  EADDRINUSE: 'bind: address already in use', EACCES: 'bind: permission denied', ENOENT: 'bind: no such file or directory', EADDRNOTAVAIL: 'bind: cannot assign requested address',
  EINVAL: 'bind: invalid argument', ENOTFOUND: 'no such host', 'Name resolution failed': 'no such host',
} as const;
const words = (address: string, message: string): string =>
  `unable to listen: listen ${address}: ${Object.entries(reasons).find(([code]) => message.includes(code))?.[1] ?? message}`;

/** The API of gRPC at `--server-address`. */
export const mcpServer = (parts: McpServerParts): Component & { /** Once it listens; the port is 0 for a socket. */ port(): number } => {
  const { options, source } = parts;
  const address: ListenAddress = listenAddress(options['server-address']);
  const server = new Server(channelOptions(parts));
  server.addService(resourceSource, { EstablishResourceStream: source.handle });
  let bound = 0;
  return {
    name: 'processing', port: () => bound,
    start: async () => {
      const [target, shown] = address.kind === 'unix' ? [`unix:${address.path}`, `unix ${address.path}`] : [address.target, `tcp ${address.target}`];
      if (address.kind === 'unix') await clearSocket(address.path);
      bound = await new Promise<number>((done, fail) => {
        server.bindAsync(target, parts.credentials ?? ServerCredentials.createInsecure(), (error, port) => { if (error) fail(new Error(words(shown, error.message))); else done(port); });
      });
      // Whoever may write to it may open streams.
      if (address.kind === 'unix') chmodSync(address.path, 0o600);
    },
    stop: () => new Promise((done) => {
      source.drain();
      const late = setTimeout(() => { server.forceShutdown(); }, patience);
      server.tryShutdown(() => {
        clearTimeout(late);
        if (address.kind === 'unix') removeSocket(address.path);
        done();
      });
    }),
  };
};
