import type { DocumentLoaders, RequestContext } from '../../http/route.ts';
import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import type { StoredOauthClient, StoredOauthToken } from '../oauth-clients/stored.ts';
import { filterStacks } from './require-stack.ts';
import { renderStackRepo } from './stack-repo.ts';
import type { StackRecord, StoredStack } from './stored.ts';

/** No stack is connected with another one here, because none is evaluated. */
const connections = { 'upstream-count': 0, 'downstream-count': 0, 'inputs-count': 0, 'outputs-count': 0 } as const;

const renderOne = ({ id, body }: StackRecord, connection: StoredOauthClient | undefined): ResourceObject => ({
  id,
  type: 'stacks',
  attributes: {
    name: body.name,
    description: body.description,
    'vcs-repo': renderStackRepo(body.vcsRepo, connection),
    'speculative-enabled': body.speculativeEnabled,
    'debugging-mode': body.debuggingMode,
    'execution-mode': body.executionMode ?? (body.agentPool === null ? 'remote' : 'agent'),
    'working-directory': body.workingDirectory,
    'trigger-patterns': body.triggerPatterns,
    'creation-source': body.creationSource,
    // The vendor's document has the counts in an object, its Go client reads them beside it.
    ...connections,
    'linked-stack-connections': connections,
    deleteable: true,
    'created-at': body.createdAt,
    'updated-at': body.updatedAt,
  },
  relationships: {
    organization: renderToOne('organizations', body.organization),
    project: renderToOne('projects', body.project),
    'agent-pool': renderToOne('agent-pools', body.agentPool),
    'latest-stack-configuration': { data: null },
    'stack-configurations': { links: { related: `/api/v2/stacks/${id}/stack-configurations` } },
  },
  links: { self: `/api/v2/stacks/${id}` },
});

const toMap = <B>(records: readonly { readonly id: string; readonly body: B }[]): ReadonlyMap<string, B> =>
  new Map(records.map(({ id, body }) => [id, body]));

/** Connections by the IDs of their tokens. */
const loadConnections = async (ctx: RequestContext, stacks: readonly StackRecord[]): Promise<ReadonlyMap<string, StoredOauthClient>> => {
  const ids = new Set(stacks.flatMap(({ body }) => body.vcsRepo?.['oauth-token-id'] ?? []));
  if (ids.size === 0) return new Map();
  const tokens = await ctx.tx.getMany<StoredOauthToken>('oauth-tokens', [...ids]);
  const clients = toMap(await ctx.tx.getMany<StoredOauthClient>('oauth-clients', [...new Set(tokens.map(({ body }) => body.client))]));
  return new Map(tokens.flatMap(({ id, body }) => (clients.has(body.client) ? [[id, clients.get(body.client)!]] : [])));
};

/** Documents of stacks that the caller may read: one look-up of connections for a page. */
export const renderStacks = async (ctx: RequestContext, stacks: readonly StackRecord[]): Promise<readonly ResourceObject[]> => {
  if (stacks.length === 0) return [];
  const clients = await loadConnections(ctx, stacks);
  return stacks.map((stack) => renderOne(stack, clients.get(stack.body.vcsRepo?.['oauth-token-id'] ?? '')));
};
export const renderStack = async (ctx: RequestContext, stack: StackRecord): Promise<ResourceObject> =>
  (await renderStacks(ctx, [stack]))[0]!;

/** Loads the documents of stacks that the caller may read, for `include`. */
export const loadStacks: DocumentLoaders[string] = async (ctx, ids) =>
  renderStacks(ctx, await filterStacks(ctx, await ctx.tx.getMany<StoredStack>('stacks', ids), 'read'));
