import { unescaped } from '@slipway/schema-tools/load';
import type { Incoming } from '../exchange.ts';
import { conflict, Problem } from '../problem.ts';
import type { Profile } from '../profile.ts';
import { KeyTaken } from '../store/store.ts';
import { problemOf } from '../store-problem.ts';
import type { Surface } from '../surface.ts';
import { routes } from './index.ts';
import { live } from './live.ts';
import { spread, straight } from './slug-paths.ts';
import { asksHosted, memberWord, toNeutral } from './words.ts';

/** The name of HTTP's Basic scheme; its password is empty. */
const basicToken = (header: string): string | undefined => {
  const sent = /^basic ([a-z0-9+/=]+)$/i.exec(header)?.[1];
  return sent === undefined ? undefined : /^([^:]+):$/s.exec(Buffer.from(sent, 'base64').toString('utf8'))?.[1];
};
const hostedToken = (incoming: Incoming): string | undefined =>
  incoming.header('circle-token') || new URLSearchParams(/\?(.*)/s.exec(incoming.target)?.[1] ?? '').get('circle-token') || undefined;

const token = (incoming: Incoming, profile: Profile): string | undefined => {
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
  [profile === 'hosted' && policies.test(path) ? 'error' : 'message']: problem.faults.map(({ detail, pointer, parameter }) => {
    const about = pointer ? place(point(pointer, profile)) : parameter;
    return about ? `${about}: ${detail}` : detail;
  }).join('; '),
});

/** What cannot be taken is 400 here, and a name that is taken 409. */
const problem = (error: unknown): Problem => {
  if (error instanceof KeyTaken) return conflict(`"${error.key}" is there already`);
  const found = problemOf(error);
  return found.status === 422 ? new Problem(400, found.faults, found.headers) : found;
};

/** Service 2: contexts, projects, pipelines and what they report. */
export const ciSurface: Surface = {
  name: 'ci', base: '/api/v2', mediaType: 'application/json', routes, spell, problem, spread, straight, point,
  token, carrier: 'Ci-Token: <token>',
  carries: (incoming) => Boolean(incoming.header('ci-token') || hostedToken(incoming) || basicToken(incoming.header('authorization') ?? '')),
  asks: (incoming, body) => (hostedToken(incoming) !== undefined || asksHosted(incoming.header('user-agent'), body) ? 'hosted' : 'neutral'),
  live,
  enter: (body, profile) => (profile === 'hosted' ? toNeutral(body) : body),
  // Each noun renders in the words of the request: maps of the caller's own names pass through answers, and no word in them is ours.
  leave: (body) => body,
  // What a document's members say joins here when the resources of service 2 are declared.
  deprecated: ({ deprecated }) => (deprecated === undefined ? [] : [deprecated]),
};
