import { canMeanElse, isSameName } from './name-meaning.ts';
import { isDescriptive, isHarmless, isIrrelevant, plainReplacement, splitAdvice } from './plain-replacement.ts';

/** The declared sibling that a schema names as the replacement of a property. */
export interface NamedReplacement {
  readonly name: string;
  /** Whether the value could have another meaning there: only a person may rename it. */
  readonly isUncertain: boolean;
}

/** Maximum length of a text that is interpreted: longer ones are manuals rather than advice. */
const maxProse = 4000;

/** Interpreted texts, by name and text: documents of one kind repeat them. */
const readings = new Map<string, NamedReplacement | undefined>();
const maxReadings = 500;
const maxRememberedName = 200;

/** Whether two names leave no doubt: the same words, or aliases without a word that could mean something else. */
const isCertainName = (own: string, name: string, isAlias: boolean): boolean =>
  isSameName(own, name) || (isAlias && !canMeanElse(own, name));

/** The replacement that the prose states for `own`, declared or not. */
const readReplacement = (prose: string, own: string): NamedReplacement | undefined => {
  const sentences = splitAdvice(prose);
  const stated = sentences.map((sentence) => plainReplacement(sentence, own));
  const found = stated.filter((one) => one !== undefined);
  const [name, ...others] = new Set(found.map((one) => one.name));
  if (name === undefined || others.length > 0 || name === own) return undefined;
  if (!sentences.every((sentence, index) => stated[index] !== undefined || isHarmless(sentence, name))) return undefined;
  const first = stated.findIndex((one) => one !== undefined);
  const isAlias = found.every((one) => one.isAlias);
  const isPlain = sentences.every(
    (sentence, index) => stated[index] !== undefined || (index > first ? isIrrelevant(sentence) : isDescriptive(sentence)),
  );
  const isMoved = found.some((one) => one.isMoved);
  return { name, isUncertain: isMoved || !isPlain || !isCertainName(own, name, isAlias) };
};

const recallReplacement = (prose: string, own: string): NamedReplacement | undefined => {
  const key = `${own.length} ${own}${prose}`;
  if (!readings.has(key)) {
    if (readings.size >= maxReadings) readings.clear();
    readings.set(key, readReplacement(prose, own));
  }
  return readings.get(key);
};

/**
 * The declared sibling that prose names as the replacement of `own`: one sentence states it in a form of the closed list
 * (`plainReplacement`), and no other sentence restricts it. It is certain where the value keeps its meaning under both names (decision
 * 0169): the names have the same words, or one is said to be an alias of the other and no word stands in one of them only that could mean
 * something else. Every other advice is text for a person.
 */
export const findReplacement = (prose: string, own: string, declared: ReadonlySet<string>): NamedReplacement | undefined => {
  if (prose.length > maxProse) return undefined;
  const replacement = own.length > maxRememberedName ? readReplacement(prose, own) : recallReplacement(prose, own);
  return replacement !== undefined && declared.has(replacement.name) ? replacement : undefined;
};
