import type { Annotation, Compiled, Deprecation, Mode } from '../api.ts';
import { lastStep, parentPointer, parsePointer, valueAt } from '../documents/pointer.ts';
import { annotations } from './evaluate.ts';
import { findReplacement } from './find-replacement.ts';

/** How the wild spells what the specification has no word for. */
const messageKeywords = [
  'x-deprecation-message',
  'x-deprecationMessage',
  'deprecationMessage',
  'x-deprecated-message',
  'deprecated_description',
  'deprecatedMessage',
];
const sinceKeywords = ['x-deprecated-since', 'x-since', 'deprecatedSince', 'deprecated_version'];
const removedInKeywords = ['x-removed-in', 'x-removedIn', 'removedIn'];
const replacementKeywords = ['x-deprecated-replacement', 'x-replacement', 'x-replaced-by'];

type SiblingValues = Annotation['beside'];

const firstText = (beside: SiblingValues, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const said = beside.get(name);
    if ((typeof said === 'string' && said !== '') || typeof said === 'number') return String(said);
  }
  return undefined;
};

const defaultMessage = (pointer: string): string => (pointer === '' ? 'This is deprecated.' : `\`${lastStep(pointer)}\` is deprecated.`);

const describingText = (beside: SiblingValues): string | undefined =>
  firstText(beside, messageKeywords) ?? firstText(beside, ['description']);
const canNameReplacement = ({ beside, pointer }: Annotation): boolean =>
  pointer !== '' && (firstText(beside, replacementKeywords) ?? describingText(beside)) !== undefined;

/** The sibling a deprecation names, when the same object's schema declares it. */
const findSibling = ({ beside, pointer }: Annotation, declared: ReadonlySet<string>): string | undefined => {
  const said = firstText(beside, replacementKeywords);
  if (said !== undefined) return declared.has(said) ? said : undefined;
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
  compiled: Compiled,
  instance: unknown,
  mode: Mode,
  pointers: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const only = new Set<unknown>([...pointers].flatMap((pointer) => valuesAlong(instance, parsePointer(pointer) ?? [])));
  const sets = new Map<unknown, ReadonlySet<string>>();
  const declared = new Map<string, ReadonlySet<string>>();
  for (const { pointer, value } of annotations(compiled, instance, { keywords: ['properties'], mode, only })) {
    if (!pointers.has(pointer)) continue;
    const names = sets.get(value) ?? new Set(Object.keys(value as object));
    sets.set(value, names);
    const known = declared.get(pointer);
    declared.set(pointer, known ? new Set([...known, ...names]) : names);
  }
  return declared;
};

/** By annotation, the sibling to write instead; the same prose about the same names is read once. */
const findReplacements = (
  compiled: Compiled,
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

/** What one subschema says: without a message where it has no words for it. */
type PartialDeprecation = Omit<Deprecation, 'message'> & { readonly message: string | undefined };

/** One for a place, whoever says it; distinct messages follow one another, and where nobody has words the name is told. */
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

/**
 * The deprecated places that an instance uses, found by evaluating its schema. Lenient unless asked otherwise: an
 * invalid file is still warned about as far as it is certain.
 */
export const deprecations = (compiled: Compiled, instance: unknown, mode: Mode = 'lenient'): readonly Deprecation[] => {
  const found = annotations(compiled, instance, { keywords: ['deprecated'], mode }).filter(({ value }) => value === true);
  if (found.length === 0) return [];
  const named = findReplacements(compiled, instance, mode, found);
  return mergeByPointer(
    found.map((annotation): PartialDeprecation => {
      const { pointer, location, beside } = annotation;
      const replacement = named.get(annotation);
      const [from, until] = [firstText(beside, sinceKeywords), firstText(beside, removedInKeywords)];
      return {
        pointer,
        message: firstText(beside, messageKeywords),
        location,
        ...(replacement === undefined ? {} : { replacement }),
        ...(from === undefined ? {} : { since: from }),
        ...(until === undefined ? {} : { removedIn: until }),
      };
    }),
  );
};
