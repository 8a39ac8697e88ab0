/** The parts of package.json that all published packages have in common, and what npm's provenance asks for. */

/** Where the sources are: npm compares it with the repository that the publishing pipeline ran in. */
const repositoryUrl = (environment: NodeJS.ProcessEnv): string | undefined => {
  const { SLIPWAY_REPOSITORY: named, GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: path, CI_PROJECT_URL: project } = environment;
  return named || (server && path ? `${server}/${path}` : project) || undefined;
};

interface SourceManifest {
  readonly private?: boolean;
  readonly scripts?: unknown;
  readonly devDependencies?: unknown;
  readonly workspaces?: unknown;
}

/**
 * A manifest as it is published: public, without scripts and what only a checkout needs. `directory`: of the package in the
 * repository. Without a repository, which a pipeline or SLIPWAY_REPOSITORY names, npm publishes without provenance.
 */
export function publishedManifest(
  source: SourceManifest & object,
  directory: string,
  more: object = {},
  environment = process.env,
): Readonly<Record<string, unknown>> {
  const url = repositoryUrl(environment);
  const { private: _private, scripts: _scripts, devDependencies: _development, workspaces: _workspaces, ...rest } = source;
  return {
    ...rest,
    ...(url
      ? { repository: { type: 'git', url: `git+${url.replace(/(\.git)?$/, '.git')}`, directory }, homepage: url, bugs: `${url}/issues` }
      : {}),
    publishConfig: { access: 'public', ...(url ? { provenance: true } : {}) },
    ...more,
  };
}
