/** What an API server refused, or why it was not reached. */
export class KubernetesError extends Error {
  /** Of HTTP; 0: there was no answer, or it broke off. */
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
/** Characters of an answer that are told. */
const maxMessageCharacters = 500;

/** What somebody else says, as a part of one line of the log. */
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

/** `what` is the request: `GET https://10.0.0.1/api/v1/pods`. The body is a `Status`, or whatever stands before the server says. */
export const createResponseError = (what: string, status: number, body: string, retryAfterSeconds?: string): KubernetesError => {
  let [message, reason] = [describeBody(body), defaultReasons[status] ?? `Status${status}`];
  try {
    const said = JSON.parse(body) as { readonly message?: unknown; readonly reason?: unknown };
    if (typeof said.message === 'string') message = toLogText(said.message);
    if (typeof said.reason === 'string' && said.reason !== '') reason = toLogText(said.reason);
  } catch {
    /* What is no JSON is told as it is. */
  }
  const seconds = Number(retryAfterSeconds);
  return new KubernetesError(
    `${what}: ${status} ${reason}: ${message === '' ? 'it does not say why' : message}`,
    status,
    reason,
    Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 60) * 1000 : 0,
  );
};

/** Of an answer that was none of Kubernetes', though its status was 200; `reason` is one word. */
export const createProtocolError = (what: string, message: string, reason: string): KubernetesError =>
  new KubernetesError(`${what}: 200 OK: ${message}`, 200, reason);

const untrustedCertificate = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET_ISSUER|VERIFY)|ERR_TLS_CERT_ALTNAME)/;

/** Of a request that got no answer, or whose answer broke off. */
export const toKubernetesError = (what: string, error: unknown): KubernetesError => {
  if (error instanceof KubernetesError) return error;
  const { code, message, errors = [] } = error as NodeJS.ErrnoException & { readonly errors?: readonly Error[] };
  const reason = typeof code === 'string' ? code : 'Unknown';
  // Of a host with several addresses each one's failure is in a list, and the whole has no words.
  const said = toLogText(message || errors.map((one) => one.message).join('; ') || reason);
  return new KubernetesError(
    `${what}: ${untrustedCertificate.test(reason) ? `the certificate of the server is not trusted: ${said}` : message === 'aborted' ? 'the answer broke off' : said}`,
    0,
    reason,
  );
};
