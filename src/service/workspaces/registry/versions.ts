import type { ModuleVersion, RegistryModule } from './stored.ts';

const parts = (version: string): readonly [readonly number[], string] => {
  const [release = '', pre = ''] = version.split('-', 2);
  return [release.split('.').map(Number), pre];
};

/** Newer first; a pre-release is older than its release. */
export const newerFirst = (a: Pick<ModuleVersion, 'version'>, b: Pick<ModuleVersion, 'version'>): number => {
  const [left, leftPre] = parts(a.version), [right, rightPre] = parts(b.version);
  for (let i = 0; i < 3; i++) { const by = (right[i] ?? 0) - (left[i] ?? 0); if (by !== 0) return by; }
  if (leftPre === rightPre) return 0;
  if (leftPre === '') return -1;
  return rightPre === '' ? 1 : rightPre < leftPre ? -1 : 1;
};

export const isVersion = (text: unknown): text is string => typeof text === 'string' && /^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,64})?$/.test(text);

/** The version that a pin means; the latest that is ready without one. */
export const versionOf = (module: RegistryModule, pin: string | null): ModuleVersion | undefined =>
  (pin === null ? module.versions.find(({ status }) => status === 'ok') : module.versions.find(({ version }) => version === pin));
