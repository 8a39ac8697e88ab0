import { truncate } from '../text.ts';
import { isBareWord } from './bare-word.ts';

/** Longer sentences, and longer texts of several, are cut: descriptions may be manuals. In code units. */
const maxSentence = 1000;
const maxText = 2000;

const aboutDeprecation = /deprecat|obsolete|\binstead\b|\b(?:replaced|renamed|superseded|alias)\b|\bin favou?r\b|\bno longer\b/i;
const advisory =
  /\b(?:use|using|write|specify|set|see|prefer|try|switch|migrate|moved?|rename|replace|alias|synonym|successor|via|with|by|to)\b/i;

/** The words that a sentence marks as names: `x`, 'x', "x", [x], <code>x</code>. */
const markedNames = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/[`'"“‘[]([^\s`'"”’\]]{1,200})[`'"”’\]]|<code>([^<>\s]{1,200})<\/code>/gi)].map(
    ([, quoted, code]) => (quoted ?? code)!,
  );

/** Whether a name cannot be an ordinary word: `logLevel`, `log_level`, `log-level`, `a.b`, `tls12`. */
const isUnusualWord = (name: string): boolean => /\p{Ll}\p{Lu}|[_.$@\d]|\w-\w/u.test(name);

/** Whether a sentence names a property besides `own`: one that it marks as a name, or one that the object declares. */
const namesAnother = (sentence: string, own: string, declared: ReadonlySet<string>): boolean => {
  if (markedNames(sentence).some((name) => name !== own && !isBareWord(name) && (declared.has(name) || advisory.test(sentence))))
    return true;
  const words = sentence.match(/[\p{L}\d_$@][\p{L}\d_$@.-]*[\p{L}\d_$]|\p{L}/gu) ?? [];
  return words.some((word) => word !== own && declared.has(word) && (isUnusualWord(word) || advisory.test(sentence)));
};

const splitText = (text: string): readonly string[] =>
  text
    .split(/\r?\n|(?<=[.!?][)\]"'’”]?)(?<!\b(?:e\.g|i\.e|etc|vs|cf|resp)\.)\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/**
 * The sentences of a description that are about its deprecation or name another property, and the one behind a sentence that only says
 * "deprecated". Undefined if that says no more than the keyword does.
 */
export const adviceOf = (description: string | undefined, own: string, declared: ReadonlySet<string>): string | undefined => {
  if (description === undefined) return undefined;
  const sentences = splitText(description);
  const isAbout = (sentence: string): boolean => aboutDeprecation.test(sentence);
  if (!sentences.some((sentence) => isAbout(sentence) || namesAnother(sentence, own, declared))) return undefined;
  const chosen = sentences.filter(
    (sentence, index) => isAbout(sentence) || namesAnother(sentence, own, declared) || (index > 0 && isBareWord(sentences[index - 1]!)),
  );
  const text = chosen.map((sentence) => truncate(sentence, maxSentence)).join(' ');
  return isBareWord(text) ? undefined : truncate(text, maxText);
};
