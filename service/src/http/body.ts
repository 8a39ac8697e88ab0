import { parseBoundedJson } from './bounded-json.ts';
import type { HttpRequest } from './http-handler.ts';
import { badRequest, Problem } from './problem.ts';
import type { Route } from './route.ts';

export const bodySizeLimits = { json: 2 * 1024 * 1024, bytes: 32 * 1024 * 1024 } as const;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const mediaTypeOf = (type: string | undefined): string => (type ?? '').split(';', 1)[0]!.trim().toLowerCase();

const unsupportedMediaType = (type: string, expected: string): Problem =>
  new Problem(415, [
    { detail: `the body came as ${type === '' ? 'no declared type' : `"${type}"`}; send it with Content-Type: ${expected}` },
  ]);

/** Throws 413 for a body of more bytes than `limit`, 415 for one with a content coding. */
export const requireReadableBody = ({ body, oversized, header }: HttpRequest, limit: number): void => {
  if (oversized)
    throw new Problem(413, [{ detail: `the body has more than ${bodySizeLimits.bytes} bytes; this endpoint takes at most ${limit}` }]);
  if (body === undefined || body.length === 0) return;
  if (body.length > limit) throw new Problem(413, [{ detail: `the body has ${body.length} bytes; this endpoint takes at most ${limit}` }]);
  const coding = header('content-encoding')?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity')
    throw new Problem(415, [{ detail: `the body came with Content-Encoding: ${coding}; send it without a content coding` }], {
      'accept-encoding': 'identity',
    });
};

/**
 * The body as text, or as bytes if the route requires them; undefined without a body. Throws 413 (too large), 415 (another media type, or a
 * content coding) or 400 (not UTF-8).
 */
export const readBody = (request: HttpRequest, route: Route, mediaType: string): string | Uint8Array | undefined => {
  const { body } = request;
  const limit = route.maxBodyBytes ?? (route.binaryBody ? bodySizeLimits.bytes : bodySizeLimits.json);
  requireReadableBody(request, limit);
  if (body === undefined || body.length === 0) return undefined;
  if (route.binaryBody) return body;
  const type = mediaTypeOf(request.header('content-type'));
  if (type !== mediaType && !(route.plainJson && type === 'application/json')) throw unsupportedMediaType(type, mediaType);
  try {
    return utf8.decode(body);
  } catch {
    throw badRequest('the body is not valid UTF-8');
  }
};

/** Parses the text of `readBody`. Throws 400 or 413 for JSON beyond the limits of bounded-json.ts. */
export const parseJsonBody = (text: string | Uint8Array | undefined): unknown => (typeof text === 'string' ? parseBoundedJson(text) : text);
