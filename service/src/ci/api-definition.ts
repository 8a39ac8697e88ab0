import { firstCharacters, isLongerThan } from '../http/characters.ts';
import { unescapePointerToken } from '@slipway/schema-tools/load';
import type { Endpoint } from '@slipway/declarations/declare';
import { plainJson } from '@slipway/declarations/dialects/document-format';
import * as resources from '@slipway/declarations/resources/ci';
import type { HttpRequest } from '../http/http-handler.ts';
import type { Caller } from '../http/route.ts';
import { conflict, type ErrorObject, Problem } from '../http/problem.ts';
import type { ApiDialect } from '../http/api-dialect.ts';
import { DuplicateKey, type ReadTransaction } from '../store/store.ts';
import { toProblem } from '../http/problem-from-error.ts';
import type { ApiDefinition } from '../pipeline/api-definition.ts';
import { createDeprecationFinder, type DocumentEndpoints } from '../pipeline/deprecations.ts';
import { routes } from './index.ts';
import { describeUnknownMember } from './requests/read-request.ts';
import { ciBackgroundTasks, ciDueWork } from './background-tasks.ts';
import { expandSlugPath, decodeSlugPath } from './slugs/slug-paths.ts';
import { isHostedRequest, memberName, normalizeHostedBody, toHostedCiSentence } from './hosted-dialect.ts';

/** The user name of HTTP Basic credentials with an empty password. */
const parseBasicToken = (header: string): string | undefined => {
  const credentials = /^basic ([a-z0-9+/=]+)$/i.exec(header)?.[1];
  return credentials === undefined ? undefined : /^([^:]+):$/s.exec(Buffer.from(credentials, 'base64').toString('utf8'))?.[1];
};
const findHostedToken = (incoming: HttpRequest): string | undefined =>
  incoming.header('circle-token') || new URLSearchParams(/\?(.*)/s.exec(incoming.target)?.[1] ?? '').get('circle-token') || undefined;

/** GraphQL also takes a token without a scheme, as the older command line sends it. */
const findBareToken = (target: string, header: string): string | undefined =>
  /^\/+graphql-unstable(?:[/?]|$)/.test(target) && /^[^\s,=]+$/.test(header) ? header : undefined;

const findToken = (incoming: HttpRequest, dialect: ApiDialect): string | undefined => {
  const apiToken = incoming.header('ci-token') || (dialect === 'neutral' ? undefined : findHostedToken(incoming));
  if (apiToken) return apiToken;
  const header = incoming.header('authorization') ?? '';
  return parseBasicToken(header) ?? (/^bearer (.+)$/i.exec(header)?.[1]?.trim() || findBareToken(incoming.target, header));
};

const translatePointer = (pointer: string, dialect: 'neutral' | 'hosted'): string =>
  pointer
    .split('/')
    .map((step) => memberName(step, dialect))
    .join('/');
/** Characters of a pointer that an error repeats: callers choose some of the names in it. */
const maxPointerLength = 200;
const describePointer = (pointer: string): string => {
  const path = pointer.slice(1).split('/').map(unescapePointerToken).join('.') || '""';
  return isLongerThan(path, maxPointerLength) ? `${firstCharacters(path, maxPointerLength)}…` : path;
};

/** Policies and claims of identity tokens have their own error document in the hosted service: `error` instead of `message`. */
const errorMemberPaths = /^\/api\/v2\/(?:owner|org)\//;
/** Errors of API v3 have an object beside the message, those of the runner API do not. */
const version3Paths = /^\/api\/v3\/(?!runner(?:\/|$))/;

const describeError = ({ detail, pointer, parameter }: ErrorObject, dialect: 'neutral' | 'hosted'): string => {
  const subject = pointer ? describePointer(translatePointer(pointer, dialect)) : parameter;
  const sentence = dialect === 'hosted' ? toHostedCiSentence(detail) : detail;
  return subject ? `${subject}: ${sentence}` : sentence;
};

/** Renders one sentence; each part begins with the member or parameter that it concerns. */
const renderCiProblem = (problem: Problem, dialect: 'neutral' | 'hosted', path: string): unknown => {
  const message = problem.errors.map((error) => describeError(error, dialect)).join('; ');
  if (version3Paths.test(path)) return { message, error: { title: problem.title, detail: message } };
  return { [dialect === 'hosted' && errorMemberPaths.test(path) ? 'error' : 'message']: message };
};

/** Maps an error to a problem: in this API a request that is not valid is 400 and a duplicate name 409. */
const toCiProblem = (error: unknown): Problem => {
  if (error instanceof DuplicateKey) return conflict(`"${error.key}" already exists`);
  const result = toProblem(error);
  return result.status === 422 ? new Problem(400, result.errors, result.headers) : result;
};

/** Each request that takes a resource's document: what creates it and what updates it. */
export const ciDocuments: readonly DocumentEndpoints[] = Object.values(resources).map((block) => {
  const { create, update } = block.endpoints as { readonly create?: Endpoint; readonly update?: Endpoint };
  return { block, endpoints: [create, update].filter((row) => row !== undefined) };
});

const findDeprecations = createDeprecationFinder(plainJson, routes, ciDocuments);

/** A caller of more organizations than that is looked up as their requests need it. */
const fewOrganizations = 20;

/** Nearly every request checks that its project is of an organization of the caller: they come with what is asked first. */
const findOrganizations = async (tx: ReadTransaction, { memberships }: Caller): Promise<unknown> => {
  const names = memberships.map(({ organization }) => organization);
  if (names.length === 1) return tx.getByKey('ci-organizations', '', names[0]!);
  return names.length <= fewOrganizations ? tx.list({ kind: 'ci-organizations', scope: '', keys: names }) : undefined;
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
  describeUnknownMember,
  prefetch: findOrganizations,
  tokenParameter: 'circle-token',
  tokenHint: 'Ci-Token: <token>',
  pathPrefixes: ['/api/v1.1', '/api/v3', '/graphql-unstable'],
  recognizesToken: (incoming) =>
    Boolean(incoming.header('ci-token') || findHostedToken(incoming) || parseBasicToken(incoming.header('authorization') ?? '')),
  detectDialect: (incoming, body) =>
    findHostedToken(incoming) !== undefined || isHostedRequest(incoming.header('user-agent'), body) ? 'hosted' : 'neutral',
  createBackgroundTasks: ciBackgroundTasks,
  dueWork: ciDueWork,
  fromDialect: (body, dialect) => (dialect === 'hosted' ? normalizeHostedBody(body) : body),
  // Each route renders in the dialect of the request: responses contain maps whose keys callers chose, which must not be renamed.
  toDialect: (body) => body,
  findDeprecations: (route, body, spell) => [
    ...(route.deprecated === undefined ? [] : [route.deprecated]),
    ...findDeprecations(route, body, spell),
  ],
};
