import { unprocessable } from '../../http/problem.ts';
import type { ServiceSettings } from '../../http/route.ts';

interface EngineVersion {
  readonly numbers: readonly [number, number, number];
  readonly pre: string;
}
type VersionTest = (version: EngineVersion) => boolean;

const parseVersion = (text: string): EngineVersion | undefined => {
  const found = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-([0-9A-Za-z.-]{1,64}))?$/.exec(text);
  return found ? { numbers: [Number(found[1]), Number(found[2]), Number(found[3])], pre: found[4] ?? '' } : undefined;
};

const comparePrerelease = (a: string, b: string): number => {
  if (a === '' || b === '') return (a === '' ? 1 : 0) - (b === '' ? 1 : 0);
  const [left, right] = [a.split('.'), b.split('.')];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i]!, right[i]!];
    if (x === y) continue;
    const [m, n] = [/^\d+$/.test(x), /^\d+$/.test(y)];
    if (m && n) return Number(x) - Number(y);
    return m !== n ? (m ? -1 : 1) : x < y ? -1 : 1;
  }
  return left.length - right.length;
};
const compareVersions = (a: EngineVersion, b: EngineVersion): number =>
  a.numbers[0] - b.numbers[0] || a.numbers[1] - b.numbers[1] || a.numbers[2] - b.numbers[2] || comparePrerelease(a.pre, b.pre);

/** The first version that `~> …` no longer reaches: the second last number that was written, one higher. */
const findUpperBound = (written: readonly number[]): EngineVersion => {
  const kept = written.length < 2 ? [written[0]!] : written.slice(0, -1);
  kept[kept.length - 1]! += 1;
  return { numbers: [kept[0] ?? 0, kept[1] ?? 0, 0], pre: '' };
};

const parseClause = (text: string): VersionTest | undefined => {
  const found = /^(=|!=|>=|<=|>|<|~>)?\s{0,9}(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6})(?:-([0-9A-Za-z.-]{1,64}))?)?$/.exec(text.trim());
  if (!found) return undefined;
  const written = [found[2], found[3], found[4]].filter((part) => part !== undefined).map(Number);
  const bound: EngineVersion = { numbers: [written[0]!, written[1] ?? 0, written[2] ?? 0], pre: found[5] ?? '' };
  // A constraint means a pre-release only when it names it.
  const stable =
    (test: (order: number, version: EngineVersion) => boolean): VersionTest =>
    (version) =>
      (version.pre === '' || compareVersions(version, bound) === 0) && test(compareVersions(version, bound), version);
  switch (found[1] ?? '=') {
    case '!=':
      return stable((order) => order !== 0);
    case '>':
      return stable((order) => order > 0);
    case '>=':
      return stable((order) => order >= 0);
    case '<':
      return stable((order) => order < 0);
    case '<=':
      return stable((order) => order <= 0);
    case '~>': {
      const end = findUpperBound(written);
      return stable((order, version) => order >= 0 && compareVersions(version, end) < 0);
    }
    default:
      return stable((order) => order === 0);
  }
};

interface EngineRelease {
  readonly text: string;
  readonly version: EngineVersion;
}
const sortedLists = new WeakMap<readonly string[], readonly EngineRelease[]>();

const sortNewestFirst = (releases: readonly string[]): readonly EngineRelease[] => {
  const known = sortedLists.get(releases);
  if (known) return known;
  const sorted = releases
    .flatMap((text) => {
      const version = parseVersion(text);
      return version ? [{ text, version }] : [];
    })
    .sort((a, b) => compareVersions(b.version, a.version));
  sortedLists.set(releases, sorted);
  return sorted;
};

/** The newest release that is no pre-release. */
export const findLatestRelease = ({ engineVersions }: Pick<ServiceSettings, 'engineVersions'>): string => {
  const sorted = sortNewestFirst(engineVersions);
  return (sorted.find((release) => release.version.pre === '') ?? sorted[0])?.text ?? '';
};

/** The release that a constraint means now, the newest match, or an exact version, known or not. Undefined: none. */
export const resolveEngineVersion = (settings: Pick<ServiceSettings, 'engineVersions'>, text: string): string | undefined => {
  if (text === 'latest') return findLatestRelease(settings) || undefined;
  if (parseVersion(text)) return text.replace(/^v/, '');
  const tests = text.split(',').map(parseClause);
  if (tests.some((test) => test === undefined)) return undefined;
  return sortNewestFirst(settings.engineVersions).find((release) => tests.every((test) => test!(release.version)))?.text;
};

/** Throws 422 unless a release matches. */
export const requireEngineVersion = (settings: Pick<ServiceSettings, 'engineVersions'>, text: string): void => {
  if (text.length <= 255 && resolveEngineVersion(settings, text) !== undefined) return;
  throw unprocessable(
    `no engine release matches "${text.slice(0, 255)}"; ` +
      `expected a version such as ${findLatestRelease(settings)} or a constraint such as ~> 1.0.0`,
    '/data/attributes/engine-version',
  );
};

export const isAtLeast = (release: string, bound: string): boolean => {
  const [a, b] = [parseVersion(release), parseVersion(bound)];
  return a !== undefined && b !== undefined && compareVersions(a, b) >= 0;
};
