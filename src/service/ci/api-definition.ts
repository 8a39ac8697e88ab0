import { unescapePointerToken } from '@slipway/schema-tools/load';
import type { HttpRequest } from '../http/http-handler.ts';
import { conflict, Problem } from '../http/problem.ts';
import type { ApiDialect } from '../http/api-dialect.ts';
import { DuplicateKey } from '../store/store.ts';
import { toProblem } from '../http/problem-from-error.ts';
import type { ApiDefinition } from '../pipeline/api-definition.ts';
import { routes } from './index.ts';
import { ciBackgroundWork } from './background-work.ts';
import { expandSlugPath, decodeSlugPath } from './slugs/slug-paths.ts';
import { isHostedRequest, memberName, normalizeHostedBody } from './hosted-dialect.ts';

/** The name of HTTP's Basic scheme; its password is empty. */
const parseBasicToken = (header: string): string | undefined => {
  const sent = /^basic ([a-z0-9+/=]+)$/i.exec(header)?.[1];
  return sent === undefined ? undefined : /^([^:]+):$/s.exec(Buffer.from(sent, 'base64').toString('utf8'))?.[1];
};
const findHostedToken = (incoming: HttpRequest): string | undefined =>
  incoming.header('circle-token') || new URLSearchParams(/\?(.*)/s.exec(incoming.target)?.[1] ?? '').get('circle-token') || undefined;

const findToken = (incoming: HttpRequest, profile: ApiDialect): string | undefined => {
  const own = incoming.header('ci-token') || (profile === 'neutral' ? undefined : findHostedToken(incoming));
  if (own) return own;
  const header = incoming.header('authorization') ?? '';
  return parseBasicToken(header) ?? (/^bearer (.+)$/i.exec(header)?.[1]?.trim() || undefined);
};

const translatePointer = (pointer: string, profile: 'neutral' | 'hosted'): string =>
  pointer
    .split('/')
    .map((step) => memberName(step, profile))
    .join('/');
/** Of a member that the caller chose the name of, its beginning. */
const maxPointerLength = 200;
const describePointer = (pointer: string): string => {
  const words = pointer.slice(1).split('/').map(unescapePointerToken).join('.') || '""';
  return words.length > maxPointerLength ? `${words.slice(0, maxPointerLength)}…` : words;
};

/** The hosted service's policies are a service of their own, whose errors have another member. */
const policyPaths = /^\/api\/v2\/owner\//;
/** One sentence; each part begins with the member or parameter it is about. */
const renderCiProblem = (problem: Problem, profile: 'neutral' | 'hosted', path: string): unknown => ({
  [profile === 'hosted' && policyPaths.test(path) ? 'error' : 'message']: problem.errors
    .map(({ detail, pointer, parameter }) => {
      const about = pointer ? describePointer(translatePointer(pointer, profile)) : parameter;
      return about ? `${about}: ${detail}` : detail;
    })
    .join('; '),
});

/** What cannot be taken is 400 here, and a name that is taken 409. */
const toCiProblem = (error: unknown): Problem => {
  if (error instanceof DuplicateKey) return conflict(`"${error.key}" is there already`);
  const found = toProblem(error);
  return found.status === 422 ? new Problem(400, found.errors, found.headers) : found;
};

/** Service 2: contexts, projects, pipelines and what they report. */
export const ciApi: ApiDefinition = {
  name: 'ci',
  basePath: '/api/v2',
  mediaType: 'application/json',
  routes,
  renderProblem: renderCiProblem,
  toProblem: toCiProblem,
  expandPath: expandSlugPath,
  normalizePath: decodeSlugPath,
  renderPointer: translatePointer,
  readToken: findToken,
  tokenHint: 'Ci-Token: <token>',
  recognizesToken: (incoming) =>
    Boolean(incoming.header('ci-token') || findHostedToken(incoming) || parseBasicToken(incoming.header('authorization') ?? '')),
  detectDialect: (incoming, body) =>
    findHostedToken(incoming) !== undefined || isHostedRequest(incoming.header('user-agent'), body) ? 'hosted' : 'neutral',
  startBackgroundWork: ciBackgroundWork,
  fromDialect: (body, profile) => (profile === 'hosted' ? normalizeHostedBody(body) : body),
  // Each noun renders in the words of the request: maps of the caller's own names pass through answers, and no word in them is ours.
  toDialect: (body) => body,
  // What a document's members say joins here when the resources of service 2 are declared.
  findDeprecations: ({ deprecated }) => (deprecated === undefined ? [] : [deprecated]),
};
