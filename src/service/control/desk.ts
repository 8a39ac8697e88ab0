import type { Exchange, Outgoing } from '../exchange.ts';
import { newId } from '../new-id.ts';
import { badRequest, notFound, Problem } from '../problem.ts';
import { router } from '../router.ts';
import { problemOf } from '../store-problem.ts';
import { admitted, asksOf } from './admit.ts';
import type { ControlParts } from './control.ts';
import { controls } from './controls.ts';

const parsed = (text: string): unknown => {
  if (text === '') return undefined;
  try { return JSON.parse(text); } catch (error) { throw badRequest(`the body is not valid JSON: ${(error as Error).message}`); }
};

/** Nothing here is for a page of somebody else, nor for a cache. */
const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };

const spelled = (problem: Problem): string => JSON.stringify({
  errors: problem.faults.map(({ detail, pointer, parameter }) => ({
    status: String(problem.status), title: problem.title, detail,
    ...(pointer ? { source: { pointer } } : parameter ? { source: { parameter } } : {}),
  })),
});

/** `/_local/…`: ours, not the specification's. In no journal, and never struck by a planted fault. */
export const controlDesk = (parts: ControlParts): Exchange => {
  const find = router(Object.entries(controls).map(([row, control]) => ({ row, value: { control, asks: asksOf(row) } })));
  const found = (method: string, path: string) => {
    // Its list is at `/_local/` and at `/_local`.
    const match = find(method, path === '/_local/' ? '/_local' : path);
    return match;
  };
  return async (incoming): Promise<Outgoing> => {
    const headers: Record<string, string> = { 'x-request-id': newId('req'), ...always };
    const { method } = incoming;
    try {
      const { pathname: path, searchParams: query } = new URL(incoming.target, 'http://service');
      const match = found(method, path);
      const trusted = admitted(parts.options, incoming, match && 'value' in match ? match.value.asks : 'reading');
      if (!match) throw notFound(`an endpoint at ${path}`);
      if ('allow' in match) throw new Problem(405, [{ detail: `expected ${match.allow.join(', ')}` }], { allow: match.allow.join(', ') });
      const text = Buffer.from(incoming.body ?? []).toString('utf8');
      const { status, body, content, headers: own } = await match.value.control(parts, { incoming, text, json: () => parsed(text), params: match.params, query, trusted });
      const sent = content?.text ?? (body === undefined ? undefined : JSON.stringify(body));
      return {
        status: status ?? (sent === undefined ? 204 : 200), headers: { ...headers, 'content-type': content?.type ?? 'application/json', ...own },
        body: method === 'HEAD' ? undefined : sent,
      };
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 500) console.error(`slipway: ${method} ${incoming.target.split('?', 1)[0]} failed; this is our fault, please report it\n`, error);
      return { status: problem.status, headers: { ...headers, 'content-type': 'application/json', ...problem.headers }, body: method === 'HEAD' ? undefined : spelled(problem) };
    }
  };
};
