import { RE2JS } from 're2js';

/** The attributes of a workspace that choose files (spec 1, Workspace). */
interface FileTriggers {
  readonly 'file-triggers-enabled'?: unknown;
  readonly 'working-directory'?: unknown;
  readonly 'trigger-prefixes'?: unknown;
  readonly 'trigger-patterns'?: unknown;
  readonly [other: string]: unknown;
}

const toList = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
/** Paths of callers begin at the root of the repository, with or without a slash. */
const toPath = (text: string): string => text.replace(/^(?:\.?\/)+/, '');

const translateSegment = (segment: string): string =>
  segment
    .replace(/[^*?]/gu, (character) => RE2JS.quote(character))
    .replace(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'))
    .replaceAll('?', '[^/]');

/**
 * A glob as a regular expression of linear time: `*` and `?` stay within a level, `**` as a whole level stands for any number of levels,
 * and within a name for any characters.
 */
const translatePattern = (pattern: string): string => {
  const segments = toPath(pattern).split('/');
  const last = segments.length - 1;
  return segments
    .map((segment, index) => {
      if (segment === '**') return index === last ? '.*' : '(?:[^/]*/)*';
      return `${translateSegment(segment)}${index === last ? '' : '/'}`;
    })
    .join('');
};

const matchesPatterns = (patterns: readonly string[], files: readonly string[]): boolean => {
  const matcher = RE2JS.compile(patterns.map((pattern) => `(?:${translatePattern(pattern)})`).join('|'), RE2JS.DOTALL);
  return files.some((file) => matcher.matches(file));
};

/** Whether a push that changed these files starts a run; null: what changed is not known. */
export const matchesFiles = (attributes: FileTriggers, files: readonly string[] | null): boolean => {
  if (attributes['file-triggers-enabled'] === false || files === null) return true;
  const patterns = toList(attributes['trigger-patterns']);
  if (patterns.length > 0) return matchesPatterns(patterns, files);
  const directory = typeof attributes['working-directory'] === 'string' ? toPath(attributes['working-directory']).replace(/\/+$/, '') : '';
  const prefixes = [...toList(attributes['trigger-prefixes']).map(toPath), ...(directory === '' ? [] : [`${directory}/`])];
  return prefixes.length === 0 || files.some((file) => prefixes.some((prefix) => file.startsWith(prefix)));
};
