import type { Endpoint } from '@slipway/declarations/declare';
import { jsonApi } from '@slipway/declarations/dialects/document-format';
import { toHostedPointer, toHostedSentence, toHostedDocument, toNeutralDocument } from '@slipway/declarations/dialects/hosted-dialect';
import * as resources from '@slipway/declarations/resources/workspaces';
import { type DocumentEndpoints, createDeprecationFinder } from '../pipeline/deprecations.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { Problem } from '../http/problem.ts';
import { toProblem } from '../http/problem-from-error.ts';
import type { ApiDefinition } from '../pipeline/api-definition.ts';
import { recordAuditEvent } from './audit-trail/record-audit-event.ts';
import { documentLoaders } from './document-loaders.ts';
import { findReadableSelector } from './readable-selectors.ts';
import { renderProductHeaders } from './discovery/product-headers.ts';
import { routes } from './index.ts';
import { createBackgroundTasks, dueWork } from './background-tasks.ts';

const readBearerToken = (request: HttpRequest): string | undefined => {
  const header = request.header('authorization');
  return header !== undefined && /^bearer /i.test(header) ? header.slice(7).trim() || undefined : undefined;
};

const hostedPattern = /"terraform-version"|"category"\s*:\s*"terraform"|"github-app-installation-id"/;

/** Hosted when the client is the hosted service's own or says so (ours does), or the body uses its words. */
const detectDialect = (request: HttpRequest, body: string | undefined): 'neutral' | 'hosted' => {
  const agent = request.header('user-agent');
  if (agent?.endsWith(' (dialect: hosted)')) return 'hosted';
  if (
    agent !== undefined &&
    /^(go-tfe|terraform-cloud|pytfe|tfx|terraform|opentofu|hashicorp terraform)\b|terraform-provider-tfe/i.test(agent)
  )
    return 'hosted';
  return body !== undefined && hostedPattern.test(body) ? 'hosted' : 'neutral';
};

const renderPointer = (pointer: string, dialect: 'neutral' | 'hosted'): string =>
  dialect === 'hosted' ? toHostedPointer(pointer) : pointer;

/** The requests that carry a resource's document: those that create and update it. */
export const workspaceDocuments: readonly DocumentEndpoints[] = Object.values(resources).map((block) => {
  const { create, update } = block.endpoints as { readonly create?: Endpoint; readonly update?: Endpoint };
  return { block, endpoints: [create, update].filter((row) => row !== undefined) };
});

const findDeprecations = createDeprecationFinder(jsonApi, routes, workspaceDocuments);

/** JSON:API error objects; `status` is text (gaps, section 2). */
const renderProblem = (problem: Problem, dialect: 'neutral' | 'hosted'): unknown => ({
  errors: problem.errors.map(({ detail, pointer, parameter }) => ({
    status: String(problem.status),
    title: problem.title,
    detail: dialect === 'hosted' ? toHostedSentence(detail) : detail,
    ...(pointer !== undefined
      ? { source: { pointer: renderPointer(pointer, dialect) } }
      : parameter !== undefined
        ? { source: { parameter } }
        : {}),
  })),
});

/** Service 1: workspaces, variable sets, no-code modules, and what they refer to. */
export const workspacesApiDefinition: ApiDefinition = {
  name: 'workspaces',
  basePath: '/api/v2',
  mediaType: 'application/vnd.api+json',
  // Spec 1, Errors: 422 is for malformed payloads, 400 for an invalid include.
  malformedBodyStatus: 422,
  routes,
  documentLoaders,
  findReadableSelector,
  renderProblem,
  readToken: readBearerToken,
  tokenHint: 'Authorization: Bearer <token>',
  recognizesToken: (request) => readBearerToken(request) !== undefined,
  detectDialect,
  toProblem,
  createBackgroundTasks,
  dueWork,
  recordWrite: recordAuditEvent,
  fromDialect: (body, dialect) => (dialect === 'hosted' ? toNeutralDocument(body) : body),
  renderPointer,
  renderHeaders: (dialect, settings) => (dialect === 'hosted' ? renderProductHeaders(settings) : {}),
  findDeprecations: (route, body, spell) => [
    ...(route.deprecated === undefined ? [] : [route.deprecated]),
    ...findDeprecations(route, body, spell),
  ],
  toDialect: (body, dialect) => (dialect === 'hosted' ? toHostedDocument(body) : body),
};
