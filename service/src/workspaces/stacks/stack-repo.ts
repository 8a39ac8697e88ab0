import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import { isInConnectionScope } from '../oauth-clients/connection-scope.ts';
import { findRepositoryPage } from '../oauth-clients/repository-pages.ts';
import type { StoredOauthClient } from '../oauth-clients/stored.ts';
import { findOauthConnection, requireTagPattern } from '../workspaces/vcs-repo.ts';
import type { StoredStack, StoredStackRepo } from './stored.ts';

/** The types of the members that a request may write. */
export const stackRepoTypes = {
  identifier: 'name!',
  branch: 'name?',
  'oauth-token-id': 'text?',
  'codehost-app-installation-id': 'text?',
  'tags-regex': 'text?',
  'trigger-disabled': 'flag?',
} as const;

const pointer = '/data/attributes/vcs-repo';

/** Throws 422 for a connection of another organization, or one that is not for the project. */
const requireConnection = async (
  ctx: RequestContext,
  { organization, project, vcsRepo: old }: Pick<StoredStack, 'organization' | 'project' | 'vcsRepo'>,
  token: string,
): Promise<void> => {
  if (token === old?.['oauth-token-id']) return;
  if (!(await findOauthConnection(ctx, organization, token)))
    throw unprocessable(`"${token}" is no connection of the organization "${organization}"`, `${pointer}/oauth-token-id`);
  if (!(await isInConnectionScope(ctx, token, project)))
    throw unprocessable(`the connection of "${token}" is not for the project of this stack`, `${pointer}/oauth-token-id`);
};

/** The repository after a request whose members have the right types: absent keeps it, null removes it. Throws 422. */
export const parseStackRepo = async (
  ctx: RequestContext,
  stack: Pick<StoredStack, 'organization' | 'project' | 'vcsRepo'>,
  input: JsonObject | null | undefined,
): Promise<StoredStackRepo | null> => {
  if (input === undefined) return stack.vcsRepo;
  if (input === null) return null;
  const old = stack.vcsRepo;
  const sent = { ...old, ...input };
  // One kind of connection takes the place of the other. Clients write an empty text for the one that is not used.
  const [token, app] = [input['oauth-token-id'] || null, input['codehost-app-installation-id'] || null];
  if (token && app) throw unprocessable('expected either oauth-token-id or codehost-app-installation-id, got both', pointer);
  const oauth = (token ?? (app ? null : sent['oauth-token-id'])) as string | null | undefined;
  const installation = (app ?? (token ? null : sent['codehost-app-installation-id'])) as string | null | undefined;
  if (!oauth && !installation)
    throw unprocessable('expected oauth-token-id or codehost-app-installation-id beside the identifier', `${pointer}/oauth-token-id`);
  if (oauth) await requireConnection(ctx, stack, oauth);
  const regex = (sent['tags-regex'] as string | null | undefined) || null;
  if (regex !== null) await requireTagPattern(regex);
  return {
    identifier: sent.identifier as string,
    branch: (sent['branch'] as string | null | undefined) ?? '',
    ...(oauth ? { 'oauth-token-id': oauth } : {}),
    ...(installation ? { 'codehost-app-installation-id': installation } : {}),
    'tags-regex': regex,
    'trigger-disabled': (sent['trigger-disabled'] as boolean | null | undefined) ?? false,
  };
};

/** The repository in responses. `connection`: that of its token. */
export const renderStackRepo = (repo: StoredStackRepo | null, connection: StoredOauthClient | undefined): JsonObject | null =>
  repo && {
    ...repo,
    'display-identifier': repo.identifier,
    'repository-http-url': findRepositoryPage(connection, repo.identifier),
    'service-provider': connection?.serviceProvider ?? (repo['codehost-app-installation-id'] === undefined ? null : 'codehost_app'),
  };
