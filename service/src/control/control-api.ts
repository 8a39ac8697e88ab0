import { describeBug } from '@slipway/declarations/bug-report';
import { toHeadResponse } from '../http/head-response.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../http/http-handler.ts';
import { newId } from '../store/new-id.ts';
import { bodySizeLimits, requireReadableBody } from '../http/body.ts';
import { parseBoundedJson } from '../http/bounded-json.ts';
import { noEndpoint, Problem, unprocessable } from '../http/problem.ts';
import { createRouter } from '../http/router.ts';
import { toProblem } from '../http/problem-from-error.ts';
import { authorizeControlRequest, requiredAccessOf } from './authorize.ts';
import type { ControlContext, ControlRequest, ControlResponse } from './control.ts';
import { SeedError } from '../seed/seed-error.ts';
import { controls } from './controls.ts';

const parseJsonText = (text: string): unknown => (text === '' ? undefined : parseBoundedJson(text));

/** Decoded when it is read: a whole store is decoded elsewhere. */
const readControlBody = (bytes: Uint8Array = new Uint8Array()): Pick<ControlRequest, 'bytes' | 'text' | 'json'> => {
  const decode = (): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return {
    bytes,
    get text() {
      return decode();
    },
    json: () => parseJsonText(decode()),
  };
};

/** Endpoints that take everything at once. */
const wholeBodies = new Set(['PUT /_local/state']);

/** Responses are not for pages of another origin, and not for caches. */
const securityHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };

const renderProblem = (problem: Problem): string =>
  JSON.stringify({
    errors: problem.errors.map(({ detail, pointer, parameter }) => ({
      status: String(problem.status),
      title: problem.title,
      detail,
      ...(pointer ? { source: { pointer } } : parameter ? { source: { parameter } } : {}),
    })),
  });

const respond = async (context: ControlContext, find: ControlRouter, request: HttpRequest): Promise<ControlResponse> => {
  const { pathname: path, searchParams: query } = new URL(request.target, 'http://service');
  // The list of endpoints is at `/_local/` as well as at `/_local`.
  const match = find(request.method, path === '/_local/' ? '/_local' : path);
  const access = match && 'value' in match ? match.value.access : 'reading';
  const trusted = authorizeControlRequest(context.options, request, access, path === '/metrics' ? path : '/_local');
  if (!match) throw noEndpoint(path);
  if ('allowedMethods' in match) {
    const allow = match.allowedMethods.join(', ');
    throw new Problem(405, [{ detail: `expected ${allow}` }], { allow });
  }
  requireReadableBody(request, wholeBodies.has(match.value.endpoint) ? bodySizeLimits.bytes : bodySizeLimits.json);
  return match.value.handle(context, Object.assign(readControlBody(request.body), { request, params: match.params, query, trusted }));
};

const toControlProblem = (error: unknown): Problem => (error instanceof SeedError ? unprocessable(error.message) : toProblem(error));

const createControlRouter = () =>
  createRouter(
    Object.entries(controls).map(([endpoint, handle]) => ({
      endpoint,
      value: { endpoint, handle, access: requiredAccessOf(endpoint) },
    })),
  );
type ControlRouter = ReturnType<typeof createControlRouter>;

/** Serves `/_local/…`, which is not part of the specification. Its requests are in no journal, and no injected fault affects them. */
export const createControlApi = (context: ControlContext): HttpHandler => {
  const find = createControlRouter();
  return async (request): Promise<HttpResponse> => {
    const headers: Record<string, string> = { 'x-request-id': newId('req'), ...securityHeaders };
    const finish = async (response: HttpResponse): Promise<HttpResponse> =>
      request.method === 'HEAD' ? toHeadResponse(response) : response;
    try {
      const { status, body, content, headers: own } = await respond(context, find, request);
      const text = content?.text ?? (body === undefined ? undefined : JSON.stringify(body));
      return await finish({
        status: status ?? (text === undefined ? 204 : 200),
        headers: { ...headers, 'content-type': content?.type ?? 'application/json', ...own },
        body: text,
      });
    } catch (error) {
      const problem = toControlProblem(error);
      if (problem.status === 500)
        console.error(`${describeBug(`slipway: ${request.method} ${request.target.split('?', 1)[0]} failed.`)}\n`, error);
      return finish({
        status: problem.status,
        headers: { ...headers, 'content-type': 'application/json', ...problem.headers },
        body: renderProblem(problem),
      });
    }
  };
};
