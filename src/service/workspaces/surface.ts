import type { Endpoint } from '../../declare/index.ts';
import { jsonApi } from '../../dialects/dialect.ts';
import { toHostedPointer, toHostedSentence, toHostedDocument, toNeutralDocument } from '../../dialects/profile.ts';
import * as resources from '../../resources/workspaces/index.ts';
import { type Documents, tellingDeprecated } from '../deprecations.ts';
import type { Incoming } from '../exchange.ts';
import type { Problem } from '../problem.ts';
import { problemOf } from '../store-problem.ts';
import type { Surface } from '../surface.ts';
import { routes } from './index.ts';
import { runClock } from './runs/run-clock.ts';

const bearer = (incoming: Incoming): string | undefined => {
  const header = incoming.header('authorization');
  return header !== undefined && /^bearer /i.test(header) ? header.slice(7).trim() || undefined : undefined;
};

const hostedWords = /"terraform-version"|"category"\s*:\s*"terraform"|"github-app-installation-id"/;

/** Hosted when the client is the hosted service's own, or the body uses its words. */
const asks = (incoming: Incoming, body: string | undefined): 'neutral' | 'hosted' => {
  const agent = incoming.header('user-agent');
  if (agent !== undefined && /^(go-tfe|terraform-cloud|pytfe|tfx|terraform|opentofu|hashicorp terraform)\b|terraform-provider-tfe/i.test(agent)) return 'hosted';
  return body !== undefined && hostedWords.test(body) ? 'hosted' : 'neutral';
};

const point = (pointer: string, profile: 'neutral' | 'hosted'): string => (profile === 'hosted' ? toHostedPointer(pointer) : pointer);

/** Every request that says a resource's document: what creates it and what changes it. */
export const documents: readonly Documents[] = Object.values(resources).map((block) => {
  const { create, update } = block.endpoints as { readonly create?: Endpoint; readonly update?: Endpoint };
  return { block, rows: [create, update].filter((row) => row !== undefined) };
});

const telling = tellingDeprecated(jsonApi, routes, documents);

/** JSON:API error objects; `status` is text (gaps, section 2). */
const spell = (problem: Problem, profile: 'neutral' | 'hosted'): unknown => ({
  errors: problem.faults.map(({ detail, pointer, parameter }) => ({
    status: String(problem.status), title: problem.title, detail: profile === 'hosted' ? toHostedSentence(detail) : detail,
    ...(pointer !== undefined ? { source: { pointer: point(pointer, profile) } }
      : parameter !== undefined ? { source: { parameter } } : {}),
  })),
});

/** Service 1: workspaces, variable sets, no-code modules, and what they refer to. */
export const workspacesSurface: Surface = {
  name: 'workspaces', base: '/api/v2', mediaType: 'application/vnd.api+json', routes, spell,
  token: bearer, carrier: 'Authorization: Bearer <token>', carries: (incoming) => bearer(incoming) !== undefined, asks, problem: problemOf,
  live: ({ store, clock, settings, report }) => runClock(store, clock, settings, report),
  enter: (body, profile) => (profile === 'hosted' ? toNeutralDocument(body) : body),
  point, deprecated: (route, body, spell) => [...(route.deprecated === undefined ? [] : [route.deprecated]), ...telling(route, body, spell)],
  leave: (body, profile) => (profile === 'hosted' ? toHostedDocument(body) : body),
};
