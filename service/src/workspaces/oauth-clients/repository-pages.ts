import type { StoredOauthClient } from './stored.ts';

/** Where the pages of code hosts show a commit, by the beginning of the provider's name. */
const commitPaths: { readonly [host: string]: string | undefined } = { github: 'commit', gitlab: '-/commit', bitbucket: 'commits' };

/** `github` of `github_enterprise`. */
export const hostOfProvider = (serviceProvider: string): string => serviceProvider.split('_')[0]!;

/** The page of a repository at its code host; null: no connection says where that is. */
export const findRepositoryPage = (client: StoredOauthClient | undefined, identifier: string): string | null =>
  client ? `${client.httpUrl.replace(/\/+$/, '')}/${identifier}` : null;

/** The page of a commit of a repository; null: nobody knows. */
export const findCommitPage = (serviceProvider: string, repositoryPage: string | null, revision: string): string | null => {
  const path = commitPaths[hostOfProvider(serviceProvider)];
  return repositoryPage && path ? `${repositoryPage}/${path}/${revision}` : null;
};
