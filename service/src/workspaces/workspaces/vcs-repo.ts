import { unprocessable } from '../../http/problem.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import type { RequestContext } from '../../http/route.ts';
import { findRepositoryPage } from '../oauth-clients/repository-pages.ts';
import type { StoredOauthClient, StoredOauthToken } from '../oauth-clients/stored.ts';
import type { StoredVcsRepo } from './stored.ts';

const pointTo = (name: string): string => `/data/attributes/vcs-repo/${name}`;

/** Patterns come from callers: they must compile where matching takes linear time. */
export const requireTagPattern = async (pattern: string): Promise<void> => {
  if ([...pattern].length > 256) throw unprocessable('expected a regular expression of at most 256 characters', pointTo('tags-regex'));
  const { RE2JS } = await import('re2js');
  try {
    RE2JS.compile(pattern);
  } catch (error) {
    throw unprocessable(
      `expected a regular expression (RE2: no look-around, no back-references): ${(error as Error).message}`,
      pointTo('tags-regex'),
    );
  }
};

/** The connection of a token, when it belongs to the organization. */
export const findOauthConnection = async (
  ctx: RequestContext,
  organization: string,
  token: string,
): Promise<StoredOauthClient | undefined> => {
  const found = await ctx.tx.get<StoredOauthToken>('oauth-tokens', token);
  if (found?.body.organization !== organization) return undefined;
  return (await ctx.tx.get<StoredOauthClient>('oauth-clients', found.body.client))?.body;
};

/** The repository after a request: members that are not sent are kept, one kind of connection replaces the other, null removes it. */
export const parseVcsRepo = async (
  ctx: RequestContext,
  organization: string,
  old: StoredVcsRepo | undefined,
  input: JsonObject | null | undefined,
  op: 'create' | 'update',
): Promise<StoredVcsRepo | undefined> => {
  if (input === undefined) return old;
  if (input === null) return undefined;
  const [installation, token] = [
    input['codehost-app-installation-id'] as string | null | undefined,
    input['oauth-token-id'] as string | null | undefined,
  ];
  if (installation && op === 'create' && ctx.dialect !== 'hosted')
    throw unprocessable(
      'an app installation is accepted on update only; create the workspace without vcs-repo, then add it',
      pointTo('codehost-app-installation-id'),
    );
  if (token && !(await findOauthConnection(ctx, organization, token)))
    throw unprocessable(`"${token}" is no connection of the organization "${organization}"`, pointTo('oauth-token-id'));
  const regex = input['tags-regex'] === undefined ? (old?.['tags-regex'] ?? null) : (input['tags-regex'] as string | null) || null;
  if (regex !== null) await requireTagPattern(regex);
  const oauth = token ?? (token === null || installation ? undefined : old?.['oauth-token-id']);
  const app = installation ?? (installation === null || token ? undefined : old?.['codehost-app-installation-id']);
  if (!oauth && !app)
    throw unprocessable('expected oauth-token-id or codehost-app-installation-id beside the identifier', pointTo('oauth-token-id'));
  const branch = input['branch'] as string | null | undefined;
  return {
    identifier: (input['identifier'] as string | undefined) ?? old!.identifier,
    branch: branch === undefined ? (old?.branch ?? '') : (branch ?? ''),
    'ingress-submodules':
      input['ingress-submodules'] === undefined
        ? (old?.['ingress-submodules'] ?? false)
        : ((input['ingress-submodules'] as boolean | null) ?? false),
    ...(oauth ? { 'oauth-token-id': oauth } : {}),
    ...(app ? { 'codehost-app-installation-id': app } : {}),
    'tags-regex': regex,
    webhook: old?.webhook ?? ctx.newId('hook').slice(5),
  };
};

/** The repository in responses; the webhook's address is shown only to callers who can change the workspace. */
export const renderVcsRepo = (
  ctx: RequestContext,
  repo: StoredVcsRepo,
  connection: StoredOauthClient | undefined,
  { workspace, mayUpdate }: { readonly workspace: string; readonly mayUpdate: boolean },
): JsonObject => {
  const { webhook, ...stored } = repo;
  // The token of a run cannot see connections.
  const { 'oauth-token-id': _token, ...closed } = stored;
  const written = ctx.caller.purpose === undefined ? stored : closed;
  const app = repo['codehost-app-installation-id'] !== undefined;
  return {
    ...written,
    'display-identifier': repo.identifier,
    'repository-http-url': findRepositoryPage(connection, repo.identifier),
    'service-provider': connection?.serviceProvider ?? (app ? 'codehost_app' : null),
    'webhook-url': mayUpdate ? `${ctx.origin}/webhooks/vcs/${workspace}-${webhook}` : null,
  };
};
