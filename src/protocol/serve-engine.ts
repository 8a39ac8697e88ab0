import { writeSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { type Certificate, createTemporaryCertificate } from './go-plugin/certificate.ts';
import type { EngineLink } from './go-plugin/engine-link.ts';
import { exitWithoutEngine, exitWithoutParent } from './go-plugin/exit-without-engine.ts';
import { handshakeLine, handshakeRefusal } from './go-plugin/handshake.ts';
import { listenForEngine } from './go-plugin/listen-for-engine.ts';
import { pemToDer, mutualTls } from './go-plugin/tls.ts';
import type { GrpcServer } from './grpc/server.ts';

const plainTcpRefusal = 'This provider serves TCP only with mutual TLS, and the engine sent no certificate (PLUGIN_CLIENT_CERT).\n';

export interface EngineServer {
  readonly version?: string | undefined;
  /** Made before the engine came; otherwise it is made now. */
  readonly certificate?: Certificate | undefined;
  /** Called once, when the handshake line is out: the engine waits for that line, and then takes its time to connect. */
  load(certificate: Certificate | undefined, shutdown: () => void): Promise<GrpcServer>;
}

/** Ends an engine's plugin once, with what serves it. */
const createEnd = (engine: EngineLink, parts: { readonly sockets: Iterable<Socket>; close(): void }) => {
  let hasEnded = false;
  const end = (status: number, isIdle: boolean): void => {
    if (hasEnded) return;
    hasEnded = true;
    endCheck();
    parts.close();
    for (const socket of parts.sockets) socket.destroy();
    engine.end(status, isIdle);
  };
  const endCheck = exitWithoutParent(engine.isOrphaned, () => end(0, false));
  return end;
};

/** Serves an engine until that ends it. */
export const serveEngine = async (engine: EngineLink, { version, certificate: prepared, load }: EngineServer): Promise<void> => {
  const refusal = handshakeRefusal(engine.environment, version);
  if (refusal !== undefined) {
    writeSync(2, `${refusal}\n`);
    return engine.end(1, false);
  }
  const { PLUGIN_CLIENT_CERT: client = '' } = engine.environment;
  const certificate = client === '' ? undefined : (prepared ?? createTemporaryCertificate());
  const sockets = new Set<Socket>();
  const end = createEnd(engine, { sockets, close: () => listener.close() });

  const loadServer = async (): Promise<GrpcServer> => {
    // The call of Shutdown itself ends in this turn.
    const server = await load(certificate, () => void setImmediate(() => end(0, !server.isBusy())));
    exitWithoutEngine(server, () => end(0, false));
    return server;
  };
  let loading: Promise<GrpcServer> | undefined;
  const accept = (socket: Socket): void => {
    sockets.add(socket);
    void (loading ??= loadServer()).then((server) => server.accept(socket));
  };
  const listener = certificate === undefined ? createServer(accept) : mutualTls(certificate, pemToDer(client), accept);
  const address = await listenForEngine(listener, engine.environment);
  if (certificate === undefined && address.network === 'tcp') {
    engine.writeHandshake(plainTcpRefusal);
    return end(1, false);
  }
  engine.writeHandshake(handshakeLine(address, certificate?.der));
  setImmediate(() => {
    loading ??= loadServer();
  });
};
