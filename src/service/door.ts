import { stat } from 'node:fs/promises';
import { parseBody, readBody } from './body.ts';
import { type Callers, IdentityMoved, nobody } from './caller.ts';
import type { Coverage } from './coverage.ts';
import type { Exchange, Incoming, Outgoing } from './exchange.ts';
import { type FileBody, isFileBody } from './file-body.ts';
import type { Faults } from './faults.ts';
import { identityChanged } from './identity.ts';
import type { Entry, Journal } from './journal.ts';
import type { Keeping } from './keeping.ts';
import { limitHeaders } from './limit-headers.ts';
import { masking } from './masking.ts';
import { newId } from './new-id.ts';
import { operationOf } from './operation.ts';
import { type Outside, untilKnown } from './outside.ts';
import { brokenBy, planted } from './planted.ts';
import { notFound, Problem } from './problem.ts';
import { basicRealm, passwordIn } from './password.ts';
import type { Profile } from './profile.ts';
import type { Allowance } from './rate-limit.ts';
import type { Asking, Caller, Clock, Preparing, Reply, Route, Settings } from './route.ts';
import { type Match, router } from './router.ts';
import type { Store, Transaction, View } from './store/store.ts';
import type { Surface } from './surface.ts';
import { told, warningHeader } from './warning-header.ts';

export interface DoorParts {
  readonly surface: Surface;
  readonly store: Store;
  readonly clock: Clock;
  /** Asked at each request, so that a seed may change them. */
  readonly settings: () => Settings;
  readonly profile: Profile;
  readonly limit: (caller: string) => Allowance;
  readonly journal: Journal;
  readonly coverage: Coverage;
  /** What the journal keeps of headers and bodies, asked at each request; undefined: nothing. */
  readonly keeping: () => Keeping | undefined;
  readonly faults: Faults;
  /** One memory for all services: what one of them changes holds in the others. */
  readonly callers: Callers;
  /** Told of a failure that is ours: method, path without query, request id, the error. */
  readonly report: (words: string, error: unknown) => void;
}

export interface Door {
  readonly answer: Exchange;
  /** Whether an endpoint is at this path, whatever its methods. */
  knows(path: string): boolean;
  carries(incoming: Incoming): boolean;
}

/** What an answer says besides its body, and in whose words. */
interface Said {
  readonly headers: Record<string, string>;
  warnings: readonly string[];
  profile: 'neutral' | 'hosted';
  caller?: Caller | undefined;
  /** The caller's token, as it was sent. */
  secret?: string | undefined;
}

const noQuery = new URLSearchParams();
const pause = (milliseconds: number): Promise<void> => new Promise((done) => { setTimeout(done, milliseconds); });
const fileBody = async ({ path, words }: NonNullable<Reply['file']>): Promise<FileBody> => {
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => { if (error.code === 'ENOENT') throw notFound(words); throw error; });
  return { file: path, size: there.size };
};

const sizeOf = (body: Outgoing['body']): number =>
  (body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : isFileBody(body) ? body.size : body.length);

const unauthorized = (token: string | undefined, { page }: Route, carrier: string): Problem =>
  new Problem(401, [{ detail: token === undefined ? `no token was sent; send it as ${carrier}` : 'the token is not valid here' }],
    page ? { 'www-authenticate': basicRealm } : {});

const spreadRows = (surface: Surface) => surface.routes.flatMap((value) => {
  const [methods, row] = value.row.split(' ') as [string, string];
  const path = `${value.root ? '' : surface.base}${row}`;
  return (surface.spread?.(path) ?? [path]).map((one) => ({ methods, path: one, value }));
});
/** Every path of a service, with its parameters. */
export const pathsOf = (surface: Surface): readonly string[] => spreadRows(surface).map(({ path }) => path);

