import type { Annotation, Compiled, Deprecation, Mode } from '../api.ts';
import { unescaped } from '../json.ts';
import { annotations } from './evaluate.ts';
import { replacementIn } from './replacement.ts';

/** How the wild spells what the specification has no word for. */
const explanations = ['x-deprecation-message', 'x-deprecationMessage', 'deprecationMessage', 'x-deprecated-message', 'deprecated_description', 'deprecatedMessage'];
const since = ['x-deprecated-since', 'x-since', 'deprecatedSince', 'deprecated_version'];
const removedIn = ['x-removed-in', 'x-removedIn', 'removedIn'];
const replacements = ['x-deprecated-replacement', 'x-replacement', 'x-replaced-by'];

const text = (beside: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const said = beside.get(name);
    if ((typeof said === 'string' && said !== '') || typeof said === 'number') return String(said);
  }
  return undefined;
};

const parentOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
const lastStep = (pointer: string): string => unescaped(pointer.slice(pointer.lastIndexOf('/') + 1));

const plainMessage = (pointer: string): string => (pointer === '' ? 'This is deprecated.' : `\`${lastStep(pointer)}\` is deprecated.`);

/** The sibling a deprecation names, when the same object's schema declares it. */
const replacementOf = ({ beside, pointer }: Annotation, declared: ReadonlySet<string>): string | undefined => {
  if (pointer === '') return undefined;
  const said = text(beside, replacements);
  if (said !== undefined) return declared.has(said) ? said : undefined;
  const prose = text(beside, explanations) ?? text(beside, ['description']);
  return prose === undefined ? undefined : replacementIn(prose, lastStep(pointer), declared);
};

/** What one subschema says: without a message where it has no words for it. */
type Said = Omit<Deprecation, 'message'> & { readonly message: string | undefined };

/** One for a place, whoever says it; distinct messages follow one another, and where nobody has words the name is told. */
const merged = (found: readonly Said[]): readonly Deprecation[] => {
  const places = new Map<string, Said>();
  for (const one of found) {
    const known = places.get(one.pointer);
    if (!known) { places.set(one.pointer, one); continue; }
    const isNew = one.message !== undefined && known.message?.includes(one.message) !== true;
    places.set(one.pointer, { ...one, ...known, message: isNew ? [known.message, one.message].filter(Boolean).join(' ') : known.message });
  }
  return [...places.values()].map(({ pointer, message = plainMessage(pointer), ...rest }) => ({ pointer, message, ...rest }));
};

/**
 * The deprecated places that an instance uses, found by evaluating its schema. Lenient unless asked otherwise: an
 * invalid file is still warned about as far as it is certain.
 */
export const deprecations = (compiled: Compiled, instance: unknown, mode: Mode = 'lenient'): readonly Deprecation[] => {
  const found = annotations(compiled, instance, { keywords: ['deprecated'], mode }).filter(({ value }) => value === true);
  if (found.length === 0) return [];
  const parents = new Set(found.map(({ pointer }) => parentOf(pointer)));
  const declared = new Map<string, Set<string>>();
  for (const { pointer, value } of annotations(compiled, instance, { keywords: ['properties'], mode })) {
    if (!parents.has(pointer)) continue;
    const names = declared.get(pointer) ?? new Set();
    declared.set(pointer, names);
    for (const name of Object.keys(value as object)) names.add(name);
  }
  return merged(found.map((annotation): Said => {
    const { pointer, location, beside } = annotation;
    const replacement = replacementOf(annotation, declared.get(parentOf(pointer)) ?? new Set());
    const [from, until] = [text(beside, since), text(beside, removedIn)];
    return {
      pointer, message: text(beside, explanations), location,
      ...(replacement === undefined ? {} : { replacement }), ...(from === undefined ? {} : { since: from }), ...(until === undefined ? {} : { removedIn: until }),
    };
  }));
};
