import { createServer, type Socket } from 'node:net';
import { type ListenAddress, providerProtocol } from './go-plugin/handshake.ts';
import { listenForEngine } from './go-plugin/listen-for-engine.ts';
import type { GrpcServer } from './grpc/server.ts';
import type { MakeProvider } from './session.ts';
import type { StoredAnswers } from './stored-methods.ts';

export interface ReattachServer {
  /** The value of TF_REATTACH_PROVIDERS for engines that are to use this process. */
  readonly environment: string;
  readonly address: ListenAddress;
  close(): Promise<void>;
}

/** What answers calls: an engine takes its time to connect. */
export const loadPluginServer = () => import('./plugin-server.ts');

/** The environment variable that attaches an engine to a running provider; `source`: its address, host/namespace/type. */
export const reattachEnvironment = (source: string, { network, at }: ListenAddress, pid: number): string =>
  JSON.stringify({
    [source]: { Protocol: 'grpc', ProtocolVersion: providerProtocol, Pid: pid, Test: true, Addr: { Network: network, String: at } },
  });

interface ReattachOptions {
  /** The address of the provider. */
  readonly source: string;
  readonly network?: 'unix' | 'tcp';
  /** What it answers to some procedures, so that it does not have to compute them. */
  readonly answers?: StoredAnswers | undefined;
}

const loadServer = async (makeProvider: MakeProvider, answers: StoredAnswers | undefined): Promise<GrpcServer> => {
  const [{ pluginServer }, { providerMethods }] = await Promise.all([loadPluginServer(), import('./provider-methods.ts')]);
  return pluginServer(providerMethods(makeProvider, { perConnection: true }), {
    answers,
    shutdown: () => {
      /* the process outlives its engines */
    },
  });
};

/**
 * Serves a provider without encryption to engines on this machine, for as long as the process lives: one warm process for many plans and
 * applies. Every connection gets its own provider, so runs do not share a configuration. `close` rejects if the file that answers calls
 * could not be loaded.
 */
export const serveReattach = async (makeProvider: MakeProvider, { source, network, answers }: ReattachOptions): Promise<ReattachServer> => {
  const open = new Set<Socket>();
  let server: Promise<GrpcServer> | undefined;
  const listener = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    server ??= loadServer(makeProvider, answers);
    server.then(
      ({ accept }) => accept(socket),
      () => socket.destroy(),
    );
  });
  const address = await listenForEngine(listener, process.env, network);
  return {
    address,
    environment: reattachEnvironment(source, address, process.pid),
    close: async () => {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await Promise.all([closed, server]);
    },
  };
};
