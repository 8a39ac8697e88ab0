import { isIP } from 'node:net';
import { nullableString, stringValue } from '../../http/body-schemas.ts';
import { conflict, notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteOptions, type RouteResponse, route } from '../../http/route.ts';
import { describeRequestDocument } from '../../json-api/describe-document.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent } from '../../json-api/responses.ts';
import { describeNoun } from '../../nouns/describe-noun.ts';
import { renderNounDocument } from '../../nouns/render-documents.ts';
import type { Transaction } from '../../store/store.ts';
import { isEngineUsed } from '../runs/is-engine-used.ts';
import { nameKind } from '../name-kind.ts';
import { isAlive, type StoredAgent } from './agent-status.ts';
import { agent } from './agents.ts';
import { requireOwnAgent } from './require-agent.ts';

/** Milliseconds for which an exited agent is still listed. */
const shownAfterEnd = 24 * 3_600_000;

/** Deletes agents that exited long ago; called when another one joins. */
const deleteFormerAgents = async ({ tx, clock }: RequestContext<Transaction>, pool: string): Promise<void> => {
  const now = clock.now();
  for (const { id, body } of (await tx.list<StoredAgent>({ kind: 'agents', scope: pool })).records) {
    const lastSeen = Date.parse(body.lastPingAt ?? body.createdAt);
    if (!isAlive(body, now) && now.getTime() - lastSeen > shownAfterEnd) await tx.delete('agents', id);
  }
};

const parseName = (name: unknown): string => {
  if (!nameKind.accepts(name)) throw unprocessable(`expected ${nameKind.description}`, '/data/attributes/name');
  return name as string;
};
const parseAddress = (address: unknown): string | null => {
  if (address === undefined || address === null) return null;
  if (typeof address !== 'string' || isIP(address) === 0) throw unprocessable('expected an IP address', '/data/attributes/ip-address');
  return address;
};

const register = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { agentPool: pool, agentJob, memberships } = ctx.caller;
  if (pool === undefined || agentJob !== undefined) throw notFound();
  if (!isEngineUsed(ctx.settings)) throw conflict('this service executes no runs: start it with --run-jobs');
  const { attributes } = parseDocument(ctx, 'agents');
  await deleteFormerAgents(ctx, pool);
  const [id, now] = [ctx.newId('agent'), ctx.clock.now().toISOString()];
  const body: StoredAgent = {
    organization: memberships[0]!.organization,
    name: parseName(attributes['name']),
    status: 'idle',
    ipAddress: parseAddress(attributes['ip-address']),
    lastPingAt: now,
    createdAt: now,
  };
  const record = await ctx.tx.insert<StoredAgent>({ id, kind: 'agents', scope: pool, key: id, name: body.name, body });
  return createdDocument(await renderNounDocument(agent, ctx, record));
};

const exit = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const record = await requireOwnAgent(ctx);
  const body: StoredAgent = { ...record.body, status: 'exited', lastPingAt: ctx.clock.now().toISOString() };
  await ctx.tx.update<StoredAgent>(record, { body });
  return noContent;
};

const options: RouteOptions = { plainJson: true, purposes: ['agent'] };
const request = describeRequestDocument({ type: 'agents', attributes: { name: stringValue, 'ip-address': nullableString } });

/** Routes for agents only, with a token of their pool. */
export const routes = [
  route('POST /agents', register, {
    ...options,
    description: {
      summary: 'Joins an agent pool, with a token of the pool.',
      request,
      responses: { 201: describeNoun(agent).read.responses[200]! },
    },
  }),
  route('POST /agents/{agent_id}/actions/exit', exit, {
    ...options,
    description: { summary: 'An agent leaves its pool.', responses: { 204: null } },
  }),
];
