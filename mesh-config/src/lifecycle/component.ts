/** A part of the server. Parts are started in order and stopped in reverse; when one cannot start, those before it are stopped. */
export interface Component {
  /** The name in errors: `monitoring`. */
  readonly name: string;
  /** Resolves when it works. Rejects with an error whose message can be shown. */
  start(): Promise<void>;
  /** Resolves when nothing of it is left: no socket, file, timer or child. */
  stop(): Promise<void>;
}
