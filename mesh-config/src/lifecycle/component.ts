/** A part of the server. Parts are started in order and stopped in reverse; when one cannot start, those before it are stopped. */
export interface Component {
  /** The name in errors: `monitoring`. */
  readonly name: string;
  /** Resolves when it works. Rejects with an error whose message can be shown. */
  start(): Promise<void>;
  /** Resolves when everything it has opened is closed: sockets, files, timers, children. */
  stop(): Promise<void>;
}
