import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { areAllPublicAddresses, isPrivateHost } from './public-address.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly verifyTls: boolean;
  /** Whether addresses of this machine and of private networks are allowed. */
  readonly allowPrivate: boolean;
  /** The option of `slipway serve` that allows them: `--ci-private-webhooks`. */
  readonly privateOption: string;
  /** Milliseconds until the response must have arrived. */
  readonly timeout: number;
  /** Bytes of the response's body that are read; 0: it is not waited for. */
  readonly maxResponseBytes: number;
}
export interface WebhookResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: readonly string[] };
  /** Its beginning, as text. */
  readonly body: string;
}
export type WebhookResult = WebhookResponse | { readonly failed: string };

const describePrivateAddress = ({ privateOption }: Pick<WebhookRequest, 'privateOption'>): string =>
  `its address is of this machine or of a private network, where webhooks are not sent (${privateOption})`;

/** Names are judged by the addresses that are then connected to: one that resolves to another address the next time is judged again. */
export const createPublicLookup =
  (request: Pick<WebhookRequest, 'privateOption'>, resolve: typeof lookup = lookup) =>
  (
    hostname: string,
    options: LookupOptions,
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) {
        done(error, []);
        return;
      }
      if (!areAllPublicAddresses(addresses)) {
        done(new Error(describePrivateAddress(request)), []);
        return;
      }
      if (options.all) done(null, addresses);
      else done(null, addresses[0]!.address, addresses[0]!.family);
    });
  };

/** Whether the receiver took it: 2xx. */
export const isAccepted = (result: WebhookResult): result is WebhookResponse =>
  'status' in result && result.status >= 200 && result.status < 300;

/** The status, or the reason why there is none. */
export const describeResult = (result: WebhookResult): string => ('status' in result ? String(result.status) : result.failed);

const createOptions = (request: WebhookRequest): RequestOptions => ({
  method: 'POST',
  headers: { ...request.headers, 'content-length': String(Buffer.byteLength(request.body)) },
  agent: false,
  ...(request.allowPrivate ? {} : { lookup: createPublicLookup(request) as never }),
});

/** The response with the beginning of its body; the rest is not waited for. */
const readResponse = (response: IncomingMessage, limit: number, done: (result: WebhookResult) => void): void => {
  const parts: Buffer[] = [];
  let [size, isOver] = [0, false];
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    const headers = Object.fromEntries(Object.entries(response.headersDistinct).map(([name, values]) => [name, values ?? []]));
    done({ status: response.statusCode ?? 0, headers, body: Buffer.concat(parts).subarray(0, limit).toString('utf8') });
    response.destroy();
  };
  if (limit === 0) {
    end();
    return;
  }
  response.on('data', (part: Buffer) => {
    parts.push(part);
    size += part.length;
    if (size >= limit) end();
  });
  response.on('close', end);
};

/** Sends the request once. It follows no redirect. */
export const postWebhook = (request: WebhookRequest): Promise<WebhookResult> =>
  new Promise((done) => {
    const { url, body, verifyTls, allowPrivate, timeout, maxResponseBytes } = request;
    const target = new URL(url);
    if (!allowPrivate && isPrivateHost(target.hostname.replace(/^\[|\]$/g, ''))) {
      done({ failed: describePrivateAddress(request) });
      return;
    }
    const options = createOptions(request);
    const sending =
      target.protocol === 'https:' ? requestHttps(target, { ...options, rejectUnauthorized: verifyTls }) : requestHttp(target, options);
    const late = setTimeout(() => {
      sending.destroy(new Error(`no answer within ${timeout} milliseconds`));
    }, timeout);
    const end = (result: WebhookResult): void => {
      clearTimeout(late);
      done(result);
    };
    sending.on('response', (response) => {
      readResponse(response, maxResponseBytes, end);
    });
    sending.on('error', (error: NodeJS.ErrnoException) => {
      end({ failed: (error.code ?? error.message).slice(0, 200) });
    });
    sending.end(body);
  });
