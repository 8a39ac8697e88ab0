/** Where code lives: two hosted code hosts, and the service's own kind of organization. */
export type Host = 'github' | 'bitbucket' | 'native';
type Words = 'neutral' | 'hosted';

interface Spelling { readonly long: string; readonly short: string; readonly shown: string }
const hosts: { readonly [host in Host]: (profile: Words) => Spelling } = {
  github: () => ({ long: 'github', short: 'gh', shown: 'GitHub' }),
  bitbucket: () => ({ long: 'bitbucket', short: 'bb', shown: 'Bitbucket' }),
  native: (profile) => (profile === 'hosted' ? { long: 'circleci', short: 'circleci', shown: 'CircleCI' } : { long: 'native', short: 'native', shown: 'Native' }),
};

/** How a profile spells it: in slugs `short`, in `vcs-type` `long`, in `vcs_info` `shown`. */
export const spelled = (host: Host, profile: Words): Spelling => hosts[host](profile);

const codes: ReadonlyMap<string, Host> = new Map((Object.keys(hosts) as Host[]).flatMap((host) =>
  (['neutral', 'hosted'] as const).flatMap((profile) => { const { long, short } = hosts[host](profile); return [[long, host], [short, host]] as const; })));

/** What a slug's first segment names; undefined: none of the codes. Each profile's codes are taken in both. */
export const hostOf = (code: string): Host | undefined => codes.get(code);

export const codesWords = 'github, gh, bitbucket, bb or native';
