import { timingSafeEqual } from 'node:crypto';
import { hashOf } from '../caller.ts';
import type { MovableClock } from '../clock.ts';
import type { Exchange, Incoming, Outgoing } from '../exchange.ts';
import type { Faults } from '../faults.ts';
import type { Journal } from '../journal.ts';
import { newId } from '../new-id.ts';
import { badRequest, notFound, Problem } from '../problem.ts';
import type { Route, Settings } from '../route.ts';
import { router } from '../router.ts';
import type { Store } from '../store/store.ts';
import { problemOf } from '../store-problem.ts';
import { controls } from './controls.ts';

export interface ControlOptions {
  /** Whoever sends it as Bearer may use `/_local/…`. */
  readonly operatorToken?: string;
  /** Anybody who reaches the service from this machine may: for tests. */
  readonly test?: boolean;
  /** What a reset ends with: the seed or the first organization that the service was started with. Unsaid: nothing. */
  readonly begin?: () => Promise<void>;
}
export interface ControlParts {
  readonly store: Store;
  readonly clock: MovableClock;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly options: ControlOptions;
  readonly routes: readonly Route[];
  settings(): Settings;
  setSettings(next: Partial<Settings>): void;
  forgetCallers(): void;
}
export type Control = (parts: ControlParts, sent: { readonly body: unknown; readonly text: string; readonly params: { readonly [name: string]: string }; readonly query: URLSearchParams }) => Promise<{ readonly status?: number; readonly body?: unknown }>;

const near = (peer: string): boolean => peer === 'fetch' || peer === '::1' || peer.startsWith('127.') || peer.startsWith('::ffff:127.');
const same = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));

const admit = ({ operatorToken, test }: ControlOptions, incoming: Incoming): void => {
  const bearer = /^bearer (.+)$/i.exec(incoming.header('authorization') ?? '')?.[1];
  if (operatorToken !== undefined && bearer !== undefined && same(operatorToken, bearer)) return;
  if (test && near(incoming.peer)) return;
  throw operatorToken === undefined && !test ? notFound('an endpoint at /_local') : new Problem(401, [{ detail: 'these endpoints take the operator token' }]);
};

const parsed = (text: string): unknown => {
  if (text === '') return undefined;
  try { return JSON.parse(text); } catch (error) { throw badRequest(`the body is not valid JSON: ${(error as Error).message}`); }
};

/** `/_local/…`: ours, not the specification's. Clock, journal, planted faults, reset, seed. Plain JSON; not journaled, never faulted. */
export const controlDesk = (parts: ControlParts): Exchange => {
  const find = router(Object.entries(controls).map(([row, value]) => ({ row, value })));
  return async (incoming): Promise<Outgoing> => {
    const headers = { 'x-request-id': newId('req'), 'content-type': 'application/json' };
    try {
      admit(parts.options, incoming);
      const text = Buffer.from(incoming.body ?? []).toString('utf8');
      const { pathname: path, searchParams } = new URL(incoming.target, 'http://service');
      const match = find(incoming.method, path);
      if (!match) throw notFound(`an endpoint at ${path}`);
      if ('allow' in match) throw new Problem(405, [{ detail: `expected ${match.allow.join(', ')}` }], { allow: match.allow.join(', ') });
      const { status, body } = await match.value(parts, { body: path === '/_local/seed' ? undefined : parsed(text), text, params: match.params, query: searchParams });
      return { status: status ?? (body === undefined ? 204 : 200), headers, body: body === undefined ? undefined : JSON.stringify(body) };
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 500) console.error(`slipway: ${incoming.method} ${incoming.target} failed; this is our fault, please report it\n`, error);
      return {
        status: problem.status, headers: { ...headers, ...problem.headers },
        body: JSON.stringify({ errors: problem.faults.map(({ detail, pointer }) => ({ status: String(problem.status), title: problem.title, detail, ...(pointer ? { source: { pointer } } : {}) })) }),
      };
    }
  };
};
