import { STATUS_CODES } from 'node:http';
import type { RecordedMessage, NumberedEntry } from '../journal/journal.ts';
import { version } from '../../version.ts';

const renderHeaders = (message: RecordedMessage | undefined) => (message?.headers ?? []).map(([name, value]) => ({ name, value }));
const readContentType = (message: RecordedMessage | undefined): string =>
  message?.headers.find(([name]) => name === 'content-type')?.[1] ?? '';

const renderEntry = ({ entry }: NumberedEntry, origin: string) => {
  const { at, method, path, status, milliseconds, requestId, request, response, requestBytes, responseBytes } = entry;
  const url = new URL(path, origin);
  return {
    startedDateTime: at,
    time: milliseconds,
    request: {
      method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: renderHeaders(request),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      ...(request?.body === undefined
        ? {}
        : {
            postData: {
              mimeType: readContentType(request),
              text: request.body,
              ...(request.note === undefined ? {} : { comment: request.note }),
            },
          }),
      headersSize: -1,
      bodySize: requestBytes,
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: renderHeaders(response),
      content: {
        size: responseBytes,
        mimeType: readContentType(response),
        ...(response?.body === undefined ? {} : { text: response.body }),
        ...(response?.note === undefined ? {} : { comment: response.note }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: responseBytes,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    comment: requestId,
  };
};

/** HTTP Archive 1.2, which browsers and proxies open. Times are when a request was answered, on the service's clock. */
export const renderHar = (entries: readonly NumberedEntry[], origin: string): unknown => ({
  log: { version: '1.2', creator: { name: 'slipway', version }, entries: entries.map((one) => renderEntry(one, origin)) },
});
