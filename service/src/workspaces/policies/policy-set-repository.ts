import { bool, object, optional, required, string, computed } from '@slipway/declarations/declare';
import { hasOrganizationRight } from '../../access/permissions.ts';
import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { NounBody, NounRecord } from '../../nouns/noun-record.ts';
import { renderWebhookAddress } from '../ingress/webhook-addresses.ts';
import { findRepositoryPage } from '../oauth-clients/repository-pages.ts';
import { findOauthConnection } from '../workspaces/vcs-repo.ts';

/** `vcs-repo` of a policy set. */
export const repositoryKind = object({
  identifier: required(string, 'The repository: `owner/name`.'),
  branch: optional(string, 'The branch; null: the default branch.'),
  'oauth-token-id': optional(string, 'The connection to the code host.'),
  'codehost-app-installation-id': optional(string, 'The installation of the app of the code host, instead of a connection.'),
  'ingress-submodules': optional(bool, 'Whether submodules are fetched.'),
  'display-identifier': computed(string, 'The repository, as a page shows it.'),
  'webhook-url': computed(string, 'Where pushes are reported. Null: the service reads no repositories.'),
  'repository-http-url': computed(string, 'The address of the repository.'),
  'service-provider': computed(string, 'The kind of the code host.'),
});

interface Repository {
  readonly identifier: string;
  readonly branch?: string | null;
  readonly 'oauth-token-id'?: string | null;
  readonly 'codehost-app-installation-id'?: string | null;
  readonly 'ingress-submodules'?: boolean | null;
}

/** The repository with all its members; null if there is none. Throws 422 for a connection of another organization. */
export const resolveRepository = async (ctx: RequestContext, { organization, vcsRepo }: NounBody): Promise<object | null> => {
  const sent = vcsRepo as Repository | null;
  if (sent === null) return null;
  const token = sent['oauth-token-id'] || null;
  const installation = sent['codehost-app-installation-id'] || null;
  const pointer = '/data/attributes/vcs-repo/oauth-token-id';
  if (token === null && installation === null)
    throw unprocessable('expected oauth-token-id or codehost-app-installation-id beside the identifier', pointer);
  const connection = token === null ? undefined : await findOauthConnection(ctx, organization, token);
  if (token !== null && !connection) throw unprocessable(`"${token}" is no connection of the organization "${organization}"`, pointer);
  return {
    identifier: sent.identifier,
    branch: sent.branch ?? '',
    'oauth-token-id': token,
    'codehost-app-installation-id': installation,
    'ingress-submodules': sent['ingress-submodules'] ?? false,
    'display-identifier': sent.identifier,
    'repository-http-url': findRepositoryPage(connection, sent.identifier),
    'service-provider': connection?.serviceProvider ?? 'codehost_app',
  };
};

/** The repository in responses: the webhook address is shown only to callers who can change policy sets. */
export const renderRepository = ({ body, scope }: NounRecord, ctx: RequestContext): object | null => {
  if (body['vcsRepo'] === null) return null;
  const mayUpdate = hasOrganizationRight(ctx, scope, 'manage-policies');
  return { ...(body['vcsRepo'] as object), 'webhook-url': renderWebhookAddress(ctx, body['webhook'] as string | undefined, mayUpdate) };
};
