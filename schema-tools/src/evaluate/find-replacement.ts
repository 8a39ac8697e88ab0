import { canMeanElse } from './name-meaning.ts';
import { isHarmless, plainReplacement, splitAdvice } from './plain-replacement.ts';

/** Maximum length of a text that is interpreted: longer ones are manuals rather than advice. */
const maxProse = 4000;

/** Interpreted texts, by name and text: documents of one kind repeat them. */
const readings = new Map<string, string | undefined>();
const maxReadings = 500;
const maxRememberedName = 200;

/** The replacement that the prose states for `name`, declared or not. */
const readReplacement = (prose: string, name: string): string | undefined => {
  const sentences = splitAdvice(prose);
  const stated = sentences.map((sentence) => plainReplacement(sentence, name));
  const [replacement, ...others] = new Set(stated.filter((one) => one !== undefined));
  if (replacement === undefined || others.length > 0 || replacement === name) return undefined;
  if (!sentences.every((sentence, index) => stated[index] !== undefined || isHarmless(sentence, replacement))) return undefined;
  return canMeanElse(name, replacement) ? undefined : replacement;
};

const recallReplacement = (prose: string, name: string): string | undefined => {
  const key = `${name.length} ${name}${prose}`;
  if (!readings.has(key)) {
    if (readings.size >= maxReadings) readings.clear();
    readings.set(key, readReplacement(prose, name));
  }
  return readings.get(key);
};

/**
 * The declared sibling that takes the whole value of `name` unchanged, by what its prose states; undefined unless that is certain.
 * One sentence must state it in a form of the closed list (`plainReplacement`), no other sentence may restrict it, and the two
 * names may not differ in direction or unit. Every other advice is text for a person.
 */
export const findReplacement = (prose: string, name: string, declared: ReadonlySet<string>): string | undefined => {
  if (prose.length > maxProse) return undefined;
  const replacement = name.length > maxRememberedName ? readReplacement(prose, name) : recallReplacement(prose, name);
  return replacement !== undefined && declared.has(replacement) ? replacement : undefined;
};
