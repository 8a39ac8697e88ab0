import { distinctiveWords, fusingWords, negatingPrefixes } from './name-words.ts';

/** Words of a name, lower case: `hideErrorCodes`, `hide_error_codes`, `hide-error-codes`, `hide.error.codes`. */
const splitName = (name: string): readonly string[] =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[-_.\s]+/)
    .filter(Boolean);

/** What no words are: `$`, `@`, `!`, and separators at an end. `$id` is not `id`, and `_id` is neither. */
const signs = (name: string): string =>
  name
    .replace(/[\p{L}\d]+/gu, 'a')
    .replace(/a(?:[-_.\s]+a)*/g, 'a')
    .replace(/[-_.\s]+/g, '_');

/** The letters and digits of a name without dots; digits that a separator keeps apart stay apart: `v1-0` is not `v10`. */
const letters = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(\d)[-_\s]+(?=\d)/g, '$1|')
    .replace(/[-_\s]+/g, '');

const singular = (word: string): string => word.replace(/(?<=\p{L}\p{L})(?:(?<=ss|sh|ch|x)es|(?<!s)s)$/u, '');
const isDistinctive = (word: string): boolean =>
  distinctiveWords.has(word) || distinctiveWords.has(singular(word)) || /\d|^\p{L}$/u.test(word);

/** The words that only one of the names has; a word that one has twice counts. */
const differentWords = (one: readonly string[], other: readonly string[]): readonly string[] => {
  const left = [...other];
  const onlyOne = one.filter((word) => {
    const index = left.indexOf(word);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return [...onlyOne, ...left];
};

/**
 * Whether two names have the same words in the same order, however they are written: `log_level`, `logLevel`, `LOG-LEVEL`, `loglevel`. A
 * plural is another word: `port: 80` is not `ports: 80`. Words are only taken apart or together where none of them could be a word of
 * another meaning in front of the rest: `on_line` is not `online`.
 */
export const isSameName = (one: string, other: string): boolean => {
  if (signs(one) !== signs(other)) return false;
  const [a, b] = [splitName(one), splitName(other)];
  if (a.join(' ') === b.join(' ')) return true;
  return !`${one}${other}`.includes('.') && letters(one) === letters(other) && !differentWords(a, b).some((word) => fusingWords.has(word));
};

/** `secure` and `insecure`, `activate` and `deactivate`, `allow` and `disallow`. */
const isNegation = (one: string, other: string): boolean =>
  negatingPrefixes.some((prefix) => one === prefix + other || other === prefix + one);

/** Words at an end of a name without separators: `min` of `minsize`, `file` of `logfile`. */
const boundAffixes = new RegExp(
  '^(?:min|max|start|end|first|last|from|src|dst|enable|disable|allow|deny|include|exclude|show|hide|skip|pre|post|over|under|no|non|un)|' +
    '(?:file|path|url|uri|dir|id|ids|name|ref|key|list|ms|sec|min|max|before|after|start|end|count|size)$',
  'g',
);
const affixes = (name: string): string => (letters(name).match(boundAffixes) ?? []).join(' ');

/**
 * Whether a value under one name could have another meaning under the other, although one is said to be an alias of the other: a word of
 * bound, direction, place, form or sense stands in one of them only, or all words of one stand in the other (`json`, `jsonPath`).
 */
export const canMeanElse = (one: string, other: string): boolean => {
  if (isSameName(one, other)) return false;
  if (signs(one) !== signs(other)) return true;
  const [a, b] = [splitName(one), splitName(other)];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const isPart = short.every((word) => long.some((longer) => singular(word) === singular(longer) || longer.startsWith(word)));
  if (isPart || differentWords(a, b).some(isDistinctive)) return true;
  if (affixes(one) !== affixes(other)) return true;
  return a.some((word) => b.some((against) => isNegation(word, against)));
};
