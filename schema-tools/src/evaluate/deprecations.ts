import type { Annotation, AnnotationSchema, Deprecation, Mode } from '../api.ts';
import { lastStep, parentPointer, parsePointer, valueAt } from '../documents/pointer.ts';
import { type DeprecationAdvice, deprecatedLocations, firstText, messageOf } from './deprecated-locations.ts';
import { collectAnnotations } from './evaluate.ts';
import { adviceOf } from './advice-text.ts';
import { findReplacement, type NamedReplacement } from './find-replacement.ts';

/** Annotations that name the sibling to use instead: `x-replaced-by` is ours, others are in common use. */
const replacementKeywords = ['x-replaced-by', 'x-replacement', 'x-deprecated-replacement'];

type SiblingValues = Annotation['beside'];

const describingText = (beside: SiblingValues): string | undefined => messageOf(beside) ?? firstText(beside, ['description']);
const noNames: ReadonlySet<string> = new Set();
const hasWords = (beside: SiblingValues): boolean => (firstText(beside, replacementKeywords) ?? describingText(beside)) !== undefined;
const canNameReplacement = ({ beside, pointer }: Annotation): boolean => pointer !== '' && hasWords(beside);

/** The sibling that a deprecation names, if the object's schema declares it. What is stated as data is certain. */
const findSibling = ({ beside, pointer }: Annotation, declared: ReadonlySet<string>): NamedReplacement | undefined => {
  const stated = firstText(beside, replacementKeywords);
  if (stated !== undefined) return declared.has(stated) ? { name: stated, isUncertain: false } : undefined;
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

/** What is to be said about a deprecation, for the names that its object declares. */
const findAdviceFor = (annotation: Annotation, declared: ReadonlySet<string>): DeprecationAdvice => {
  const { beside, pointer } = annotation;
  const replacement = canNameReplacement(annotation) ? findSibling(annotation, declared) : undefined;
  const message = adviceOf(firstText(beside, ['description']), lastStep(pointer), declared);
  return {
    ...(replacement === undefined ? {} : { replacement: replacement.name }),
    ...(replacement?.isUncertain ? { isUncertain: true } : {}),
    ...(message === undefined ? {} : { message }),
  };
};

/** What to write instead, and the sentences that say it; a text about the same names is interpreted only once. */
const findAdvice = (
  compiled: AnnotationSchema,
  instance: unknown,
  mode: Mode,
  found: readonly Annotation[],
): ReadonlyMap<Annotation, DeprecationAdvice> => {
  const naming = found.filter(({ beside, pointer }) => pointer !== '' && hasWords(beside));
  const parents = new Set(naming.map(({ pointer }) => parentPointer(pointer)));
  const declared = naming.length === 0 ? new Map<string, ReadonlySet<string>>() : declaredNamesAt(compiled, instance, mode, parents);
  const read = new Map<ReadonlySet<string>, Map<string, DeprecationAdvice>>();
  return new Map(
    found.map((annotation) => {
      const names = declared.get(parentPointer(annotation.pointer)) ?? noNames;
      let known = read.get(names);
      if (!known) read.set(names, (known = new Map()));
      const key = `${annotation.location} ${lastStep(annotation.pointer)}`;
      const advice = known.get(key) ?? findAdviceFor(annotation, names);
      known.set(key, advice);
      return [annotation, advice];
    }),
  );
};

/**
 * The deprecated locations that an instance uses, found by evaluating its schema, each with the sibling to write instead where that
 * is certain. Lenient by default: of an invalid instance, what is certain is reported.
 */
export const deprecations = (compiled: AnnotationSchema, instance: unknown, mode: Mode = 'lenient'): readonly Deprecation[] =>
  deprecatedLocations(compiled, instance, mode, (found) => findAdvice(compiled, instance, mode, found));
