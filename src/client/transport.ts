/** One attempt on the wire, in the smallest form both node:http and an injected fetch can be put into. */
export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Uses a new connection: an idle one may just have been closed, and a lost create of this kind cannot be looked for. */
  readonly newConnection: boolean;
  /** Ends the attempt; the exchange then throws. */
  readonly signal: AbortSignal;
}
export interface TransportResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}
export type Transport = (message: TransportRequest) => Promise<TransportResponse>;

/** A connection that gave no whole answer. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  /** The system's code: `ECONNREFUSED`. */
  readonly code: string;
  /** Whether the service may have received the request. */
  readonly wasSent: boolean;
  /** Whether it went over a connection that had been idle: then the service had most likely just closed it. */
  readonly wasIdle: boolean;
  constructor(code: string, message: string, sent: boolean, idle = false) {
    super(message);
    this.code = code;
    this.wasSent = sent;
    this.wasIdle = idle;
  }
}

/** Larger answers are refused rather than held in memory. */
export const maximumResponseBytes = 64 * 1024 * 1024;

const unsentCodes = new RegExp(
  '^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ERR_TLS|ERR_SSL|EPROTO|CERT_|' +
    'DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|UND_ERR_CONNECT|ERR_INVALID)',
);

/** Whether a failure with that code happened before a byte of the request went out. */
export const isNeverSent = (code: string): boolean => unsentCodes.test(code);
