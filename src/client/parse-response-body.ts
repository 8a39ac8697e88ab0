import { type RequestDetails, MalformedResponseError } from './contract/errors.ts';
import type { TransportResponse } from './transport.ts';
import type { ServiceRequest } from './contract/service-client.ts';

/** The body of a response: parsed JSON, null without a body; or the error to throw for anything else. */
export const parseResponseBody = (response: TransportResponse, request: ServiceRequest, details: () => RequestDetails): unknown => {
  if (response.text.trim() === '') return null;
  try {
    return JSON.parse(response.text);
  } catch {
    if (request.text || response.status >= 400) return response.text;
    const page = /^\s*<|html/i.test(`${response.text.slice(0, 20)} ${response.headers.get('content-type') ?? ''}`);
    return new MalformedResponseError(
      details(),
      response.status,
      page ? 'a page of HTML where JSON was expected' : 'broken JSON',
      response.text,
    );
  }
};
