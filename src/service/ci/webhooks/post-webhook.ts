import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { areAllPublicAddresses, isPublicAddress } from './public-address.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly verifyTls: boolean;
  /** Whether addresses of this machine and of private networks are allowed. */
  readonly allowPrivate: boolean;
  /** Milliseconds until the response headers must have arrived. */
  readonly timeout: number;
}
export type WebhookResult = { readonly status: number } | { readonly failed: string };

const privateAddressMessage = 'its address is of this machine or of a private network, where webhooks are not sent (--ci-private-webhooks)';

/** Names are judged by the addresses that are then connected to: one that resolves to another address the next time is judged again. */
const lookupPublicAddress = (
  hostname: string,
  options: LookupOptions,
  done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
): void => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) {
      done(error, []);
      return;
    }
    if (!areAllPublicAddresses(addresses)) {
      done(new Error(privateAddressMessage), []);
      return;
    }
    if (options.all) done(null, addresses);
    else done(null, addresses[0]!.address, addresses[0]!.family);
  });
};

/** Sends the request once. It follows no redirect and reads only the status. */
export const postWebhook = ({ url, headers, body, verifyTls, allowPrivate: anywhere, timeout }: WebhookRequest): Promise<WebhookResult> =>
  new Promise((done) => {
    const target = new URL(url);
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (!anywhere && isIP(host) !== 0 && !isPublicAddress(host)) {
      done({ failed: privateAddressMessage });
      return;
    }
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent: false as const,
      ...(anywhere ? {} : { lookup: lookupPublicAddress as never }),
    };
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
      end({ status: response.statusCode ?? 0 });
      response.destroy();
    });
    sending.on('error', (error: NodeJS.ErrnoException) => {
      end({ failed: (error.code ?? error.message).slice(0, 200) });
    });
    sending.end(body);
  });
