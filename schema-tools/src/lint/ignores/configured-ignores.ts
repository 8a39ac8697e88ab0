import picomatch from 'picomatch';
import type { Finding } from '../finding.ts';
import { pointerMatcher } from './pointer-matcher.ts';
import type { ConfiguredIgnore } from './configured-ignore.ts';

export type IgnoreTarget = Pick<Finding, 'file' | 'pointer' | 'rule'>;

const toList = (said: string | readonly string[] | undefined): readonly string[] | undefined => (typeof said === 'string' ? [said] : said);

/** A glob without `/` matches names in any folder, as in other ignore lists. */
const globMatcher = (glob: string): ((file: string) => boolean) =>
  picomatch(glob.replace(/^\.\//, ''), { dot: true, basename: !glob.includes('/') });

const ignoreMatcher = (row: ConfiguredIgnore): ((finding: IgnoreTarget) => boolean) => {
  const files = toList(row.files)?.map(globMatcher);
  const pointers = toList(row.pointers)?.map(pointerMatcher);
  const rules = toList(row.rules);
  return ({ file, pointer, rule }) =>
    (files?.some((matches) => matches(file.replace(/^\.\//, ''))) ?? true) &&
    (pointers?.some((matches) => matches(pointer)) ?? true) &&
    (rules?.includes(rule) ?? true);
};

/**
 * Which row of the config file's list ignores a finding, if one does. `nameOf` gives a file the name that the globs are about
 * (relative to the config file); default: as the finding names it.
 */
export const configuredIgnores = (
  rows: readonly ConfiguredIgnore[],
  nameOf: (file: string) => string = (file) => file,
): ((finding: IgnoreTarget) => ConfiguredIgnore | undefined) => {
  const matchers = rows.map((row) => ({ row, matches: ignoreMatcher(row) }));
  return (finding) => {
    const named = { file: nameOf(finding.file), pointer: finding.pointer, rule: finding.rule };
    return matchers.find(({ matches }) => matches(named))?.row;
  };
};
