import { writeSync } from 'node:fs';
import { type Certificate, createTemporaryCertificate } from './go-plugin/certificate.ts';
import { type EngineLink, parentEngine } from './go-plugin/engine-link.ts';
import { setUpProcess } from './go-plugin/own-process.ts';
import { registerSecret } from '../redaction/secret-registry.ts';
import { serveEngine } from './serve-engine.ts';
import { type MakeProvider, memoizeProvider } from './session.ts';
import type { StoredAnswers } from './stored-answers.ts';

export interface PluginOptions {
  readonly version?: string;
  /** Answers that the build stored, so that the engine need not wait for the provider. */
  loadAnswers?(): Promise<StoredAnswers | undefined>;
}

/** A plugin that was not asked for anything yet. */
export interface Plugin {
  /** Runs this process as a plugin of the engine that started it. Started by anything else it prints one sentence and exits with 1. */
  run(): Promise<void>;
  /** Loads what `serve` would load, while nobody waits for it. */
  prepare(): Promise<void>;
  /** Serves an engine until that ends it; an instance serves one. */
  serve(engine: EngineLink): Promise<void>;
}

/** What a script of a plugin exports. */
export interface PluginScript {
  readonly plugin: Plugin;
}

/** `loadProvider` loads the provider and returns what creates it. Nothing of it is loaded before the handshake line is out. */
export const definePlugin = (loadProvider: () => Promise<MakeProvider>, options: PluginOptions = {}): Plugin => {
  let certificate: Certificate | undefined;
  const makeProvider = memoizeProvider(async () => (await loadProvider())());
  const loadServer = async () => {
    const [{ pluginServer }, answers] = await Promise.all([import('./plugin-server.ts'), options.loadAnswers?.()]);
    return { pluginServer, answers };
  };
  const serve = (engine: EngineLink): Promise<void> =>
    serveEngine(engine, {
      version: options.version,
      certificate,
      load: async (used, shutdown) => {
        const { pluginServer, answers } = await loadServer();
        registerSecret(used?.key);
        return pluginServer(makeProvider, { perConnection: false, answers, shutdown });
      },
    });
  return {
    run: () => {
      setUpProcess();
      return serve(parentEngine((text) => writeSync(1, text)));
    },
    prepare: async () => {
      certificate = createTemporaryCertificate();
      await Promise.all([loadServer(), loadProvider()]);
    },
    serve,
  };
};
