import { type ChannelOptions, Server, ServerCredentials } from '@grpc/grpc-js';
import { chmodSync, existsSync, lstatSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { Component } from '../server/component.ts';
import { type ListenAddress, listenAddress } from './address.ts';
import { resourceSource, type Source } from './source.ts';

export interface McpServerParts {
  readonly options: Pick<ServerOptions, 'server-address' | 'server-maxConcurrentStreams' | 'server-maxReceivedMessageSize'>;
  readonly source: Source;
  /** undefined: without TLS. */
  readonly credentials?: ServerCredentials;
}

/** Milliseconds that open streams have to end when the server stops. */
const patience = 2000;
const mebibyte = 1024 * 1024;
/** What Node's timers and buffers take. */
const most = 2 ** 31 - 1;

const channelOptions = ({ options }: McpServerParts): ChannelOptions => ({
  'grpc.max_concurrent_streams': Math.min(options['server-maxConcurrentStreams'], most),
  'grpc.max_receive_message_length': Math.min(options['server-maxReceivedMessageSize'], most),
  'grpc.max_send_message_length': -1,
  'grpc.keepalive_time_ms': 30_000, 'grpc.keepalive_permit_without_calls': 1,
  'grpc-node.flow_control_window': 16 * mebibyte,
});

/** A socket that a killed server left is in the way and nobody's; one that answers is another server's. */
const clearSocket = (path: string): Promise<void> => new Promise((done, fail) => {
  if (!existsSync(path) || !lstatSync(path).isSocket()) { done(); return; }
  const attempt = connect(path);
  attempt.on('connect', () => { attempt.destroy(); fail(new Error(`unable to listen: listen unix ${path}: bind: address already in use`)); });
  attempt.on('error', () => { unlinkSync(path); done(); });
});

const words = (address: string, message: string): string => {
  const [, reason] = /\b(EADDRINUSE|EACCES|ENOENT|EADDRNOTAVAIL|ENOTFOUND)\b/.exec(message) ?? [];
  const known: Readonly<Record<string, string>> = { EADDRINUSE: 'bind: address already in use', EACCES: 'bind: permission denied', ENOENT: 'bind: no such file or directory', EADDRNOTAVAIL: 'bind: cannot assign requested address', ENOTFOUND: 'no such host' };
  return `unable to listen: listen ${address}: ${known[reason ?? ''] ?? message}`;
};

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
      const target = address.kind === 'unix' ? `unix:${address.path}` : address.target;
      if (address.kind === 'unix') await clearSocket(address.path);
      bound = await new Promise<number>((done, fail) => {
        server.bindAsync(target, parts.credentials ?? ServerCredentials.createInsecure(), (error, port) => {
          if (error) fail(new Error(words(address.kind === 'unix' ? `unix ${address.path}` : `tcp ${address.target}`, error.message))); else done(port);
        });
      });
      // Whoever may write to it may open streams.
      if (address.kind === 'unix') chmodSync(address.path, 0o600);
    },
    stop: () => new Promise((done) => {
      source.drain();
      const late = setTimeout(() => { server.forceShutdown(); }, patience);
      server.tryShutdown(() => {
        clearTimeout(late);
        if (address.kind === 'unix' && existsSync(address.path)) unlinkSync(address.path);
        done();
      });
    }),
  };
};
