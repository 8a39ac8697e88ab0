/** One attempt on the wire, in the smallest form both node:http and an injected fetch can be put into. */
export interface Message {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** On a connection of its own: one that has idled may just have been closed, and a lost create cannot be looked for. */
  readonly fresh: boolean;
  /** Ends the attempt; the exchange then throws. */
  readonly signal: AbortSignal;
}
export interface Reply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}
export type Exchange = (message: Message) => Promise<Reply>;

/** A connection that gave no whole answer. */
export class Broken extends Error {
  override readonly name = 'Broken';
  /** The system's code: `ECONNREFUSED`. */
  readonly code: string;
  /** Whether the service may have received the request. */
  readonly sent: boolean;
  /** Whether it went over a connection that had been idle: then the service had most likely just closed it. */
  readonly idle: boolean;
  constructor(code: string, message: string, sent: boolean, idle = false) {
    super(message);
    this.code = code;
    this.sent = sent;
    this.idle = idle;
  }
}

/** Larger answers are refused rather than held in memory. */
export const largestAnswer = 64 * 1024 * 1024;

const unsent = /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|UND_ERR_CONNECT|ERR_INVALID)/;

/** Whether a failure with that code happened before a byte of the request went out. */
export const neverSent = (code: string): boolean => unsent.test(code);
