import type { FileBody } from './file-body.ts';

/** A request, cheap to make from a socket or from a fetch Request. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** The header with this lower-case name. */
  header(name: string): string | undefined;
  /** All of them, with lower-case names: for a journal that keeps them. */
  headers(): Iterable<readonly [name: string, value: string]>;
  /** Undefined: none was sent. */
  readonly body: Uint8Array | undefined;
  /** The body has more bytes than any route takes, and `body` is undefined. */
  readonly oversized?: boolean;
  /** The client's network address, if there is a network. */
  readonly peer: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | FileBody | undefined;
  /** A planted fault: the connection is closed or reset instead of answering, or cut in the middle of the answer's body. */
  readonly disconnect?: 'closed' | 'reset' | 'cut';
  /** A planted fault: the body takes so many milliseconds to arrive. */
  readonly dripMilliseconds?: number;
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>;
