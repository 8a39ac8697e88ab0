import { type RequestDetails, MalformedResponseError } from './errors.ts';
import type { TransportResponse } from './transport.ts';
import type { ServiceRequest } from './service-client.ts';

/** The body of an answer: parsed JSON, null when there is none; the error to throw when it is something else. */
export const parseResponseBody = (reply: TransportResponse, call: ServiceRequest, asked: () => RequestDetails): unknown => {
  if (reply.text.trim() === '') return null;
  try {
    return JSON.parse(reply.text);
  } catch {
    if (call.text || reply.status >= 400) return reply.text;
    const page = /^\s*<|html/i.test(`${reply.text.slice(0, 20)} ${reply.headers.get('content-type') ?? ''}`);
    return new MalformedResponseError(asked(), reply.status, page ? 'a page of HTML where JSON was expected' : 'broken JSON', reply.text);
  }
};
