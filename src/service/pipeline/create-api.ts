import { stat } from 'node:fs/promises';
import { parseJsonBody, readBody } from '../http/body.ts';
import { type CallerCache, StaleCaller, anonymousCaller } from '../access/callers.ts';
import type { Coverage } from './coverage.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../http/http-handler.ts';
import { type FileBody, isFileBody } from '../http/file-body.ts';
import type { FaultInjector } from '../faults/fault-injector.ts';
import { changeIdentityVersion } from '../access/identity-version.ts';
import type { JournalEntry, Journal } from '../journal/journal.ts';
import type { MessageRecorder } from '../journal/message-recorder.ts';
import { renderRateLimitHeaders } from '../http/rate-limit-headers.ts';
import { createTargetMasker } from '../journal/masking.ts';
import { newId } from '../store/new-id.ts';
import { nameOperation } from '../http/operation.ts';
import { type ExternalLookup, withExternalLookups } from '../http/external-lookup.ts';
import { findDisconnect, createFaultProblem } from './injected-fault.ts';
import { notFound, Problem } from '../http/problem.ts';
import { basicAuthChallenge, readBasicPassword } from '../http/basic-auth.ts';
import type { ApiDialect } from '../http/api-dialect.ts';
import type { RateLimitDecision } from './rate-limiter.ts';
import type { RequestContext, Caller, Clock, PreparationContext, RouteResponse, Route, ServiceSettings } from '../http/route.ts';
import { type RouteMatch, createRouter } from '../http/router.ts';
import type { Store, Transaction, ReadTransaction } from '../store/store.ts';
import type { ApiDefinition } from './api-definition.ts';
import { limitWarnings, renderWarningHeader } from './warning-header.ts';

export interface ApiOptions {
  readonly surface: ApiDefinition;
  readonly store: Store;
  readonly clock: Clock;
  /** Asked at each request, so that a seed may change them. */
  readonly settings: () => ServiceSettings;
  readonly profile: ApiDialect;
  readonly limit: (caller: string) => RateLimitDecision;
  readonly journal: Journal;
  readonly coverage: Coverage;
  /** What the journal keeps of headers and bodies, asked at each request; undefined: nothing. */
  readonly keeping: () => MessageRecorder | undefined;
  readonly faults: FaultInjector;
  /** One memory for all services: what one of them changes holds in the others. */
  readonly callers: CallerCache;
  /** Told of a failure that is ours: method, path without query, request id, the error. */
  readonly report: (words: string, error: unknown) => void;
}

export interface Api {
  readonly handle: HttpHandler;
  /** Whether an endpoint is at this path, whatever its methods. */
  hasPath(path: string): boolean;
  recognizesToken(incoming: HttpRequest): boolean;
}

/** What an answer says besides its body, and in whose words. */
interface ResponseState {
  readonly headers: Record<string, string>;
  warnings: readonly string[];
  profile: 'neutral' | 'hosted';
  caller?: Caller | undefined;
  /** The caller's token, as it was sent. */
  secret?: string | undefined;
}

const emptyQuery = new URLSearchParams();
const delay = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });
const openFileBody = async ({ path, words }: NonNullable<RouteResponse['file']>): Promise<FileBody> => {
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw notFound(words);
    throw error;
  });
  return { file: path, size: there.size };
};

const measureBody = (body: HttpResponse['body']): number =>
  body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : isFileBody(body) ? body.size : body.length;

const createUnauthorizedProblem = (token: string | undefined, { browser: page }: Route, carrier: string): Problem =>
  new Problem(
    401,
    [{ detail: token === undefined ? `no token was sent; send it as ${carrier}` : 'the token is not valid here' }],
    page ? { 'www-authenticate': basicAuthChallenge } : {},
  );

const expandEndpoints = (surface: ApiDefinition) =>
  surface.routes.flatMap((value) => {
    const [methods, row] = value.endpoint.split(' ') as [string, string];
    const path = `${value.atRoot ? '' : surface.basePath}${row}`;
    return (surface.expandPath?.(path) ?? [path]).map((one) => ({ methods, path: one, value }));
  });
/** Every path of a service, with its parameters. */
export const listPaths = (surface: ApiDefinition): readonly string[] => expandEndpoints(surface).map(({ path }) => path);

