import type { ModuleVersion, StoredRegistryModule } from './stored.ts';

/** Build metadata after `+` does not count in an order. */
const splitVersion = (text: string): readonly [readonly number[], string] => {
  const [version] = text.split('+', 1) as [string];
  const hyphen = version.indexOf('-');
  return hyphen < 0 ? [version.split('.').map(Number), ''] : [version.slice(0, hyphen).split('.').map(Number), version.slice(hyphen + 1)];
};

/** Newer first; a pre-release is older than its release, `rc.10` newer than `rc.9`. */
export const compareNewestFirst = (a: Pick<ModuleVersion, 'version'>, b: Pick<ModuleVersion, 'version'>): number => {
  const [left, leftPre] = splitVersion(a.version),
    [right, rightPre] = splitVersion(b.version);
  for (let i = 0; i < 3; i++) {
    const by = (right[i] ?? 0) - (left[i] ?? 0);
    if (by !== 0) return by;
  }
  if (leftPre === '' || rightPre === '') return Number(rightPre === '') - Number(leftPre === '');
  return rightPre.localeCompare(leftPre, 'en', { numeric: true });
};

export const isModuleVersion = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,64})?(\+[0-9A-Za-z.-]{1,64})?$/.test(text);

/** The latest version that is ready: a pre-release only if there is no release. */
const findLatest = ({ versions }: StoredRegistryModule): ModuleVersion | undefined => {
  const ready = versions.filter(({ status }) => status === 'ok');
  return ready.find(({ version }) => !version.includes('-')) ?? ready[0];
};

/** The version that a pin means, when it is ready; the latest without one. */
export const resolveModuleVersion = (module: StoredRegistryModule, pin: string | null): ModuleVersion | undefined =>
  pin === null ? findLatest(module) : module.versions.find(({ version, status }) => version === pin && status === 'ok');
