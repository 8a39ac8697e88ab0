/** An orb that a configuration uses: `namespace/name@version`. */
export interface OrbReference {
  readonly namespace: string;
  readonly name: string;
  /** `1.2.3`, `1.2`, `1`, `volatile` or `dev:label`. */
  readonly version: string;
}

const referencePattern = /^([A-Za-z0-9_-]{1,100})\/([A-Za-z0-9_-]{1,100})@(volatile|dev:[A-Za-z0-9_.-]{1,100}|\d{1,9}(?:\.\d{1,9}){0,2})$/;

/** Parses a reference; undefined for any other text. */
export const parseOrbReference = (text: string): OrbReference | undefined => {
  const [, namespace, name, version] = referencePattern.exec(text) ?? [];
  return namespace === undefined ? undefined : { namespace, name: name!, version: version! };
};

const releasePattern = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

/** Whether a version is `1.2.3`, not `dev:label`. */
export const isOrbRelease = (version: string): boolean => releasePattern.test(version);

/** The order of versions: development versions by name, then releases from the lowest to the highest. */
export const compareOrbVersions = (one: string, other: string): number => {
  const [left, right] = [releasePattern.exec(one), releasePattern.exec(other)];
  if (!left || !right) return Number(Boolean(left)) - Number(Boolean(right)) || (one < other ? 1 : one > other ? -1 : 0);
  const part = (at: number) => Number(left[at]) - Number(right[at]);
  return part(1) || part(2) || part(3);
};

/** The newest of these versions that a reference allows: itself, or for `1.2`, `1` and `volatile` the highest release. */
export const selectOrbVersion = (wanted: string, versions: readonly string[]): string | undefined => {
  if (versions.includes(wanted)) return wanted;
  if (wanted.startsWith('dev:')) return undefined;
  return versions
    .filter((version) => isOrbRelease(version) && (wanted === 'volatile' || version.startsWith(`${wanted}.`)))
    .sort(compareOrbVersions)
    .at(-1);
};

/** The file name of a reference within a folder of orbs, with `*` for the parts of the version that the reference leaves open. */
export const orbFileName = ({ namespace, name, version }: OrbReference): string => {
  const parts = version.split('.').length;
  const open = version === 'volatile' ? '*' : version.startsWith('dev:') ? version : [version, '*', '*'].slice(0, 4 - parts).join('.');
  return `${namespace}/${name}@${open}.yml`;
};
