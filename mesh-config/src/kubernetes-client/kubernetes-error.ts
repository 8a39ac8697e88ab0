/** A request that an API server refused, or that did not reach it. */
export class KubernetesError extends Error {
  /** The HTTP status; 0: there was no response, or it was incomplete. */
  readonly status: number;
  /** One word: `NotFound`, `Forbidden`; for an error of the system, its code, such as `ECONNREFUSED`. */
  readonly reason: string;
  /** `Retry-After` in milliseconds. */
  readonly retryAfter: number;
  /** The message without the request: what the server said, or why nothing came. */
  readonly sentence: string;
  constructor(message: string, status: number, reason: string, retryAfter = 0, sentence = message) {
    super(message);
    this.sentence = sentence;
    this.status = status;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
  /** Whether the same request may succeed later: nothing came, what came is not of Kubernetes, or the server is busy or does not work. */
  get isTemporary(): boolean {
    return this.status < 400 || this.status === 429 || this.status >= 500;
  }
}

/** Reasons that Kubernetes uses for a response without one. */
const defaultReasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Expired',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};
/** Maximum number of characters of a response in a message. */
const maxMessageCharacters = 500;

/** External text as a part of one line of the log. */
export const toLogText = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxMessageCharacters);
const describeBody = (body: string): string => {
  if (!/^\s*<(?:!doctype|html)/i.test(body)) return toLogText(body);
  const title = /<title>([^<]*)/i.exec(body)?.[1];
  return title === undefined ? 'a page of HTML' : `a page of HTML, "${toLogText(title)}"`;
};

/** `what` is the request: `GET https://10.0.0.1/api/v1/pods`. The body is a `Status`, or the text of a proxy. */
export const createResponseError = (what: string, status: number, body: string, retryAfterSeconds?: string): KubernetesError => {
  let [message, reason] = [describeBody(body), defaultReasons[status] ?? `Status${status}`];
  try {
    const parsed = JSON.parse(body) as { readonly message?: unknown; readonly reason?: unknown };
    if (typeof parsed.message === 'string') message = toLogText(parsed.message);
    if (typeof parsed.reason === 'string' && parsed.reason !== '') reason = toLogText(parsed.reason);
  } catch {
    /* A body that is not JSON becomes the message. */
  }
  const seconds = Number(retryAfterSeconds);
  const sentence = message === '' ? 'no reason given' : message;
  return new KubernetesError(
    `${what}: ${status} ${reason}: ${sentence}`,
    status,
    reason,
    Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 60) * 1000 : 0,
    sentence,
  );
};

/** The error for a response with status 200 that does not follow the protocol of Kubernetes; `reason` is one word. */
export const createProtocolError = (what: string, message: string, reason: string): KubernetesError =>
  new KubernetesError(`${what}: 200 OK: ${message}`, 200, reason, 0, message);

const untrustedCertificate = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET_ISSUER|VERIFY)|ERR_TLS_CERT_ALTNAME)/;

/** The error for a request without a response, or with an incomplete one. */
export const toKubernetesError = (what: string, error: unknown): KubernetesError => {
  if (error instanceof KubernetesError) return error;
  const { code, message, errors = [] } = error as NodeJS.ErrnoException & { readonly errors?: readonly Error[] };
  const reason = typeof code === 'string' ? code : 'Unknown';
  // For a host with several addresses the message is empty, and `errors` has the failure of each address.
  const text = toLogText(message || errors.map((one) => one.message).join('; ') || reason);
  const problem = message === 'aborted' ? 'the answer broke off' : text;
  const sentence = untrustedCertificate.test(reason) ? `the certificate of the server is not trusted: ${text}` : problem;
  return new KubernetesError(`${what}: ${sentence}`, 0, reason, 0, sentence);
};
