import { STATUS_CODES } from 'node:http';
import type { Kept, Noted } from '../journal.ts';
import { version } from '../../version.ts';

const headersOf = (kept: Kept | undefined) => (kept?.headers ?? []).map(([name, value]) => ({ name, value }));
const typeOf = (kept: Kept | undefined): string => kept?.headers.find(([name]) => name === 'content-type')?.[1] ?? '';

const entryOf = ({ entry }: Noted, origin: string) => {
  const { at, method, path, status, milliseconds, requestId, request, response, requestBytes, responseBytes } = entry;
  const url = new URL(path, origin);
  return {
    startedDateTime: at, time: milliseconds,
    request: {
      method, url: url.href, httpVersion: 'HTTP/1.1', cookies: [], headers: headersOf(request),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      ...(request?.body === undefined ? {} : { postData: { mimeType: typeOf(request), text: request.body, ...(request.note === undefined ? {} : { comment: request.note }) } }),
      headersSize: -1, bodySize: requestBytes,
    },
    response: {
      status, statusText: STATUS_CODES[status] ?? '', httpVersion: 'HTTP/1.1', cookies: [], headers: headersOf(response),
      content: { size: responseBytes, mimeType: typeOf(response), ...(response?.body === undefined ? {} : { text: response.body }), ...(response?.note === undefined ? {} : { comment: response.note }) },
      redirectURL: '', headersSize: -1, bodySize: responseBytes,
    },
    cache: {}, timings: { send: 0, wait: milliseconds, receive: 0 }, comment: requestId,
  };
};

/** HTTP Archive 1.2, which browsers and proxies open. Times are when a request was answered, on the service's clock. */
export const harOf = (entries: readonly Noted[], origin: string): unknown => ({
  log: { version: '1.2', creator: { name: 'slipway', version }, entries: entries.map((one) => entryOf(one, origin)) },
});
