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
  readonly report: (message: string, error: unknown) => void;
}

export interface Api {
  readonly handle: HttpHandler;
  /** Whether an endpoint is at this path, whatever its methods. */
  hasPath(path: string): boolean;
  recognizesToken(request: HttpRequest): boolean;
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
const openFileBody = async ({ path, words: message }: NonNullable<RouteResponse['file']>): Promise<FileBody> => {
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw notFound(message);
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

const expandEndpoints = (api: ApiDefinition) =>
  api.routes.flatMap((value) => {
    const [methods, row] = value.endpoint.split(' ') as [string, string];
    const path = `${value.atRoot ? '' : api.basePath}${row}`;
    return (api.expandPath?.(path) ?? [path]).map((one) => ({ methods, path: one, value }));
  });
/** Every path of a service, with its parameters. */
export const listPaths = (api: ApiDefinition): readonly string[] => expandEndpoints(api).map(({ path }) => path);

/** Answers calls of one service: route, token, rate, media type, one transaction, rendering, journal. */
export const createApi = (parts: ApiOptions): Api => {
  const { surface: api, store, clock, faults, callers } = parts;
  const rows = expandEndpoints(api);
  const find = createRouter(rows.map(({ methods, path, value }) => ({ row: `${methods} ${path}`, value })));
  const masked = createTargetMasker(rows.map(({ path }) => path));
  const straight = (path: string): string => api.normalizePath?.(path) ?? path;
  const spoken = (request: HttpRequest, body?: string): 'neutral' | 'hosted' =>
    parts.profile === 'auto' ? api.detectDialect(request, body) : parts.profile;

  const handle = async (
    request: HttpRequest,
    path: string,
    query: URLSearchParams,
    match: RouteMatch<Route> | undefined,
    said: ResponseState,
  ): Promise<RouteResponse> => {
    if (!match) throw notFound(`an endpoint at ${path}`);
    if ('allow' in match) {
      throw new Problem(405, [{ detail: `${request.method} is not among the methods of this path: ${match.allow.join(', ')}` }], {
        allow: match.allow.join(', '),
      });
    }
    const route: Route = match.value;
    const token = route.anonymous
      ? undefined
      : (api.readToken(request, parts.profile) ?? (route.browser ? readBasicPassword(request) : undefined));
    let who = token === undefined ? undefined : await callers.of(token);
    said.caller = who?.caller;
    said.secret = token;
    const allowance = parts.limit(who?.caller.id ?? `peer ${request.peer}`);
    if (allowance.left) Object.assign(said.headers, renderRateLimitHeaders(api.name, allowance.left));
    if (!allowance.allowed)
      throw new Problem(429, [{ detail: 'more requests than this caller may make in a second; wait and send it again' }]);
    if (!who && !route.anonymous) throw createUnauthorizedProblem(token, route, api.tokenHint);
    const text = readBody(request, route, api);
    const dialect = (said.profile = spoken(request, typeof text === 'string' ? text : undefined));
    const body = api.fromDialect(parseJsonBody(text), dialect);
    said.warnings = limitWarnings(api.findDeprecations(route, body, (pointer) => api.renderPointer(pointer, dialect)));
    const ctx = {
      params: match.params,
      query,
      body,
      header: request.header,
      clock,
      settings: parts.settings(),
      newId,
      self: path,
      origin: `http://${request.header('host') ?? '127.0.0.1'}`,
      dialect,
    };
    let prepared: unknown;
    // Member by member: copies by `...` took a seventh of what a read costs.
    const within = (tx: ReadTransaction, outside: ExternalLookup): RequestContext<Transaction> => ({
      params: ctx.params,
      query: ctx.query,
      body: ctx.body,
      header: ctx.header,
      clock: ctx.clock,
      settings: ctx.settings,
      newId,
      self: ctx.self,
      origin: ctx.origin,
      dialect: ctx.dialect,
      caller: who?.caller ?? anonymousCaller,
      tx: tx as Transaction,
      outside,
      prepared,
    });
    const standing = async (tx: ReadTransaction): Promise<void> => {
      if (who) await callers.stands(tx, who);
    };
    const preparing = (): PreparationContext => ({
      ...ctx,
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
    const isRead = request.method === 'GET' || request.method === 'HEAD';
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
        if (!who) throw createUnauthorizedProblem(token, route, api.tokenHint);
      }
    }
    if (route.identity) callers.forget();
    return dialect === 'neutral' || reply.body === undefined ? reply : { ...reply, body: api.toDialect(reply.body, dialect) };
  };

  const answer: HttpHandler = async (request) => {
    const question = request.target.indexOf('?');
    const path = question < 0 ? request.target : request.target.slice(0, question);
    const query = question < 0 ? emptyQuery : new URLSearchParams(request.target.slice(question + 1));
    const requestId = newId('req');
    const began = performance.now();
    const said: ResponseState = { headers: { 'x-request-id': requestId }, warnings: [], profile: spoken(request) };
    const { headers } = said;
    let match: RouteMatch<Route> | undefined, unreadable: unknown;
    try {
      match = find(request.method, straight(path));
    } catch (error) {
      unreadable = error;
    }
    const route = match && 'value' in match ? match.value : undefined;
    const operation = route && nameOperation(route, request.method);
    const blow = faults.findEffect({ service: api.name, path, operation, incoming: request });
    const fault = blow?.fault;
    if (blow && blow.delay > 0) await delay(blow.delay);
    const broken = findDisconnect(fault);
    let status = 0;
    let body: HttpResponse['body'];
    if (broken?.when !== 'before') {
      try {
        if (unreadable) throw unreadable;
        const problem = fault && createFaultProblem(fault, api.name, parts.settings());
        if (problem) throw problem;
        const reply = await handle(request, path, query, match, said);
        status = reply.status;
        if (reply.headers) Object.assign(headers, reply.headers);
        if (reply.file) body = await openFileBody(reply.file);
        if (reply.body !== undefined) {
          body = reply.body instanceof Uint8Array ? reply.body : JSON.stringify(reply.body);
          headers['content-type'] ??= api.mediaType;
        }
      } catch (error) {
        // What was planted is answered as it was planted, whatever the service makes of such a status.
        const problem = fault?.fault === 'status' ? (error as Problem) : api.toProblem(error);
        if (problem.status === 500 && !fault) parts.report(`${request.method} ${masked(path)} (${requestId})`, error);
        status = problem.status;
        Object.assign(headers, problem.headers, { 'content-type': api.mediaType });
        body = JSON.stringify(api.renderProblem(problem, said.profile, path));
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
      headers['content-type'] = api.mediaType;
    }
    if (request.method === 'HEAD') body = undefined;
    const told = broken ? 0 : status;
    const entry: { -readonly [name in keyof JournalEntry]: JournalEntry[name] } = {
      at: clock.now().toISOString(),
      service: api.name,
      method: request.method,
      path: masked(request.target),
      operation,
      status: told,
      requestId,
      milliseconds: performance.now() - began,
      caller: caller && { kind: caller.kind, id: caller.id, name: caller.name },
      requestBytes: request.body?.length ?? 0,
      responseBytes: measureBody(body),
    };
    if (warnings.length > 0) entry.warnings = warnings;
    if (blow) entry.fault = blow.id;
    const keeping = parts.keeping();
    if (keeping) Object.assign(entry, keeping({ incoming: request, headers, body, secret }));
    parts.journal.append(entry);
    if (operation !== undefined) parts.coverage.record(api.name, operation, told);
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
  return { handle: answer, hasPath: knows, recognizesToken: api.recognizesToken };
};