/** Answers calls of one service: route, token, rate, media type, one transaction, rendering, journal. */
export const createApi = (parts: ApiOptions): Api => {
  const { surface, store, clock, faults, callers } = parts;
  const rows = expandEndpoints(surface);
  const find = createRouter(rows.map(({ methods, path, value }) => ({ row: `${methods} ${path}`, value })));
  const masked = createTargetMasker(rows.map(({ path }) => path));
  const straight = (path: string): string => surface.normalizePath?.(path) ?? path;
  const spoken = (incoming: HttpRequest, body?: string): 'neutral' | 'hosted' =>
    parts.profile === 'auto' ? surface.detectDialect(incoming, body) : parts.profile;

  const handle = async (
    incoming: HttpRequest,
    path: string,
    query: URLSearchParams,
    match: RouteMatch<Route> | undefined,
    said: ResponseState,
  ): Promise<RouteResponse> => {
    if (!match) throw notFound(`an endpoint at ${path}`);
    if ('allow' in match) {
      throw new Problem(405, [{ detail: `${incoming.method} is not among the methods of this path: ${match.allow.join(', ')}` }], {
        allow: match.allow.join(', '),
      });
    }
    const route: Route = match.value;
    const token = route.anonymous
      ? undefined
      : (surface.readToken(incoming, parts.profile) ?? (route.browser ? readBasicPassword(incoming) : undefined));
    let who = token === undefined ? undefined : await callers.of(token);
    said.caller = who?.caller;
    said.secret = token;
    const allowance = parts.limit(who?.caller.id ?? `peer ${incoming.peer}`);
    if (allowance.left) Object.assign(said.headers, renderRateLimitHeaders(surface.name, allowance.left));
    if (!allowance.allowed)
      throw new Problem(429, [{ detail: 'more requests than this caller may make in a second; wait and send it again' }]);
    if (!who && !route.anonymous) throw createUnauthorizedProblem(token, route, surface.tokenHint);
    const text = readBody(incoming, route, surface);
    const profile = (said.profile = spoken(incoming, typeof text === 'string' ? text : undefined));
    const body = surface.fromDialect(parseJsonBody(text), profile);
    said.warnings = limitWarnings(surface.findDeprecations(route, body, (pointer) => surface.renderPointer(pointer, profile)));
    const asking = {
      params: match.params,
      query,
      body,
      header: incoming.header,
      clock,
      settings: parts.settings(),
      newId,
      self: path,
      origin: `http://${incoming.header('host') ?? '127.0.0.1'}`,
      dialect: profile,
    };
    let prepared: unknown;
    // Member by member: copies by `...` took a seventh of what a read costs.
    const within = (tx: ReadTransaction, outside: ExternalLookup): RequestContext<Transaction> => ({
      params: asking.params,
      query: asking.query,
      body: asking.body,
      header: asking.header,
      clock: asking.clock,
      settings: asking.settings,
      newId,
      self: asking.self,
      origin: asking.origin,
      dialect: asking.dialect,
      caller: who?.caller ?? anonymousCaller,
      tx: tx as Transaction,
      outside,
      prepared,
    });
    const standing = async (tx: ReadTransaction): Promise<void> => {
      if (who) await callers.stands(tx, who);
    };
    const preparing = (): PreparationContext => ({
      ...asking,
      caller: who?.caller ?? anonymousCaller,
      read: (work) =>
        withExternalLookups((outside) =>
          store.read(async (view) => {
            await standing(view);
            return work(within(view, outside));
          }),
        ),
    });
    const unit = async (tx: ReadTransaction, outside: ExternalLookup): Promise<RouteResponse> => {
      await standing(tx);
      const reply = await route.handle(within(tx, outside));
      if (route.identity) await changeIdentityVersion(tx as Transaction);
      return reply;
    };
    const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
    const attempt = (): Promise<RouteResponse> =>
      withExternalLookups((outside) => (isRead ? store.read((view) => unit(view, outside)) : store.write((tx) => unit(tx, outside))));
    let reply: RouteResponse | undefined;
    while (!reply) {
      try {
        prepared = await route.prepare?.(preparing());
        reply = await attempt();
      } catch (error) {
        if (!(error instanceof StaleCaller)) throw error;
        callers.forget();
        who = await callers.of(token!);
        if (!who) throw createUnauthorizedProblem(token, route, surface.tokenHint);
      }
    }
    if (route.identity) callers.forget();
    return profile === 'neutral' || reply.body === undefined ? reply : { ...reply, body: surface.toDialect(reply.body, profile) };
  };

  const answer: HttpHandler = async (incoming) => {
    const question = incoming.target.indexOf('?');
    const path = question < 0 ? incoming.target : incoming.target.slice(0, question);
    const query = question < 0 ? emptyQuery : new URLSearchParams(incoming.target.slice(question + 1));
    const requestId = newId('req');
    const began = performance.now();
    const said: ResponseState = { headers: { 'x-request-id': requestId }, warnings: [], profile: spoken(incoming) };
    const { headers } = said;
    let match: RouteMatch<Route> | undefined, unreadable: unknown;
    try {
      match = find(incoming.method, straight(path));
    } catch (error) {
      unreadable = error;
    }
    const route = match && 'value' in match ? match.value : undefined;
    const operation = route && nameOperation(route, incoming.method);
    const blow = faults.findEffect({ service: surface.name, path, operation, incoming });
    const fault = blow?.fault;
    if (blow && blow.delay > 0) await delay(blow.delay);
    const broken = findDisconnect(fault);
    let status = 0;
    let body: HttpResponse['body'];
    if (broken?.when !== 'before') {
      try {
        if (unreadable) throw unreadable;
        const problem = fault && createFaultProblem(fault, surface.name, parts.settings());
        if (problem) throw problem;
        const reply = await handle(incoming, path, query, match, said);
        status = reply.status;
        if (reply.headers) Object.assign(headers, reply.headers);
        if (reply.file) body = await openFileBody(reply.file);
        if (reply.body !== undefined) {
          body = reply.body instanceof Uint8Array ? reply.body : JSON.stringify(reply.body);
          headers['content-type'] ??= surface.mediaType;
        }
      } catch (error) {
        // What was planted is answered as it was planted, whatever the service makes of such a status.
        const problem = fault?.fault === 'status' ? (error as Problem) : surface.toProblem(error);
        if (problem.status === 500 && !fault) parts.report(`${incoming.method} ${masked(path)} (${requestId})`, error);
        status = problem.status;
        Object.assign(headers, problem.headers, { 'content-type': surface.mediaType });
        body = JSON.stringify(surface.renderProblem(problem, said.profile, path));
      }
    }
    const { warnings, caller, secret } = said;
    if (warnings.length > 0) {
      // RFC 9745 wants the day it began, which declarations do not say; its drafts said this, and readers look for presence.
      headers['deprecation'] = 'true';
      headers['warning'] = renderWarningHeader(warnings);
    }
    if (fault?.fault === 'malformed') {
      body = '{"data": {"id":';
      headers['content-type'] = surface.mediaType;
    }
    if (incoming.method === 'HEAD') body = undefined;
    const told = broken ? 0 : status;
    const entry: { -readonly [name in keyof JournalEntry]: JournalEntry[name] } = {
      at: clock.now().toISOString(),
      service: surface.name,
      method: incoming.method,
      path: masked(incoming.target),
      operation,
      status: told,
      requestId,
      milliseconds: performance.now() - began,
      caller: caller && { kind: caller.kind, id: caller.id, name: caller.name },
      requestBytes: incoming.body?.length ?? 0,
      responseBytes: measureBody(body),
    };
    if (warnings.length > 0) entry.warnings = warnings;
    if (blow) entry.fault = blow.id;
    const keeping = parts.keeping();
    if (keeping) Object.assign(entry, keeping({ incoming, headers, body, secret }));
    parts.journal.append(entry);
    if (operation !== undefined) parts.coverage.record(surface.name, operation, told);
    if (broken) return { status, headers, body, disconnect: broken.how };
    return fault?.fault === 'slow-body' ? { status, headers, body, dripMilliseconds: blow!.span } : { status, headers, body };
  };

  const knows = (path: string): boolean => {
    try {
      return find('GET', straight(path)) !== undefined;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  };
  return { handle: answer, hasPath: knows, recognizesToken: surface.recognizesToken };
};
