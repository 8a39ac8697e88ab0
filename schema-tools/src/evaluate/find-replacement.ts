import { canMeanElse } from './name-meaning.ts';
import { isHarmless, plainReplacement, splitAdvice } from './plain-replacement.ts';

/** Longer prose is a manual, not an advice: nothing is read from it. */
const maxProse = 4000;

/**
 * The declared sibling that takes the whole value of `name` unchanged, by what its prose states; undefined unless that is certain.
 * One sentence must state it in a form of the closed list (`plainReplacement`), no other sentence may restrict it, and the two
 * names may not differ in direction or unit. Every other advice is text for a person.
 */
export const findReplacement = (prose: string, name: string, declared: ReadonlySet<string>): string | undefined => {
  if (prose.length > maxProse) return undefined;
  const sentences = splitAdvice(prose);
  const stated = sentences.map((sentence) => plainReplacement(sentence, name));
  const [replacement, ...others] = new Set(stated.filter((one) => one !== undefined));
  if (replacement === undefined || others.length > 0 || replacement === name || !declared.has(replacement)) return undefined;
  if (!sentences.every((sentence, index) => stated[index] !== undefined || isHarmless(sentence, replacement))) return undefined;
  return canMeanElse(name, replacement) ? undefined : replacement;
};
