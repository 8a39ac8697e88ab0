import type { Annotation, AnnotationSchema, Deprecation, Mode } from '../api.ts';
import { lastStep } from '../documents/pointer.ts';
import { isBareWord } from './bare-word.ts';
import { astOf } from './ast.ts';
import { annotations } from './evaluate.ts';

/** Keywords in use for what the specification has no keyword for. */
const messageKeywords = [
  'x-deprecation-message',
  'x-deprecationMessage',
  'deprecationMessage',
  'x-deprecated-message',
  'deprecated_description',
  'deprecatedMessage',
  'markdownDeprecationMessage',
];
/** Keywords of VS Code, whose editor shows a property that has one as deprecated, with or without the flag. */
const markingKeywords = ['deprecationMessage', 'markdownDeprecationMessage'];
const sinceKeywords = ['x-deprecated-since', 'x-since', 'deprecatedSince', 'deprecated_version'];
const removedInKeywords = ['x-removed-in', 'x-removedIn', 'removedIn'];

type SiblingValues = Annotation['beside'];

/** The text or number of the first of some keywords that has one. */
export const firstText = (beside: SiblingValues, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = beside.get(name);
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
  }
  return undefined;
};

/** The message that the schema has for a deprecation; one that only repeats the keyword is none. */
export const messageOf = (beside: SiblingValues): string | undefined => {
  const message = firstText(beside, messageKeywords);
  return message === undefined || isBareWord(message) ? undefined : message;
};

const defaultMessage = (pointer: string): string => (pointer === '' ? 'This is deprecated.' : `\`${lastStep(pointer)}\` is deprecated.`);

/** The deprecation of one subschema; `message` undefined where the subschema has none. */
type PartialDeprecation = Omit<Deprecation, 'message'> & { readonly message: string | undefined };

/** One for each location: distinct messages follow one another; without any, the message names the location. */
const mergeByPointer = (found: readonly PartialDeprecation[]): readonly Deprecation[] => {
  const places = new Map<string, PartialDeprecation>();
  for (const one of found) {
    const known = places.get(one.pointer);
    if (!known) {
      places.set(one.pointer, one);
      continue;
    }
    const isNew = one.message !== undefined && known.message?.includes(one.message) !== true;
    places.set(one.pointer, { ...one, ...known, message: isNew ? [known.message, one.message].filter(Boolean).join(' ') : known.message });
  }
  return [...places.values()].map(({ pointer, message = defaultMessage(pointer), ...rest }) => ({ pointer, message, ...rest }));
};

/** The facts about a deprecation besides its keywords. */
export interface DeprecationAdvice {
  /** The sibling to write instead. */ readonly replacement?: string;
  /** Whether the value could have another meaning there. */ readonly isUncertain?: true;
  /** The message where the schema has none. */ readonly message?: string;
}

/** A message without the flag, as an annotation beside itself; undefined where it marks nothing. */
const markedByMessage = (annotation: Annotation): Annotation | undefined => {
  const { keyword, value, beside } = annotation;
  if (typeof value !== 'string' || value === '' || beside.has('deprecated')) return undefined;
  if (keyword === markingKeywords[1] && beside.has(markingKeywords[0]!)) return undefined;
  return { ...annotation, beside: new Map([...beside, [keyword, value]]) };
};

/** What makes locations deprecated: the keyword, and a message without it unless the schema was packed for the keyword only. */
const findMarks = (compiled: AnnotationSchema, instance: unknown, mode: Mode): readonly Annotation[] => {
  const { packedKeywords } = astOf(compiled);
  const keywords = packedKeywords === undefined ? ['deprecated', ...markingKeywords] : ['deprecated'];
  return annotations(compiled, instance, { keywords, mode }).flatMap((annotation): readonly Annotation[] => {
    if (annotation.keyword === 'deprecated') return annotation.value === true ? [annotation] : [];
    const marked = markedByMessage(annotation);
    return marked === undefined ? [] : [marked];
  });
};

/**
 * The deprecated locations that an instance uses, found by evaluating its schema: without replacements unless `findAdvice` is given,
 * for programs that only warn.
 */
export const deprecatedLocations = (
  compiled: AnnotationSchema,
  instance: unknown,
  mode: Mode = 'lenient',
  findAdvice: (found: readonly Annotation[]) => ReadonlyMap<Annotation, DeprecationAdvice> = () => new Map(),
): readonly Deprecation[] => {
  const found = findMarks(compiled, instance, mode);
  if (found.length === 0) return [];
  const advice = findAdvice(found);
  return mergeByPointer(
    found.map((annotation): PartialDeprecation => {
      const { pointer, location, beside } = annotation;
      const { replacement, message, isUncertain } = advice.get(annotation) ?? {};
      const [since, removedIn] = [firstText(beside, sinceKeywords), firstText(beside, removedInKeywords)];
      return {
        pointer,
        message: messageOf(beside) ?? message,
        location,
        ...(replacement === undefined ? {} : { replacement }),
        ...(isUncertain ? { isUncertain } : {}),
        ...(since === undefined ? {} : { since }),
        ...(removedIn === undefined ? {} : { removedIn }),
      };
    }),
  );
};
