import { string, time } from '@slipway/declarations/declare';
import { textParameter } from '../../http/operation-description.ts';
import { badRequest, Problem } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { computed, noun, type NounList } from '../../nouns/declaration.ts';
import type { NounRecord } from '../../nouns/noun-record.ts';
import { underNoun } from '../../nouns/parents/under-noun.ts';
import { toParent } from '../../nouns/relationships/relationship.ts';
import { agentPool } from './agent-pools.ts';
import { findAgentStatus, isAlive, type StoredAgent } from './agent-status.ts';

const pool = underNoun(agentPool);

/** Refuses the deletion of a working agent, which would continue to work without a record. The hosted service responds in the same way. */
const refuseWhileAlive = async ({ clock }: RequestContext, { body }: NounRecord): Promise<void> => {
  if (isAlive(body as StoredAgent, clock.now()))
    throw new Problem(412, [{ detail: 'the agent works: one that is unknown, errored or exited can be deleted' }]);
};

/** The agents of the pool, those that reported since a time. */
const selectAgents: NounList['select'] = async (ctx) => {
  const { scope } = await pool.requireScope(ctx, 'read');
  const order = { by: { body: 'createdAt' } } as const;
  const since = ctx.query.get('filter[last-ping-since]');
  if (!since) return { scope, order };
  if (Number.isNaN(Date.parse(since))) throw badRequest('expected a time', 'filter[last-ping-since]');
  const { records } = await ctx.tx.list<StoredAgent>({ kind: 'agents', scope });
  const reported = records.filter(({ body }) => Date.parse(body.lastPingAt ?? '') >= Date.parse(since));
  return { ids: reported.map(({ id }) => id), order };
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
    'last-ping-at': computed(time, 'When it last reported.', { sort: true }),
    'created-at': computed(time, 'When it joined the pool.', { sort: true }),
  },
  relationships: { 'agent-pool': toParent('agent-pools', 'The pool.') },
  behavior: { beforeDelete: refuseWhileAlive },
  lists: [
    {
      endpoint: 'GET /agent-pools/{agent_pool_id}/agents',
      doc: 'Lists each agent.',
      query: { 'filter[last-ping-since]': textParameter('Only those that reported since this time.') },
      select: selectAgents,
    },
  ],
});
