interface Release {
  readonly numbers: readonly number[];
  readonly prerelease: readonly string[];
}

const datePattern = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/;
const releasePattern =
  /^(?:v|version\s*)?(\d+(?:\.\d+)*)(?:[-.]?((?:alpha|beta|rc|pre|preview|dev|snapshot|a|b)[\w.-]*)|-([\dA-Za-z][\w.-]*))?(?:\+[\w.-]+)?$/i;

const parseDate = (text: string): number | undefined => {
  const [, year, month, date] = datePattern.exec(text) ?? [];
  if (year === undefined || Number(month) < 1 || Number(month) > 12 || Number(date ?? 1) < 1 || Number(date ?? 1) > 31) return undefined;
  return Number(year) * 10_000 + Number(month) * 100 + Number(date ?? 1);
};

const parseRelease = (text: string): Release | undefined => {
  const [, numbers, known, other] = releasePattern.exec(text) ?? [];
  if (numbers === undefined) return undefined;
  return {
    numbers: numbers.split('.').map(Number),
    prerelease:
      (known ?? other)
        ?.toLowerCase()
        .split(/[.-]|(?<=[a-z])(?=\d)/)
        .filter((part) => part !== '') ?? [],
  };
};

const firstDifference = (differences: Iterable<number>): number => {
  for (const difference of differences) if (difference !== 0) return Math.sign(difference);
  return 0;
};

/** Numbers come before words, and fewer parts before more. */
const compareIdentifier = (a: string | undefined, b: string | undefined): number => {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const [one, other] = [Number(a), Number(b)];
  if (!Number.isNaN(one) && !Number.isNaN(other)) return one - other;
  if (Number.isNaN(one) !== Number.isNaN(other)) return Number.isNaN(one) ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
};

const indices = (a: readonly unknown[], b: readonly unknown[]): number[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, index) => index);

const compareReleases = (a: Release, b: Release): number =>
  firstDifference(indices(a.numbers, b.numbers).map((index) => (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0))) ||
  // What comes before a release is lower than the release itself.
  firstDifference([(a.prerelease.length === 0 ? 1 : 0) - (b.prerelease.length === 0 ? 1 : 0)]) ||
  firstDifference(indices(a.prerelease, b.prerelease).map((index) => compareIdentifier(a.prerelease[index], b.prerelease[index])));

/**
 * -1, 0 or 1; undefined where one is no version or the two are of different kinds. Kinds: dates (`2026-03`, `2026-03-31`) and numbered
 * releases of any length (`7`, `2.4`, `v2.4.0-rc.1`); missing numbers are 0, a suffix after `+` is ignored.
 */
export const compareVersions = (a: string, b: string): -1 | 0 | 1 | undefined => {
  const [one, other] = [a.trim(), b.trim()];
  const [dateOne, dateOther] = [parseDate(one), parseDate(other)];
  if (dateOne !== undefined && dateOther !== undefined) return Math.sign(dateOne - dateOther) as -1 | 0 | 1;
  if (datePattern.test(one) || datePattern.test(other)) return undefined;
  const [releaseOne, releaseOther] = [parseRelease(one), parseRelease(other)];
  return releaseOne && releaseOther ? (compareReleases(releaseOne, releaseOther) as -1 | 0 | 1) : undefined;
};

/** Whether `--at-version` can be compared with anything. */
export const isVersion = (text: string): boolean => compareVersions(text, text) === 0;
