import { string, time } from '../../../declare/index.ts';
import { textParameter } from '../../http/operation-description.ts';
import { badRequest, Problem } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { createNounRoutes } from '../../nouns/create-routes.ts';
import { computed, noun } from '../../nouns/declaration.ts';
import { describeNoun } from '../../nouns/describe-noun.ts';
import type { NounBody, NounRecord } from '../../nouns/noun-record.ts';
import { underNoun } from '../../nouns/parents/under-noun.ts';
import { toParent } from '../../nouns/relationships/relationship.ts';
import { renderDocuments } from '../../nouns/render-documents.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import { agentPool } from './agent-pools.ts';
import { findAgentStatus, isAlive, type StoredAgent } from './agent-status.ts';

const pool = underNoun(agentPool);

/** One that works would go on working without a record of it. The hosted service answers so, too. */
const refuseWhileAlive = async ({ clock }: RequestContext, { body }: NounRecord): Promise<void> => {
  if (isAlive(body as StoredAgent, clock.now()))
    throw new Problem(412, [{ detail: 'the agent works: one that is unknown, errored or exited can be deleted' }]);
};

export const agent = noun('agents', {
  doc: 'A process that executes the runs of workspaces of a pool.',
  label: 'agent',
  idPrefix: 'agent',
  parents: [pool],
  operations: ['read', 'delete'],
  attributes: {
    name: computed(string, 'Its name.'),
    status: computed(string, 'What it does: idle, busy, unknown (it has not reported for a minute), errored or exited.', {
      seeded: true,
      value: ({ body }, { clock }) => findAgentStatus(body as StoredAgent, clock.now()),
    }),
    'ip-address': computed(string, 'Where it is.'),
    'last-ping-at': computed(time, 'When it last reported.'),
    'created-at': computed(time, 'When it joined the pool.'),
  },
  relationships: { 'agent-pool': toParent('agent-pools', 'The pool.') },
  behavior: { beforeDelete: refuseWhileAlive },
});

const sortable = ['created-at', '-created-at', 'last-ping-at', '-last-ping-at'];
const readTime = ({ body }: NounRecord, name: string): string => String(body[name === 'created-at' ? 'createdAt' : 'lastPingAt'] ?? '');

/** The agents of a pool, those that reported since a time. */
const listAgents = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { scope } = await pool.requireScope(ctx, 'read');
  const since = ctx.query.get('filter[last-ping-since]') || undefined;
  if (since !== undefined && Number.isNaN(Date.parse(since))) throw badRequest('expected a time', 'filter[last-ping-since]');
  const sort = ctx.query.get('sort') || 'created-at';
  if (!sortable.includes(sort)) throw badRequest(`expected ${sortable.join(', ')}`, 'sort');
  const { records } = await ctx.tx.list<NounBody>({ kind: 'agents', scope });
  const name = sort.replace('-', '').startsWith('created') ? 'created-at' : 'last-ping-at';
  const found = records
    .filter((record) => since === undefined || Date.parse(readTime(record, 'last-ping-at')) >= Date.parse(since))
    .toSorted((left, right) => readTime(left, name).localeCompare(readTime(right, name)));
  const ordered = sort.startsWith('-') ? found.toReversed() : found;
  const page = parsePage(ctx);
  const shown = ordered.slice(page.offset, page.offset + page.size);
  return renderResourcePage(ctx, page, ordered.length, await renderDocuments(agent, ctx, shown));
};

const { list } = describeNoun(agent);

export const routes = [
  route('GET /agent-pools/{agent_pool_id}/agents', listAgents, {
    description: {
      ...list,
      query: {
        ...list.query,
        'filter[last-ping-since]': textParameter('Only those that reported since this time.'),
        sort: { doc: 'The order.', schema: { enum: sortable } },
      },
    },
  }),
  ...createNounRoutes(agent),
];
