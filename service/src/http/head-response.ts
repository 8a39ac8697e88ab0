import { closeFileBody, isFileBody } from './file-body.ts';
import type { HttpResponse } from './http-handler.ts';

/** Bytes of a body. */
export const measureBody = (body: HttpResponse['body']): number =>
  body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : isFileBody(body) ? body.size : body.length;

/** The response to HEAD: that to GET with its length, and without its body (RFC 9110, 9.3.2). */
export const toHeadResponse = async <R extends HttpResponse>(response: R): Promise<R> => {
  const { headers, body } = response;
  if (body === undefined) return response;
  if (isFileBody(body)) await closeFileBody(body);
  return { ...response, headers: { ...headers, 'content-length': String(measureBody(body)) }, body: undefined };
};
