import type { RecordedMessage, NumberedEntry } from '../journal/journal.ts';
import { resolveRequestOrigin } from '../http/request-origin.ts';
import { badRequest, unprocessable } from '../http/problem.ts';
import { requireMembers } from './request-values.ts';
import { filterRequests } from './filter-requests.ts';
import type { ControlEndpoints } from './control.ts';
import { renderCurl } from './curl.ts';
import { renderHar } from './har.ts';

const renderBody = ({ body, note }: RecordedMessage): unknown =>
  body === undefined || note !== undefined ? (body ?? null) : JSON.parse(body);
const renderMessage = (message: RecordedMessage) => ({
  headers: Object.fromEntries(message.headers),
  body: renderBody(message),
  ...(message.note === undefined ? {} : { note: message.note }),
});

const renderEntry = ({
  seq,
  entry: {
    at,
    service,
    method,
    path,
    operation,
    status,
    requestId,
    milliseconds,
    caller,
    requestBytes,
    responseBytes,
    warnings,
    fault,
    request,
    response,
  },
}: NumberedEntry) => ({
  seq,
  at,
  service,
  method,
  path,
  operation: operation ?? null,
  status,
  requestId,
  milliseconds: Math.round(milliseconds * 1000) / 1000,
  caller: caller ?? null,
  bytes: { request: requestBytes, response: responseBytes },
  ...(warnings ? { warnings } : {}),
  ...(fault === undefined ? {} : { fault }),
  ...(request ? { request: renderMessage(request) } : {}),
  ...(response ? { response: renderMessage(response) } : {}),
});

export const requestControls: ControlEndpoints = {
  'GET /_local/requests': async ({ journal, apis, recordsBodies: keepsBodies, settings }, { query, request }) => {
    const { found, next } = filterRequests(journal.entries(), journal.seq, query);
    const origin = resolveRequestOrigin(request, settings());
    switch (query.get('format') ?? 'json') {
      case 'json':
        return { body: { total: journal.total, next, bodies: keepsBodies, entries: found.map(renderEntry) } };
      case 'har':
        return { body: renderHar(found, origin) };
      case 'curl':
        return {
          content: { type: 'text/plain; charset=utf-8', text: found.map((one) => `${renderCurl(one, origin, apis)}\n`).join('') },
        };
      default:
        throw badRequest(`format is "${query.get('format')}"; expected json, har or curl`, 'format');
    }
  },
  /** `{"bodies": true}`: headers and bodies of the requests from now on are kept, too, redacted. */
  'PATCH /_local/requests': async ({ recordBodies: keepBodies }, request) => {
    const { bodies } = requireMembers(request.json(), 'bodies');
    if (typeof bodies !== 'boolean') throw unprocessable('expected true or false', '/bodies');
    await keepBodies(bodies);
    return { body: { bodies } };
  },
  'DELETE /_local/requests': async ({ journal }) => {
    journal.clear();
    return {};
  },
};
