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

/** The user name of HTTP Basic credentials with an empty password. */
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
/** Characters of a pointer that an error repeats: callers choose some of the names in it. */
const maxPointerLength = 200;
const describePointer = (pointer: string): string => {
  const words = pointer.slice(1).split('/').map(unescapePointerToken).join('.') || '""';
  return words.length > maxPointerLength ? `${words.slice(0, maxPointerLength)}…` : words;
};

/** The hosted service's policy API has its own error document: `error` instead of `message`. */
const policyPaths = /^\/api\/v2\/owner\//;
/** Renders one sentence; each part begins with the member or parameter that it concerns. */
const renderCiProblem = (problem: Problem, profile: 'neutral' | 'hosted', path: string): unknown => ({
  [profile === 'hosted' && policyPaths.test(path) ? 'error' : 'message']: problem.errors
    .map(({ detail, pointer, parameter }) => {
      const about = pointer ? describePointer(translatePointer(pointer, profile)) : parameter;
      return about ? `${about}: ${detail}` : detail;
    })
    .join('; '),
});

/** Maps an error to a problem: in this API a request that is not valid is 400 and a duplicate name 409. */
const toCiProblem = (error: unknown): Problem => {
  if (error instanceof DuplicateKey) return conflict(`"${error.key}" is there already`);
  const found = toProblem(error);
  return found.status === 422 ? new Problem(400, found.errors, found.headers) : found;
};

/** The CI API: contexts, projects, pipelines, insights, policies, deployments and usage exports. */
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
  // Each endpoint renders in the dialect of the request: responses contain maps whose keys callers chose, which must not be renamed.
  toDialect: (body) => body,
  // Deprecated members of request bodies are not reported yet: the resources of this API are not declared.
  findDeprecations: ({ deprecated }) => (deprecated === undefined ? [] : [deprecated]),
};
