/** Where code lives: two hosted code hosts, and the service's own kind of organization. */
export type CodeHost = 'github' | 'bitbucket' | 'native';
type ResponseDialect = 'neutral' | 'hosted';

interface CodeHostNames {
  readonly longCode: string;
  readonly shortCode: string;
  readonly displayName: string;
}
const namesByHost: { readonly [host in CodeHost]: (profile: ResponseDialect) => CodeHostNames } = {
  github: () => ({ longCode: 'github', shortCode: 'gh', displayName: 'GitHub' }),
  bitbucket: () => ({ longCode: 'bitbucket', shortCode: 'bb', displayName: 'Bitbucket' }),
  native: (profile) =>
    profile === 'hosted'
      ? { longCode: 'circleci', shortCode: 'circleci', displayName: 'CircleCI' }
      : { longCode: 'native', shortCode: 'native', displayName: 'Native' },
};

/** How a profile spells it: in slugs `short`, in `vcs-type` `long`, in `vcs_info` `shown`. */
export const codeHostNames = (host: CodeHost, profile: ResponseDialect): CodeHostNames => namesByHost[host](profile);

const hostsByCode: ReadonlyMap<string, CodeHost> = new Map(
  (Object.keys(namesByHost) as CodeHost[]).flatMap((host) =>
    (['neutral', 'hosted'] as const).flatMap((profile) => {
      const { longCode: long, shortCode: short } = namesByHost[host](profile);
      return [
        [long, host],
        [short, host],
      ] as const;
    }),
  ),
);

/** What a slug's first segment names; undefined: none of the codes. Each profile's codes are taken in both. */
export const parseCodeHost = (code: string): CodeHost | undefined => hostsByCode.get(code);

export const codeHostCodes = 'github, gh, bitbucket, bb or native';
