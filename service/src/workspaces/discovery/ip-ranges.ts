import { arrayValue, objectValue, stringValue } from '../../http/body-schemas.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';

/** The service runs on one machine, and calls other services from there. */
const ranges: readonly string[] = ['127.0.0.1/32', '::1/128'];
/** When this list changed last. Update it with the list: clients send it to learn whether theirs is current. */
const changedAt = new Date('2026-11-22T00:00:00Z');
const list = arrayValue(stringValue);

/** A condition that is no date counts as none (RFC 9110, 13.1.3). */
const isUnchanged = (ctx: RequestContext): boolean => Date.parse(ctx.header('if-modified-since') ?? '') >= changedAt.getTime();

const showRanges = async (ctx: RequestContext): Promise<RouteResponse> => {
  const headers = { 'last-modified': changedAt.toUTCString() };
  return isUnchanged(ctx)
    ? { status: 304, headers }
    : { status: 200, headers, body: { api: ranges, notifications: ranges, sentinel: ranges, vcs: ranges } };
};

export const routes = [
  route('GET /api/meta/ip-ranges', showRanges, {
    anonymous: true,
    atRoot: true,
    description: {
      summary: 'Where the service is, and where its calls come from: this machine. With `If-Modified-Since`, 304 where nothing is newer.',
      responses: { 200: objectValue({ api: list, notifications: list, sentinel: list, vcs: list }), 304: null },
    },
  }),
];