/** Answers calls of one service: route, token, rate, media type, one transaction, rendering, journal. */
export const door = (parts: DoorParts): Door => {
  const { surface, store, clock, faults, callers } = parts;
  const rows = spreadRows(surface);
  const find = router(rows.map(({ methods, path, value }) => ({ row: `${methods} ${path}`, value })));
  const masked = masking(rows.map(({ path }) => path));
  const straight = (path: string): string => surface.straight?.(path) ?? path;
  const spoken = (incoming: Incoming, body?: string): 'neutral' | 'hosted' => (parts.profile === 'auto' ? surface.asks(incoming, body) : parts.profile);

  const handle = async (incoming: Incoming, path: string, query: URLSearchParams, match: Match<Route> | undefined, said: Said): Promise<Reply> => {
    if (!match) throw notFound(`an endpoint at ${path}`);
    if ('allow' in match) {
      throw new Problem(405, [{ detail: `${incoming.method} is not among the methods of this path: ${match.allow.join(', ')}` }], { allow: match.allow.join(', ') });
    }
    const route: Route = match.value;
    const token = route.open ? undefined : surface.token(incoming, parts.profile) ?? (route.page ? passwordIn(incoming) : undefined);
    let who = token === undefined ? undefined : await callers.of(token);
    said.caller = who?.caller;
    said.secret = token;
    const allowance = parts.limit(who?.caller.id ?? `peer ${incoming.peer}`);
    if (allowance.left) Object.assign(said.headers, limitHeaders(surface.name, allowance.left));
    if (!allowance.allowed) throw new Problem(429, [{ detail: 'more requests than this caller may make in a second; wait and send it again' }]);
    if (!who && !route.open) throw unauthorized(token, route, surface.carrier);
    const text = readBody(incoming, route, surface);
    const profile = said.profile = spoken(incoming, typeof text === 'string' ? text : undefined);
    const body = surface.enter(parseBody(text), profile);
    said.warnings = told(surface.deprecated(route, body, (pointer) => surface.point(pointer, profile)));
    const asking = {
      params: match.params, query, body, header: incoming.header, clock, settings: parts.settings(), newId, self: path,
      origin: `http://${incoming.header('host') ?? '127.0.0.1'}`,
      profile,
    };
    let prepared: unknown;
    // Member by member: copies by `...` took a seventh of what a read costs.
    const within = (tx: View, outside: Outside): Asking<Transaction> => ({
      params: asking.params, query: asking.query, body: asking.body, header: asking.header, clock: asking.clock, settings: asking.settings, newId, self: asking.self,
      origin: asking.origin, profile: asking.profile, caller: who?.caller ?? nobody, tx: tx as Transaction, outside, prepared,
    });
    const standing = async (tx: View): Promise<void> => { if (who) await callers.stands(tx, who); };
    const preparing = (): Preparing => ({
      ...asking, caller: who?.caller ?? nobody,
      read: (work) => untilKnown((outside) => store.read(async (view) => { await standing(view); return work(within(view, outside)); })),
    });
    const unit = async (tx: View, outside: Outside): Promise<Reply> => {
      await standing(tx);
      const reply = await route.handle(within(tx, outside));
      if (route.identity) await identityChanged(tx as Transaction);
      return reply;
    };
    const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
    const attempt = (): Promise<Reply> => untilKnown((outside) => (isRead ? store.read((view) => unit(view, outside)) : store.write((tx) => unit(tx, outside))));
    let reply: Reply | undefined;
    while (!reply) {
      try {
        prepared = await route.prepare?.(preparing());
        reply = await attempt();
      } catch (error) {
        if (!(error instanceof IdentityMoved)) throw error;
        callers.forget();
        who = await callers.of(token!);
        if (!who) throw unauthorized(token, route, surface.carrier);
      }
    }
    if (route.identity) callers.forget();
    return profile === 'neutral' || reply.body === undefined ? reply : { ...reply, body: surface.leave(reply.body, profile) };
  };

  const answer: Exchange = async (incoming) => {
    const question = incoming.target.indexOf('?');
    const path = question < 0 ? incoming.target : incoming.target.slice(0, question);
    const query = question < 0 ? noQuery : new URLSearchParams(incoming.target.slice(question + 1));
    const requestId = newId('req');
    const began = performance.now();
    const said: Said = { headers: { 'x-request-id': requestId }, warnings: [], profile: spoken(incoming) };
    const { headers } = said;
    let match: Match<Route> | undefined, unreadable: unknown;
    try { match = find(incoming.method, straight(path)); } catch (error) { unreadable = error; }
    const route = match && 'value' in match ? match.value : undefined;
    const operation = route && operationOf(route, incoming.method);
    const blow = faults.next({ service: surface.name, path, operation, incoming });
    const fault = blow?.fault;
    if (blow && blow.delay > 0) await pause(blow.delay);
    const broken = brokenBy(fault);
    let status = 0;
    let body: Outgoing['body'];
    if (broken?.when !== 'before') {
      try {
        if (unreadable) throw unreadable;
        const problem = fault && planted(fault, surface.name, parts.settings());
        if (problem) throw problem;
        const reply = await handle(incoming, path, query, match, said);
        status = reply.status;
        if (reply.headers) Object.assign(headers, reply.headers);
        if (reply.file) body = await fileBody(reply.file);
        if (reply.body !== undefined) {
          body = reply.body instanceof Uint8Array ? reply.body : JSON.stringify(reply.body);
          headers['content-type'] ??= surface.mediaType;
        }
      } catch (error) {
        // What was planted is answered as it was planted, whatever the service makes of such a status.
        const problem = fault?.fault === 'status' ? error as Problem : surface.problem(error);
        if (problem.status === 500 && !fault) parts.report(`${incoming.method} ${masked(path)} (${requestId})`, error);
        status = problem.status;
        Object.assign(headers, problem.headers, { 'content-type': surface.mediaType });
        body = JSON.stringify(surface.spell(problem, said.profile, path));
      }
    }
    const { warnings, caller, secret } = said;
    if (warnings.length > 0) {
      // RFC 9745 wants the day it began, which declarations do not say; its drafts said this, and readers look for presence.
      headers['deprecation'] = 'true';
      headers['warning'] = warningHeader(warnings);
    }
    if (fault?.fault === 'malformed') { body = '{"data": {"id":'; headers['content-type'] = surface.mediaType; }
    if (incoming.method === 'HEAD') body = undefined;
    const told = broken ? 0 : status;
    const entry: { -readonly [name in keyof Entry]: Entry[name] } = {
      at: clock.now().toISOString(), service: surface.name, method: incoming.method, path: masked(incoming.target), operation, status: told, requestId,
      milliseconds: performance.now() - began, caller: caller && { kind: caller.kind, id: caller.id, name: caller.name },
      requestBytes: incoming.body?.length ?? 0, responseBytes: sizeOf(body),
    };
    if (warnings.length > 0) entry.warnings = warnings;
    if (blow) entry.fault = blow.id;
    const keeping = parts.keeping();
    if (keeping) Object.assign(entry, keeping({ incoming, headers, body, secret }));
    parts.journal.note(entry);
    if (operation !== undefined) parts.coverage.note(surface.name, operation, told);
    if (broken) return { status, headers, body, broken: broken.how };
    return fault?.fault === 'slow-body' ? { status, headers, body, dripping: blow!.span } : { status, headers, body };
  };

  const knows = (path: string): boolean => {
    try { return find('GET', straight(path)) !== undefined; } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  };
  return { answer, knows, carries: surface.carries };
};
