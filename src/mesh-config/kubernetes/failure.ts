/** What an API server refused, or why it was not reached. */
export class KubernetesFailure extends Error {
  /** Of HTTP; 0: there was no answer. */
  readonly status: number;
  /** One word: `NotFound`, `Forbidden`; of the system, `ECONNREFUSED`. */
  readonly reason: string;
  /** Milliseconds that the server wants to be left alone. */
  readonly retryAfter: number;
  constructor(message: string, status: number, reason: string, retryAfter = 0) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

/** Words that Kubernetes uses where an answer says none itself. */
const usual: Readonly<Record<number, string>> = { 400: 'BadRequest', 401: 'Unauthorized', 403: 'Forbidden', 404: 'NotFound', 409: 'Conflict', 410: 'Expired', 422: 'Invalid', 429: 'TooManyRequests', 500: 'InternalError', 503: 'ServiceUnavailable', 504: 'Timeout' };
/** Characters of an answer that are told. */
const longest = 500;

/** `what` is the request: `GET https://10.0.0.1/api/v1/pods`. The body is a `Status`, or whatever stands before the server says. */
export const refusal = (what: string, status: number, body: string, retryAfterSeconds?: string): KubernetesFailure => {
  let [message, reason] = [body.trim(), usual[status] ?? `Status${status}`];
  try {
    const said = JSON.parse(body) as { readonly message?: unknown; readonly reason?: unknown };
    if (typeof said.message === 'string') message = said.message;
    if (typeof said.reason === 'string' && said.reason !== '') reason = said.reason;
  } catch { /* A proxy's page is told as it is. */ }
  const seconds = Number(retryAfterSeconds);
  return new KubernetesFailure(`${what}: ${status} ${reason}: ${message.slice(0, longest)}`, status, reason, Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 60) * 1000 : 0);
};

/** Of a request that got no answer, or whose answer broke off. */
export const unreached = (what: string, error: unknown): KubernetesFailure => {
  if (error instanceof KubernetesFailure) return error;
  const { code = 'Unknown', message } = error as NodeJS.ErrnoException;
  return new KubernetesFailure(`${what}: ${message}`, 0, code);
};
