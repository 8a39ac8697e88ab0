import { STATUS_CODES } from 'node:http';
import type { JournalEntry, NumberedEntry, RecordedMessage } from '../journal/journal.ts';
import { version } from '@slipway/declarations/version';

const renderHeaders = (message: RecordedMessage | undefined) => (message?.headers ?? []).map(([name, value]) => ({ name, value }));
const readContentType = (message: RecordedMessage | undefined): string =>
  message?.headers.find(([name]) => name === 'content-type')?.[1] ?? '';

const renderRequest = ({ method, request, requestBytes }: JournalEntry, url: URL) => ({
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
});

const renderResponse = ({ status, response, responseBytes }: JournalEntry) => ({
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
});

const renderEntry = (entry: JournalEntry, origin: string) => ({
  startedDateTime: entry.at,
  time: entry.milliseconds,
  request: renderRequest(entry, new URL(entry.path, origin)),
  response: renderResponse(entry),
  cache: {},
  timings: { send: 0, wait: entry.milliseconds, receive: 0 },
  comment: entry.requestId,
});

/** HTTP Archive 1.2, which browsers and proxies open. Times are those of the responses, on the service's clock. */
export const renderHar = (entries: readonly NumberedEntry[], origin: string): unknown => ({
  log: { version: '1.2', creator: { name: 'slipway', version }, entries: entries.map(({ entry }) => renderEntry(entry, origin)) },
});
