/** A request as the door reads it, cheap to make from a socket or from a fetch Request. */
export interface Incoming {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** By lower-case name. */
  header(name: string): string | undefined;
  /** Undefined: none was sent. */
  readonly body: Uint8Array | undefined;
  /** The other end's network address, when there is a network. */
  readonly peer: string;
}

/** A file on this machine as an answer's body; it goes out as it is read. */
export interface FileBody { readonly file: string; readonly size: number }
export const isFileBody = (body: Outgoing['body']): body is FileBody => typeof body === 'object' && 'file' in body;

export interface Outgoing {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | FileBody | undefined;
  /** A planted fault: the connection breaks instead of answering. */
  readonly lost?: true;
}

export type Exchange = (incoming: Incoming) => Promise<Outgoing>;
