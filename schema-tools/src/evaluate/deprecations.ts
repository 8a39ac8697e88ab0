import type { Annotation, AnnotationSchema, Deprecation, Mode } from '../api.ts';
import { lastStep, parentPointer, parsePointer, valueAt } from '../documents/pointer.ts';
import { type DeprecationAdvice, deprecatedLocations, firstText, messageOf } from './deprecated-locations.ts';
import { collectAnnotations } from './evaluate.ts';
import { truncate } from '../text.ts';
import { findReplacement } from './find-replacement.ts';

/** Annotations that name the sibling to use instead: `x-replaced-by` is ours, others are in common use. */
const replacementKeywords = ['x-replaced-by', 'x-replacement', 'x-deprecated-replacement'];

type SiblingValues = Annotation['beside'];

const describingText = (beside: SiblingValues): string | undefined => messageOf(beside) ?? firstText(beside, ['description']);
const canNameReplacement = ({ beside, pointer }: Annotation): boolean =>
  pointer !== '' && (firstText(beside, replacementKeywords) ?? describingText(beside)) !== undefined;

/** The sibling that a deprecation names, if the object's schema declares it. */
const findSibling = ({ beside, pointer }: Annotation, declared: ReadonlySet<string>): string | undefined => {
  const stated = firstText(beside, replacementKeywords);
  if (stated !== undefined) return declared.has(stated) ? stated : undefined;
  return findReplacement(describingText(beside) ?? '', lastStep(pointer), declared);
};

/** A place of an instance, and all that hold it. */
const valuesAlong = (instance: unknown, steps: readonly string[]): readonly unknown[] => {
  const values = [instance];
  for (const step of steps) values.push(valueAt(values.at(-1), [step]));
  return values;
};

/** What the schemas of some objects declare, by the objects' pointers; one set for all objects that one schema declares. */
const declaredNamesAt = (
  compiled: AnnotationSchema,
  instance: unknown,
  mode: Mode,
  pointers: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const only = new Set<unknown>([...pointers].flatMap((pointer) => valuesAlong(instance, parsePointer(pointer) ?? [])));
  const sets = new Map<unknown, ReadonlySet<string>>();
  const declared = new Map<string, ReadonlySet<string>>();
  for (const { pointer, value } of collectAnnotations(compiled, instance, { keywords: ['properties'], mode, only })) {
    if (!pointers.has(pointer)) continue;
    const names = sets.get(value) ?? new Set(Object.keys(value as object));
    sets.set(value, names);
    const known = declared.get(pointer);
    declared.set(pointer, known ? new Set([...known, ...names]) : names);
  }
  return declared;
};

/** The replacement by annotation; a text about the same names is interpreted only once. */
const findReplacements = (
  compiled: AnnotationSchema,
  instance: unknown,
  mode: Mode,
  found: readonly Annotation[],
): ReadonlyMap<Annotation, string | undefined> => {
  const naming = found.filter(canNameReplacement);
  if (naming.length === 0) return new Map();
  const declared = declaredNamesAt(compiled, instance, mode, new Set(naming.map(({ pointer }) => parentPointer(pointer))));
  const read = new Map<ReadonlySet<string>, Map<string, string | undefined>>();
  return new Map(
    naming.map((annotation) => {
      const names = declared.get(parentPointer(annotation.pointer));
      if (!names) return [annotation, undefined];
      let known = read.get(names);
      if (!known) read.set(names, (known = new Map()));
      const key = `${annotation.location} ${lastStep(annotation.pointer)}`;
      if (!known.has(key)) known.set(key, findSibling(annotation, names));
      return [annotation, known.get(key)];
    }),
  );
};

/** The sentence of a description that is about a deprecation or what to write instead. */
const deprecationSentence = ({ beside }: Annotation): string | undefined => {
  const sentence = firstText(beside, ['description'])
    ?.split(/\r?\n|(?<=[.!?])\s+/)
    .find((one) => /deprecat|obsolete|\binstead\b|\b(?:replaced|renamed|superseded)\b|\bin favou?r\b/i.test(one))
    ?.trim();
  return sentence && truncate(sentence, 200);
};

/** What to write instead: the sibling where that is certain, else the words of the description. */
const findAdvice = (
  compiled: AnnotationSchema,
  instance: unknown,
  mode: Mode,
  found: readonly Annotation[],
): ReadonlyMap<Annotation, DeprecationAdvice> => {
  const replacements = findReplacements(compiled, instance, mode, found);
  return new Map(
    found.map((annotation) => {
      const replacement = replacements.get(annotation);
      const message = replacement === undefined ? deprecationSentence(annotation) : undefined;
      return [annotation, { ...(replacement === undefined ? {} : { replacement }), ...(message === undefined ? {} : { message }) }];
    }),
  );
};

/**
 * The deprecated locations that an instance uses, found by evaluating its schema, each with the sibling to write instead where that
 * is certain. Lenient by default: of an invalid instance, what is certain is reported.
 */
export const deprecations = (compiled: AnnotationSchema, instance: unknown, mode: Mode = 'lenient'): readonly Deprecation[] =>
  deprecatedLocations(compiled, instance, mode, (found) => findAdvice(compiled, instance, mode, found));
