import type { GrpcCall } from './grpc/server.ts';
import type { Http2Connection } from './http2/stream.ts';
import type { Provider } from './provider-server.ts';

export type MakeProvider = () => Provider | Promise<Provider>;

/** The session of one engine: its provider, configured by it, and its running calls. */
export interface EngineSession {
  /** Created at first use. */
  provider(): Promise<Provider>;
  /** Fires the signals of all running calls and of those that still come. */
  stop(): Promise<void>;
  /** Bytes of a chunk of a state, by the type of the store, as the engine and this side agreed. */
  readonly chunkSizes: Map<string, number>;
  enter(call: GrpcCall): void;
  leave(call: GrpcCall): void;
}

/** Created once, at first use; a failure rejects the current callers, and the next call tries again. */
export const memoizeProvider = (makeProvider: MakeProvider): (() => Promise<Provider>) => {
  let provider: Promise<Provider> | undefined;
  return () =>
    (provider ??= Promise.resolve()
      .then(makeProvider)
      .catch((error: unknown) => {
        provider = undefined;
        throw error;
      }));
};

export const createSession = (makeProvider: MakeProvider): EngineSession => {
  let requestMessage = false;
  const provider = memoizeProvider(makeProvider);
  let stopped = false;
  const running = new Set<GrpcCall>();
  const halt = (call: GrpcCall): void => call.abort(new Error('the engine stopped the provider'));
  return {
    provider: () => {
      requestMessage = true;
      return provider();
    },
    stop: async () => {
      stopped = true;
      running.forEach(halt);
      if (requestMessage) await (await provider()).stop();
    },
    chunkSizes: new Map(),
    enter: (call) => {
      running.add(call);
      if (stopped) halt(call);
    },
    leave: (call) => {
      running.delete(call);
    },
  };
};

/**
 * Creates sessions. As a plugin a process has one engine, with any number of connections. Reattached, it has one session per connection:
 * two runs, or two configurations of the provider in one run, then never share their configuration.
 */
export const createSessions = (makeProvider: MakeProvider, perConnection: boolean): ((connection: Http2Connection) => EngineSession) => {
  if (!perConnection) {
    const only = createSession(makeProvider);
    return () => only;
  }
  const known = new WeakMap<Http2Connection, EngineSession>();
  return (connection) => {
    const found = known.get(connection) ?? createSession(makeProvider);
    known.set(connection, found);
    return found;
  };
};
