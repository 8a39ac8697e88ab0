import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { SendResult } from './span-queue.ts';

export interface Collector {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** Milliseconds until it must have answered. */
  readonly timeout: number;
  readonly compresses: boolean;
}

/** Statuses after which a collector may accept the same request later: OTLP 1, "Failures". */
const retryableStatuses: readonly number[] = [429, 502, 503, 504];

/** The address without user, password and query. */
const describeAddress = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};
const describeError = (error: unknown, timeout: number): string => {
  if ((error as Error).name === 'TimeoutError') return `it does not answer within ${timeout} milliseconds`;
  const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return code ?? message;
};

/** User and password of the address as a header: fetch takes none in an address. */
const splitCredentials = (url: string): { readonly url: string; readonly headers: { readonly [name: string]: string } } => {
  const target = new URL(url);
  const { username, password } = target;
  if (!username && !password) return { url, headers: {} };
  target.username = target.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url: target.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
};

/** Sends one request of OTLP over HTTP, in JSON. Never rejects. */
export const postSpans = async (collector: Collector, text: string, signal: AbortSignal): Promise<SendResult> => {
  const fail = (reason: string, again: boolean): SendResult => ({
    ok: false,
    reason: `traces cannot be sent to ${describeAddress(collector.url)}: ${reason}`,
    again,
  });
  try {
    const { url, headers } = splitCredentials(collector.url);
    const body = collector.compresses ? await promisify(gzip)(text) : text;
    const encoding: { readonly [name: string]: string } = collector.compresses ? { 'content-encoding': 'gzip' } : {};
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...encoding, ...headers, ...collector.headers },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(collector.timeout)]),
    });
    await response.body?.cancel();
    return response.ok ? { ok: true } : fail(`it answers ${response.status}`, retryableStatuses.includes(response.status));
  } catch (error) {
    return fail(describeError(error, collector.timeout), true);
  }
};
