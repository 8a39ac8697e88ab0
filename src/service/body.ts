import type { Incoming } from './exchange.ts';
import { badRequest, Problem } from './problem.ts';
import type { Route } from './route.ts';
import type { Surface } from './surface.ts';

export const limits = { json: 2 * 1024 * 1024, bytes: 32 * 1024 * 1024 } as const;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const essence = (type: string | undefined): string => (type ?? '').split(';', 1)[0]!.trim().toLowerCase();

const wrongType = (given: string, expected: string): Problem =>
  new Problem(415, [{ detail: `the body came as ${given === '' ? 'no declared type' : `"${given}"`}; send it with Content-Type: ${expected}` }]);

/** The body as text or bytes, after its type and size were judged; undefined when none was sent. */
export const readBody = (incoming: Incoming, route: Route, surface: Surface): string | Uint8Array | undefined => {
  const { body } = incoming;
  const limit = route.largest ?? (route.bytes ? limits.bytes : limits.json);
  if (body !== undefined && body.length > limit)
    throw new Problem(413, [{ detail: `the body has ${body.length} bytes; this endpoint takes at most ${limit}` }]);
  if (body === undefined || body.length === 0) return undefined;
  if (route.bytes) return body;
  const type = essence(incoming.header('content-type'));
  if (type !== surface.mediaType && !(route.plain && type === 'application/json')) throw wrongType(type, surface.mediaType);
  try { return utf8.decode(body); } catch { throw badRequest('the body is not valid UTF-8'); }
};

export const parseBody = (text: string | Uint8Array | undefined): unknown => {
  if (typeof text !== 'string') return text;
  try { return JSON.parse(text); } catch (error) { throw badRequest(`the body is not valid JSON: ${(error as Error).message}`); }
};
