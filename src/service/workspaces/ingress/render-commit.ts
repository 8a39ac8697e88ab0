import type { PushedCommit } from '../../code-hosts/read-pushed-commit.ts';
import type { StoredIngress } from '../configuration-versions/stored.ts';
import type { StoredOauthClient } from '../oauth-clients/stored.ts';
import type { IngressOrigin } from './ingress-origin.ts';

/** Where the pages of code hosts show a commit, by the beginning of the provider's name. */
const commitPaths: { readonly [host: string]: string | undefined } = { github: 'commit', gitlab: '-/commit', bitbucket: 'commits' };

const hostName = (client: StoredOauthClient | undefined): string => client?.serviceProvider.split('_')[0] ?? 'github';

/** The `source` of a configuration version of a repository: the kind of its code host. */
export const ingressSource = (client: StoredOauthClient | undefined): string => hostName(client);

/** The commit, as its configuration version keeps it. */
export const describeCommit = (
  identifier: string,
  client: StoredOauthClient | undefined,
  commit: PushedCommit,
  { ref, pullRequest, sender }: IngressOrigin,
): StoredIngress => {
  const page = client && `${client.httpUrl.replace(/\/+$/, '')}/${identifier}`;
  const path = commitPaths[hostName(client)];
  const tag = ref && 'tag' in ref ? ref.tag : null;
  const branch = pullRequest?.branch ?? (tag === null ? (ref as { readonly branch: string } | undefined)?.branch : null);
  return {
    commitSha: commit.revision,
    identifier,
    branch: branch ?? (tag === null ? commit.defaultBranch : null),
    tag,
    'clone-url': page ? `${page}.git` : null,
    'commit-message': commit.message,
    'commit-url': page && path ? `${page}/${path}/${commit.revision}` : null,
    'is-pull-request': pullRequest !== null,
    'on-default-branch': pullRequest === null && tag === null && (branch ?? commit.defaultBranch) === commit.defaultBranch,
    'pull-request-number': pullRequest?.number ?? null,
    'pull-request-url': pullRequest?.url ?? null,
    'pull-request-title': pullRequest?.title ?? null,
    'sender-username': sender ?? commit.author,
  };
};
