import type { StoredOauthClient } from './stored.ts';

/** Path templates of a commit's page at code hosts, by the prefix of the provider's name. */
const commitPaths: { readonly [host: string]: string | undefined } = { github: 'commit', gitlab: '-/commit', bitbucket: 'commits' };

/** The host of a provider: `github` of `github_enterprise`. */
export const hostOfProvider = (serviceProvider: string): string => serviceProvider.split('_')[0]!;

/** The web page of a repository at its code host; null if the connection has no address of one. */
export const findRepositoryPage = (client: StoredOauthClient | undefined, identifier: string): string | null =>
  client ? `${client.httpUrl.replace(/\/+$/, '')}/${identifier}` : null;

/** The web page of a commit of a repository; null if it is not known. */
export const findCommitPage = (serviceProvider: string, repositoryPage: string | null, revision: string): string | null => {
  const path = commitPaths[hostOfProvider(serviceProvider)];
  return repositoryPage && path ? `${repositoryPage}/${path}/${revision}` : null;
};
