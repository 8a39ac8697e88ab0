import type { Kept, Noted } from '../journal.ts';
import { badRequest, unprocessable } from '../problem.ts';
import { objectOf } from './asked.ts';
import { chosen } from './chosen-requests.ts';
import type { Controls } from './control.ts';
import { curlOf } from './curl.ts';
import { harOf } from './har.ts';

const bodyTold = ({ body, note }: Kept): unknown => (body === undefined || note !== undefined ? body ?? null : JSON.parse(body));
const keptTold = (kept: Kept) => ({ headers: Object.fromEntries(kept.headers), body: bodyTold(kept), ...(kept.note === undefined ? {} : { note: kept.note }) });

const told = ({ seq, entry: { at, service, method, path, operation, status, requestId, milliseconds, caller, requestBytes, responseBytes, warnings, fault, request, response } }: Noted) => ({
  seq, at, service, method, path, operation: operation ?? null, status, requestId, milliseconds: Math.round(milliseconds * 1000) / 1000,
  caller: caller ?? null, bytes: { request: requestBytes, response: responseBytes },
  ...(warnings ? { warnings } : {}), ...(fault === undefined ? {} : { fault }),
  ...(request ? { request: keptTold(request) } : {}), ...(response ? { response: keptTold(response) } : {}),
});

export const requestControls: Controls = {
  'GET /_local/requests': async ({ journal, surfaces, keepsBodies }, { query, incoming }) => {
    const { found, next } = chosen(journal.entries(), journal.seq, query);
    const origin = `http://${incoming.header('host') ?? '127.0.0.1'}`;
    switch (query.get('format') ?? 'json') {
      case 'json': return { body: { total: journal.total, next, bodies: keepsBodies, entries: found.map(told) } };
      case 'har': return { body: harOf(found, origin) };
      case 'curl': return { content: { type: 'text/plain; charset=utf-8', text: found.map((one) => `${curlOf(one, origin, surfaces)}\n`).join('') } };
      default: throw badRequest(`format is "${query.get('format')}"; expected json, har or curl`, 'format');
    }
  },
  /** `{"bodies": true}`: headers and bodies of the requests from now on are kept, too, redacted. */
  'PATCH /_local/requests': async ({ keepBodies }, sent) => {
    const { bodies } = objectOf(sent.json(), 'bodies');
    if (typeof bodies !== 'boolean') throw unprocessable('expected true or false', '/bodies');
    await keepBodies(bodies);
    return { body: { bodies } };
  },
  'DELETE /_local/requests': async ({ journal }) => { journal.clear(); return {}; },
};
