import { writeSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { type Certificate, createTemporaryCertificate } from './go-plugin/certificate.ts';
import type { EngineLink } from './go-plugin/engine-link.ts';
import { exitWithoutEngine, exitWithoutParent } from './go-plugin/exit-without-engine.ts';
import { handshakeLine, handshakeRefusal } from './go-plugin/handshake.ts';
import { listenForEngine } from './go-plugin/listen-for-engine.ts';
import { acceptClient, mutualTls, pemToDer } from './go-plugin/tls.ts';
import type { GrpcServer } from './grpc/server.ts';

const plainTcpRefusal = 'This provider serves TCP only with mutual TLS, and the engine sent no certificate (PLUGIN_CLIENT_CERT).\n';

/** What a process is to its engines, by mutual TLS. */
export interface Identity {
  readonly certificate: Certificate;
  /** Created at first use: an engine needs the certificate first. */
  tls(): TlsServer;
}

export const createIdentity = (): Identity => {
  const certificate = createTemporaryCertificate();
  let server: TlsServer | undefined;
  return { certificate, tls: () => (server ??= mutualTls(certificate)) };
};

export interface EngineServer {
  readonly version?: string | undefined;
  identity(): Identity;
  /** Called once, when an engine has connected: it takes its time to agree on keys. */
  load(certificate: Certificate | undefined, shutdown: () => void): Promise<GrpcServer>;
}

/** Ends an engine's plugin once, with what serves it. */
const createEnd = (engine: EngineLink, parts: { readonly sockets: Iterable<Socket>; close(): void }) => {
  let hasEnded = false;
  let endCheck = (): void => {};
  const end = (status: number, isIdle: boolean): void => {
    if (hasEnded) return;
    hasEnded = true;
    endCheck();
    // First, because the engine waits for nothing else.
    engine.end(status, isIdle);
    parts.close();
    for (const socket of parts.sockets) socket.destroy();
  };
  /** Begins to look whether the engine is still there. */
  const watch = (): void => {
    if (!hasEnded) endCheck = exitWithoutParent(engine.isOrphaned, () => end(0, false));
  };
  return { end, watch };
};

/** Calls it when what came from the engine is read, and an answer to it has left: the engine is busy then. */
const whileEngineWorks = (work: () => void): void => void setImmediate(() => setImmediate(work));

/** Serves an engine until that ends it. */
export const serveEngine = async (engine: EngineLink, { version, identity, load }: EngineServer): Promise<void> => {
  const refusal = handshakeRefusal(engine.environment, version);
  if (refusal !== undefined) {
    writeSync(2, `${refusal}\n`);
    return engine.end(1, false);
  }
  const { PLUGIN_CLIENT_CERT: client = '' } = engine.environment;
  const own = client === '' ? undefined : identity();
  const sockets = new Set<Socket>();
  let stopAccepting = (): void => {};
  const { end, watch } = createEnd(engine, { sockets, close: () => (listener.close(), stopAccepting()) });

  const loadServer = async (): Promise<GrpcServer> => {
    // The call of Shutdown itself ends in this turn.
    const server = await load(own?.certificate, () => void setImmediate(() => end(0, !server.isBusy())));
    server.onConnection((connection) => watchConnection(connection));
    return server;
  };
  let loading: Promise<GrpcServer> | undefined;
  const accept = (socket: Socket): void => {
    sockets.add(socket);
    void (loading ??= loadServer()).then((server) => server.accept(socket));
  };
  const secure = (socket: Socket): void => {
    sockets.add(socket);
    own!.tls().emit('connection', socket);
    whileEngineWorks(() => void (loading ??= loadServer()));
  };
  const listener = createServer(own ? secure : accept);
  const address = await listenForEngine(listener, engine.environment);
  if (own === undefined && address.network === 'tcp') {
    engine.writeHandshake(plainTcpRefusal);
    return end(1, false);
  }
  engine.writeHandshake(handshakeLine(address, own?.certificate.der));
  // The engine waits for that line, and then takes its time to connect.
  watch();
  const watchConnection = exitWithoutEngine(() => end(0, false));
  if (own) stopAccepting = acceptClient(own.tls(), pemToDer(client), accept);
};
