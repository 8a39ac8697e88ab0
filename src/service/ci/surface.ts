import { unescaped } from '@slipway/schema-tools/load';
import type { HttpRequest } from '../exchange.ts';
import { conflict, Problem } from '../problem.ts';
import type { ApiDialect } from '../profile.ts';
import { DuplicateKey } from '../store/store.ts';
import { toProblem } from '../store-problem.ts';
import type { ApiDefinition } from '../surface.ts';
import { routes } from './index.ts';
import { live } from './live.ts';
import { spread, straight } from './slug-paths.ts';
import { asksHosted, memberWord, toNeutral } from './words.ts';

/** The name of HTTP's Basic scheme; its password is empty. */
const basicToken = (header: string): string | undefined => {
  const sent = /^basic ([a-z0-9+/=]+)$/i.exec(header)?.[1];
  return sent === undefined ? undefined : /^([^:]+):$/s.exec(Buffer.from(sent, 'base64').toString('utf8'))?.[1];
};
const hostedToken = (incoming: HttpRequest): string | undefined =>
  incoming.header('circle-token') || new URLSearchParams(/\?(.*)/s.exec(incoming.target)?.[1] ?? '').get('circle-token') || undefined;

const token = (incoming: HttpRequest, profile: ApiDialect): string | undefined => {
  const own = incoming.header('ci-token') || (profile === 'neutral' ? undefined : hostedToken(incoming));
  if (own) return own;
  const header = incoming.header('authorization') ?? '';
  return basicToken(header) ?? (/^bearer (.+)$/i.exec(header)?.[1]?.trim() || undefined);
};

const point = (pointer: string, profile: 'neutral' | 'hosted'): string => pointer.split('/').map((step) => memberWord(step, profile)).join('/');
/** Of a member that the caller chose the name of, its beginning. */
const longest = 200;
const place = (pointer: string): string => {
  const words = pointer.slice(1).split('/').map(unescaped).join('.') || '""';
  return words.length > longest ? `${words.slice(0, longest)}…` : words;
};

/** The hosted service's policies are a service of their own, whose errors have another member. */
const policies = /^\/api\/v2\/owner\//;
/** One sentence; each part begins with the member or parameter it is about. */
const spell = (problem: Problem, profile: 'neutral' | 'hosted', path: string): unknown => ({
  [profile === 'hosted' && policies.test(path) ? 'error' : 'message']: problem.errors.map(({ detail, pointer, parameter }) => {
    const about = pointer ? place(point(pointer, profile)) : parameter;
    return about ? `${about}: ${detail}` : detail;
  }).join('; '),
});

/** What cannot be taken is 400 here, and a name that is taken 409. */
const problem = (error: unknown): Problem => {
  if (error instanceof DuplicateKey) return conflict(`"${error.key}" is there already`);
  const found = toProblem(error);
  return found.status === 422 ? new Problem(400, found.errors, found.headers) : found;
};

/** Service 2: contexts, projects, pipelines and what they report. */
export const ciSurface: ApiDefinition = {
  name: 'ci', basePath: '/api/v2', mediaType: 'application/json', routes, renderProblem: spell, toProblem: problem, expandPath: spread, normalizePath: straight, renderPointer: point,
  readToken: token, tokenHint: 'Ci-Token: <token>',
  recognizesToken: (incoming) => Boolean(incoming.header('ci-token') || hostedToken(incoming) || basicToken(incoming.header('authorization') ?? '')),
  detectDialect: (incoming, body) => (hostedToken(incoming) !== undefined || asksHosted(incoming.header('user-agent'), body) ? 'hosted' : 'neutral'),
  startBackgroundWork: live,
  fromDialect: (body, profile) => (profile === 'hosted' ? toNeutral(body) : body),
  // Each noun renders in the words of the request: maps of the caller's own names pass through answers, and no word in them is ours.
  toDialect: (body) => body,
  // What a document's members say joins here when the resources of service 2 are declared.
  findDeprecations: ({ deprecated }) => (deprecated === undefined ? [] : [deprecated]),
};
