import { writeSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createTemporaryCertificate } from './go-plugin/certificate.ts';
import { installCrashHandlers } from './go-plugin/crash-handlers.ts';
import { handshakeLine, handshakeRefusal } from './go-plugin/handshake.ts';
import { listenForEngine } from './go-plugin/listen-for-engine.ts';
import { exitWithoutEngine, exitWithoutParent } from './go-plugin/exit-without-engine.ts';
import { pemToDer, mutualTls } from './go-plugin/tls.ts';
import { registerSecret } from '../redaction/secret-registry.ts';
import { type MakeProvider, memoizeProvider } from './session.ts';
import type { StoredAnswers } from './stored-answers.ts';

export interface PluginOptions {
  readonly version?: string;
  /** Answers that the build stored, so that the engine need not wait for the provider. */
  loadAnswers?(): Promise<StoredAnswers | undefined>;
}

/**
 * What answers calls is not loaded before the handshake line: the engine waits for that line, and then takes its time
 * to connect.
 */
const loadServer = async (makeProvider: MakeProvider, certificateKey: string | undefined, { loadAnswers }: PluginOptions) => {
  const { pluginServer } = await import('./plugin-server.ts');
  registerSecret(certificateKey);
  const answers = await loadAnswers?.();
  const server = pluginServer(makeProvider, {
    perConnection: false,
    answers,
    // The engine waits for the end of this process and does nothing meanwhile.
    shutdown: () => process.exit(0),
  });
  exitWithoutEngine(server, () => process.exit(0));
  return server;
};

/**
 * Runs this process as a plugin of the engine that started it, until that ends it. Started by anything else it prints
 * one sentence and exits with 1. `makeProvider` is called when the handshake is done.
 */
export const servePlugin = async (makeProvider: MakeProvider, options: PluginOptions = {}): Promise<void> => {
  const { version } = options;
  const environment = process.env;
  const refusal = handshakeRefusal(environment, version);
  if (refusal !== undefined) {
    writeSync(2, `${refusal}\n`);
    process.exit(1);
  }
  installCrashHandlers();
  exitWithoutParent(() => process.exit(0));
  // Stdout belongs to the handshake.
  console.log = console.info = console.debug = console.error;
  // Ctrl-C reaches the whole process group; the engine sends StopProvider.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0));

  const provider = memoizeProvider(makeProvider);
  let loaded: ReturnType<typeof loadServer> | undefined;
  const accept = (socket: Socket): void => {
    loaded ??= loadServer(provider, certificate?.key, options);
    void loaded.then((server) => server.accept(socket));
  };

  const client = environment['PLUGIN_CLIENT_CERT'];
  const certificate = client === undefined || client === '' ? undefined : createTemporaryCertificate();
  const address = await listenForEngine(
    certificate === undefined ? createServer(accept) : mutualTls(certificate, pemToDer(client!), accept),
    environment,
  );
  if (certificate === undefined && address.network === 'tcp') {
    writeSync(1, 'This provider serves TCP only with mutual TLS, and the engine sent no certificate (PLUGIN_CLIENT_CERT).\n');
    process.exit(1);
  }
  writeSync(1, handshakeLine(address, certificate?.der));
  setImmediate(() => {
    loaded ??= loadServer(provider, certificate?.key, options);
  });
};
