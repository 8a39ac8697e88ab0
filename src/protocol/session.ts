import type { Http2Session } from 'node:http2';
import type { GrpcCall } from './grpc/server.ts';
import type { Provider } from './server.ts';

/** One engine at the other end: its provider, configured by it, and its running calls. */
export interface Session {
  /** Made when it is first needed. */
  provider(): Promise<Provider>;
  /** Fires the signals of all running calls and of those that still come. */
  stop(): Promise<void>;
  enter(call: GrpcCall): void;
  leave(call: GrpcCall): void;
}

export const session = (makeProvider: () => Provider | Promise<Provider>): Session => {
  let made: Promise<Provider> | undefined;
  let stopped = false;
  const running = new Set<GrpcCall>();
  const halt = (call: GrpcCall): void => call.abort(new Error('the engine asked the provider to stop'));
  return {
    provider: () => made ??= Promise.resolve().then(makeProvider),
    stop: async () => {
      stopped = true;
      running.forEach(halt);
      await (await made)?.stop();
    },
    enter: (call) => { running.add(call); if (stopped) halt(call); },
    leave: (call) => { running.delete(call); },
  };
};

/**
 * As a plugin a process has one engine, whatever connections that opens. Reattached, it has one per connection: two
 * runs, or two configurations of the provider in one run, then never share what they were configured with.
 */
export const sessions = (makeProvider: () => Provider | Promise<Provider>, perConnection: boolean): ((connection: Http2Session) => Session) => {
  if (!perConnection) {
    const only = session(makeProvider);
    return () => only;
  }
  const known = new WeakMap<Http2Session, Session>();
  return (connection) => {
    const found = known.get(connection) ?? session(makeProvider);
    known.set(connection, found);
    return found;
  };
};
