import { hasOrganizationRight } from '../../access/permissions.ts';
import type { ApiToken } from '../../access/records.ts';
import type { Transaction } from '../../store/store.ts';
import { filterTokens } from '../tokens/issue-tokens.ts';
import { bool, int } from '@slipway/declarations/declare';
import { conflict } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { computed, noun, optional, required } from '../../nouns/declaration.ts';
import type { LoadValues, NounRecord } from '../../nouns/noun-record.ts';
import { underOrganization } from '../../nouns/parents/under-organization.ts';
import { children, inverse, loaded, toMany, toParent } from '../../nouns/relationships/relationship.ts';
import { timeOfCreation } from '../../nouns/timestamps.ts';
import { nameKind } from '../name-kind.ts';

const refuseWhileUsed = async (ctx: RequestContext, { id, scope }: NounRecord): Promise<void> => {
  const [workspaces, stacks] = await Promise.all([
    ctx.tx.count({ kind: 'workspaces', scope, body: [{ path: 'attributes.agent-pool-id', is: id }] }),
    ctx.tx.count({ kind: 'stacks', scope, body: [{ path: 'agentPool', is: id }] }),
  ]);
  if (workspaces > 0) throw conflict(`${workspaces} workspaces run on this agent pool; give them another first`);
  if (stacks > 0) throw conflict(`${stacks} stacks have this agent pool; give them another first`);
};

const countAgents: LoadValues = async (ctx, pools) => {
  const { records } = await ctx.tx.list({ kind: 'agents', scope: pools.map(({ id }) => id) });
  return new Map(pools.map(({ id }) => [id, records.filter(({ scope }) => scope === id).length]));
};

/** Only who manages agent pools learns of their tokens. */
const loadTokens: LoadValues = async (ctx, pools) => {
  const managed = pools.filter(({ scope }) => hasOrganizationRight(ctx, scope, 'manage-agent-pools')).map(({ id }) => id);
  const { records } = managed.length === 0 ? { records: [] } : await ctx.tx.list<ApiToken>(filterTokens('agent-pool', managed));
  return new Map(pools.map(({ id }) => [id, records.filter(({ body }) => body.owner.id === id).map((token) => token.id)]));
};

/** Who joined with one of its tokens is not let in any more. */
const deleteTokensAndAgents = async (ctx: RequestContext<Transaction>, { id }: NounRecord): Promise<void> => {
  for (const agent of (await ctx.tx.list({ kind: 'agents', scope: id })).records) await ctx.tx.delete('agents', agent.id);
  for (const token of (await ctx.tx.list(filterTokens('agent-pool', id))).records) await ctx.tx.delete('tokens', token.id);
};

export const agentPool = noun('agent-pools', {
  doc: 'A group of agents, on which workspaces of the execution mode `agent` run.',
  label: 'agent pool',
  idPrefix: 'apool',
  parents: [underOrganization({ read: 'member', write: 'manage-agent-pools' })],
  attributes: {
    name: required(nameKind, 'The name of the pool.', { unique: true, search: 'q', sort: true }),
    'organization-scoped': optional(bool, 'Whether every workspace of the organization may use it.', { default: true }),
    'agent-count': computed(int, 'The number of its agents.', { load: countAgents, default: 0 }),
    'created-at': timeOfCreation({ sort: true }),
  },
  relationships: {
    organization: toParent('organizations', 'The organization that it belongs to.'),
    'allowed-workspaces': toMany('workspaces', 'The workspaces that may use it.', {
      filter: 'filter[allowed_workspaces][name]',
      filterAlias: 'filter[allowed-workspaces][name]',
      filterUnless: 'organization-scoped',
    }),
    'allowed-projects': toMany('projects', 'The projects whose workspaces may use it.', {
      filter: 'filter[allowed_projects][name]',
      filterUnless: 'organization-scoped',
    }),
    'excluded-workspaces': toMany('workspaces', 'Workspaces that may not use it.'),
    agents: children('agents', 'Its agents.'),
    'authentication-tokens': loaded('authentication-tokens', 'The tokens with which agents join it.', loadTokens, true),
    workspaces: inverse('workspaces', 'attributes.agent-pool-id', 'The workspaces that use it.', true),
  },
  behavior: { beforeDelete: refuseWhileUsed, afterDelete: deleteTokensAndAgents },
  writeOptions: { changesIdentity: true },
});
