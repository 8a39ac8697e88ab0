import type { HttpHandler, HttpResponse } from '../http/http-handler.ts';
import { newId } from '../store/new-id.ts';
import { badRequest, notFound, Problem } from '../http/problem.ts';
import { createRouter } from '../http/router.ts';
import { toProblem } from '../http/problem-from-error.ts';
import { authorizeControlRequest, requiredAccessOf } from './authorize.ts';
import type { ControlContext } from './control.ts';
import { controls } from './controls.ts';

const parseJsonText = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`the body is not valid JSON: ${(error as Error).message}`);
  }
};

/** Nothing here is for a page of somebody else, nor for a cache. */
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

/** `/_local/…`: ours, not the specification's. In no journal, and never struck by a planted fault. */
export const createControlApi = (parts: ControlContext): HttpHandler => {
  const find = createRouter(Object.entries(controls).map(([row, control]) => ({ row, value: { control, asks: requiredAccessOf(row) } })));
  const found = (method: string, path: string) => {
    // Its list is at `/_local/` and at `/_local`.
    const match = find(method, path === '/_local/' ? '/_local' : path);
    return match;
  };
  return async (request): Promise<HttpResponse> => {
    const headers: Record<string, string> = { 'x-request-id': newId('req'), ...securityHeaders };
    const { method } = request;
    try {
      const { pathname: path, searchParams: query } = new URL(request.target, 'http://service');
      const match = found(method, path);
      const trusted = authorizeControlRequest(parts.options, request, match && 'value' in match ? match.value.asks : 'reading');
      if (!match) throw notFound(`an endpoint at ${path}`);
      if ('allow' in match) throw new Problem(405, [{ detail: `expected ${match.allow.join(', ')}` }], { allow: match.allow.join(', ') });
      const text = Buffer.from(request.body ?? []).toString('utf8');
      const {
        status,
        body,
        content,
        headers: own,
      } = await match.value.control(parts, {
        request,
        text,
        json: () => parseJsonText(text),
        params: match.params,
        query,
        trusted,
      });
      const request = content?.text ?? (body === undefined ? undefined : JSON.stringify(body));
      return {
        status: status ?? (request === undefined ? 204 : 200),
        headers: { ...headers, 'content-type': content?.type ?? 'application/json', ...own },
        body: method === 'HEAD' ? undefined : request,
      };
    } catch (error) {
      const problem = toProblem(error);
      if (problem.status === 500)
        console.error(`slipway: ${method} ${request.target.split('?', 1)[0]} failed; this is our fault, please report it\n`, error);
      return {
        status: problem.status,
        headers: { ...headers, 'content-type': 'application/json', ...problem.headers },
        body: method === 'HEAD' ? undefined : renderProblem(problem),
      };
    }
  };
};
