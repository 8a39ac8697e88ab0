import { writeSync } from 'node:fs';
import { type EngineLink, parentEngine } from './go-plugin/engine-link.ts';
import { setUpProcess } from './go-plugin/own-process.ts';
import type { FindMethod } from './grpc/server.ts';
import { registerSecret } from '../redaction/secret-registry.ts';
import { createIdentity, type Identity, serveEngine } from './serve-engine.ts';
import { type MakeProvider, memoizeProvider } from './session.ts';
import type { StoredAnswers } from './stored-methods.ts';

export interface PluginOptions {
  readonly version?: string;
  /** Answers that the build stored, so that the engine need not wait for the provider. */
  loadAnswers?(): Promise<StoredAnswers | undefined>;
  /** Loads what calls of the provider would load, for no engine in particular. */
  warmUp?(): Promise<void>;
}

/** A plugin that was not asked for anything yet. */
export interface Plugin {
  /** Runs this process as a plugin of the engine that started it. Started by anything else it prints one sentence and exits with 1. */
  run(): Promise<void>;
  createIdentity(): Identity;
  /** Loads what `serve` would load in advance, so that an engine that connects in the meantime waits less. */
  prepare(): Promise<void>;
  /**
   * Serves an engine until it ends the plugin; an instance serves one. `onAnswered`: called when a stored answer was sent and this process
   * is idle.
   */
  serve(engine: EngineLink, identity: () => Identity, onAnswered?: () => void): Promise<void>;
}

/** The exports of a plugin's script. */
export interface PluginScript {
  readonly plugin: Plugin;
}

/** `loadProvider` loads the provider and returns its factory. It is not called before the handshake line was written. */
export const definePlugin = (loadProvider: () => Promise<MakeProvider>, options: PluginOptions = {}): Plugin => {
  const makeProvider = memoizeProvider(async () => (await loadProvider())());
  let methods: Promise<FindMethod> | undefined;
  const loadMethods = async (): Promise<FindMethod> => {
    const { providerMethods } = await import('./provider-methods.ts');
    return providerMethods(makeProvider, { perConnection: false });
  };
  const findMethod: FindMethod = async (path) => (await (methods ??= loadMethods()))(path);
  const loadServer = async () => {
    const [{ pluginServer }, answers] = await Promise.all([import('./plugin-server.ts'), options.loadAnswers?.()]);
    return { pluginServer, answers };
  };
  const serve: Plugin['serve'] = (engine, identity, onAnswered) =>
    serveEngine(engine, {
      version: options.version,
      identity,
      load: async (used, shutdown) => {
        const { pluginServer, answers } = await loadServer();
        registerSecret(used?.key);
        return pluginServer(findMethod, { answers, shutdown, onAnswered });
      },
    });
  return {
    run: () => {
      setUpProcess();
      return serve(
        parentEngine((text) => writeSync(1, text)),
        createIdentity,
      );
    },
    createIdentity,
    prepare: async () => {
      for (const load of [loadServer, () => (methods ??= loadMethods()), loadProvider, options.warmUp]) {
        await load?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    serve,
  };
};
