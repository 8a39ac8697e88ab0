import { createServer } from 'node:net';
import { type ListenAddress, providerProtocol } from './go-plugin/handshake.ts';
import { listenForEngine } from './go-plugin/listen-for-engine.ts';
import { pluginServer } from './plugin-server.ts';
import type { MakeProvider } from './session.ts';
import type { StoredAnswers } from './stored-answers.ts';

export interface ReattachServer {
  /** The value of TF_REATTACH_PROVIDERS for engines that are to use this process. */
  readonly environment: string;
  readonly address: ListenAddress;
  close(): Promise<void>;
}

/** What an engine wants to know of a provider that is running already; `source` is its address, host/namespace/type. */
export const reattachEnvironment = (source: string, { network, at }: ListenAddress, pid: number): string =>
  JSON.stringify({
    [source]: { Protocol: 'grpc', ProtocolVersion: providerProtocol, Pid: pid, Test: true, Addr: { Network: network, String: at } },
  });

/**
 * Serves a provider without encryption to engines on this machine, for as long as the process lives: one warm process
 * for many plans and applies. Every connection gets a provider of its own, so runs do not share a configuration. `answers`: what it
 * answers to some procedures, so that it does not have to compute them.
 */
export const serveReattach = async (
  makeProvider: MakeProvider,
  {
    source,
    network,
    answers,
  }: { readonly source: string; readonly network?: 'unix' | 'tcp'; readonly answers?: StoredAnswers | undefined },
): Promise<ReattachServer> => {
  const server = pluginServer(makeProvider, {
    perConnection: true,
    answers,
    shutdown: () => {
      /* the process outlives its engines */
    },
  });
  const open = new Set<{ destroy(): void }>();
  server.onConnection((connection) => {
    open.add(connection);
    connection.onClose(() => open.delete(connection));
  });
  const listener = createServer((socket) => server.accept(socket));
  const address = await listenForEngine(listener, process.env, network);
  return {
    address,
    environment: reattachEnvironment(source, address, process.pid),
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const connection of open) connection.destroy();
      }),
  };
};
