/** Where code is hosted: on one of two hosted code hosts, or in a native organization of this service. */
export type CodeHost = 'github' | 'bitbucket' | 'native';
type ResponseDialect = 'neutral' | 'hosted';

interface CodeHostNames {
  readonly longCode: string;
  readonly shortCode: string;
  readonly displayName: string;
}
const namesByHost: { readonly [host in CodeHost]: (dialect: ResponseDialect) => CodeHostNames } = {
  github: () => ({ longCode: 'github', shortCode: 'gh', displayName: 'GitHub' }),
  bitbucket: () => ({ longCode: 'bitbucket', shortCode: 'bb', displayName: 'Bitbucket' }),
  native: (dialect) =>
    dialect === 'hosted'
      ? { longCode: 'circleci', shortCode: 'circleci', displayName: 'CircleCI' }
      : { longCode: 'native', shortCode: 'native', displayName: 'Native' },
};

/** The names of a host in a dialect: `shortCode` in slugs, `longCode` in `vcs-type`, `displayName` in `vcs_info`. */
export const codeHostNames = (host: CodeHost, dialect: ResponseDialect): CodeHostNames => namesByHost[host](dialect);

const hostsByCode: ReadonlyMap<string, CodeHost> = new Map(
  (Object.keys(namesByHost) as CodeHost[]).flatMap((host) =>
    (['neutral', 'hosted'] as const).flatMap((dialect) => {
      const { longCode: long, shortCode: short } = namesByHost[host](dialect);
      return [
        [long, host],
        [short, host],
      ] as const;
    }),
  ),
);

/** The host of a slug's first segment; undefined for an unknown code. Codes of both dialects are accepted in both. */
export const parseCodeHost = (code: string): CodeHost | undefined => hostsByCode.get(code);

export const codeHostCodes = 'github, gh, bitbucket, bb or native';
