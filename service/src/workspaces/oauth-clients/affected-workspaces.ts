import { buildReadableFilter, findReadableWorkspaces } from '../../access/readable-workspaces.ts';
import { optionalEnumParameter } from '../../http/optional-enum-parameter.ts';
import type { RequestContext } from '../../http/route.ts';
import type { LoadValues, NounRecord } from '../../nouns/noun-record.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';

export const affectedWorkspacesParameter = 'show_affected_workspaces';

/** Names of workspaces that the caller can see, by the connection of their repository; looked up only if the request includes them. */
const listNames = async (ctx: RequestContext, clients: readonly NounRecord[]): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (optionalEnumParameter(ctx, affectedWorkspacesParameter, ['true', 'false']) !== 'true') return new Map();
  const tokens = (await ctx.tx.list({ kind: 'oauth-tokens', scope: clients.map(({ id }) => id) })).records;
  const scope = clients[0]!.scope;
  const readable = buildReadableFilter(await findReadableWorkspaces(ctx, scope));
  const { records } = await ctx.tx.list<StoredWorkspace>({
    kind: 'workspaces',
    scope,
    ...readable,
    body: [{ path: 'attributes.vcs-repo.oauth-token-id', is: tokens.map(({ id }) => id) }],
  });
  return new Map(
    clients.map(({ id }) => {
      const own = new Set(tokens.filter((token) => token.scope === id).map((token) => token.id));
      const names = records.filter(({ body }) => own.has(body.attributes['vcs-repo']?.['oauth-token-id'] ?? '')).map(({ name }) => name);
      return [id, names];
    }),
  );
};

export const loadAffectedWorkspaces: LoadValues = listNames;
export const countAffectedWorkspaces: LoadValues = async (ctx, clients) =>
  new Map([...(await listNames(ctx, clients))].map(([id, names]) => [id, names.length]));
