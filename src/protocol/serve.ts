import { writeSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { throwAwayCertificate } from './go-plugin/certificate.ts';
import { crashLikeGo } from './go-plugin/crash.ts';
import { handshakeLine, refusal } from './go-plugin/handshake.ts';
import { listen } from './go-plugin/listen.ts';
import { endWithoutEngine } from './go-plugin/orphan.ts';
import { pluginServices } from './go-plugin/services.ts';
import { derOf, mutualTls } from './go-plugin/tls.ts';
import { grpcServer, type Method } from './grpc/server.ts';
import { keepSecret } from './redact.ts';
import type { Provider } from './server.ts';
import { sessions } from './session.ts';

export type MakeProvider = () => Provider | Promise<Provider>;

/**
 * The gRPC side. What answers the provider's calls is loaded with the first of them, or ahead by `warm`: the engine
 * waits for the handshake line, and only for what that line needs.
 */
export const pluginServer = (makeProvider: MakeProvider, { perConnection, shutdown }: { perConnection: boolean; shutdown: () => void }) => {
  const services = pluginServices(shutdown);
  const sessionOf = sessions(makeProvider, perConnection);
  let loading: Promise<ReadonlyMap<string, Method>> | undefined;
  const load = () => loading ??= import('./provider-methods.ts').then(({ providerMethods }) => providerMethods(sessionOf));
  return {
    server: grpcServer((path) => services[path] ?? load().then((methods) => methods.get(path))),
    warm: load,
  };
};

/**
 * Runs this process as a plugin of the engine that started it, until that ends it. Started by anything else it prints
 * one sentence and exits with 1. `makeProvider` is called when the handshake is done.
 */
export const serve = async (makeProvider: MakeProvider, { version }: { readonly version?: string } = {}): Promise<void> => {
  const environment = process.env;
  const refused = refusal(environment, version);
  if (refused !== undefined) {
    writeSync(2, `${refused}\n`);
    process.exit(1);
  }
  crashLikeGo();
  // Stdout belongs to the handshake.
  console.log = console.info = console.debug = console.error;
  // Ctrl-C reaches the whole process group; the engine says what to do by StopProvider.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0));

  const made: { provider?: Promise<Provider> } = {};
  const once: MakeProvider = () => made.provider ??= Promise.resolve().then(makeProvider);
  const { server, warm } = pluginServer(once, {
    perConnection: false,
    // After the answer is on its way: the engine kills a plugin that takes two seconds over this.
    shutdown: () => setTimeout(() => process.exit(0), 10),
  });
  endWithoutEngine(server, () => process.exit(0));

  const client = environment['PLUGIN_CLIENT_CERT'];
  const own = client === undefined || client === '' ? undefined : throwAwayCertificate();
  if (own !== undefined) keepSecret(own.key);
  const accept = (socket: Socket): void => { server.emit('connection', socket); };
  const door: Server = own === undefined ? server as unknown as Server : mutualTls(own, derOf(client!), accept);
  const address = await listen(door, environment);
  if (own === undefined && address.network === 'tcp') {
    writeSync(1, 'This provider serves TCP only with mutual TLS, and the engine sent no certificate (PLUGIN_CLIENT_CERT).\n');
    process.exit(1);
  }
  writeSync(1, handshakeLine(address, own?.der));
  setImmediate(() => { warm().then(once).catch(() => { /* asked for again, and told, by the first call */ }); });
};
