import type { PushedCommit } from '../../code-hosts/read-pushed-commit.ts';
import type { StoredIngress } from '../configuration-versions/stored.ts';
import { findCommitPage, findRepositoryPage, hostOfProvider } from '../oauth-clients/repository-pages.ts';
import type { StoredOauthClient } from '../oauth-clients/stored.ts';
import type { IngressOrigin } from './ingress-origin.ts';

/** The `source` of a configuration version of a repository: the kind of its code host. */
export const ingressSource = (client: StoredOauthClient | undefined): string => hostOfProvider(client?.serviceProvider ?? 'github');

/** The commit, as its configuration version keeps it. */
export const describeCommit = (
  identifier: string,
  client: StoredOauthClient | undefined,
  commit: PushedCommit,
  { ref, pullRequest, sender }: IngressOrigin,
): StoredIngress => {
  const page = findRepositoryPage(client, identifier);
  const tag = ref && 'tag' in ref ? ref.tag : null;
  const branch = pullRequest?.branch ?? (tag === null ? (ref as { readonly branch: string } | undefined)?.branch : null);
  return {
    commitSha: commit.revision,
    identifier,
    branch: branch ?? (tag === null ? commit.defaultBranch : null),
    tag,
    'clone-url': page ? `${page}.git` : null,
    'commit-message': commit.message,
    'commit-url': client ? findCommitPage(client.serviceProvider, page, commit.revision) : null,
    'is-pull-request': pullRequest !== null,
    'on-default-branch': pullRequest === null && tag === null && (branch ?? commit.defaultBranch) === commit.defaultBranch,
    'pull-request-number': pullRequest?.number ?? null,
    'pull-request-url': pullRequest?.url ?? null,
    'pull-request-title': pullRequest?.title ?? null,
    'sender-username': sender ?? commit.author,
  };
};
