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

const compareVersions = (one: string, other: string): number => {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)];
  return left[0]! - right[0]! || left[1]! - right[1]! || left[2]! - right[2]!;
};

/** The newest of these versions that a reference allows: itself, or for `1.2`, `1` and `volatile` the highest release. */
export const selectOrbVersion = (wanted: string, versions: readonly string[]): string | undefined => {
  if (versions.includes(wanted)) return wanted;
  if (wanted.startsWith('dev:')) return undefined;
  return versions
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version) && (wanted === 'volatile' || version.startsWith(`${wanted}.`)))
    .sort(compareVersions)
    .at(-1);
};

/** The file name of a reference within a folder of orbs, with `*` for the parts of the version that the reference leaves open. */
export const orbFileName = ({ namespace, name, version }: OrbReference): string => {
  const parts = version.split('.').length;
  const open = version === 'volatile' ? '*' : version.startsWith('dev:') ? version : [version, '*', '*'].slice(0, 4 - parts).join('.');
  return `${namespace}/${name}@${open}.yml`;
};
