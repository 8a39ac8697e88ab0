import { entriesOf, isString, type RegoValue } from '../values/index.ts';
import {
  splitCharacters,
  defineBuiltin,
  asArray,
  asObject,
  asString,
  asStrings,
  asInteger,
  type Builtin,
  type BuiltinContext,
} from './builtin.ts';
import { sprintf } from './sprintf.ts';

/** Maps each character on its own, as Go does: no special forms at the end of words, and no letter becomes several. */
const toLowerCharacters = (text: string): string => [...text].map((character) => [...character.toLowerCase()][0] ?? character).join('');
const toUpperCharacters = (text: string): string =>
  [...text]
    .map((character) => {
      const upper = character.toUpperCase();
      return [...upper].length === 1 ? upper : character;
    })
    .join('');
/** White space of Unicode, without the mark of byte order. */
const trimSpaces = (text: string): string => text.replace(/^[\t-\r \u0085\u00a0\p{Z}]+|[\t-\r \u0085\u00a0\p{Z}]+$/gu, '');

const defineTest = (name: string, holds: (value: string, part: string) => boolean): Builtin =>
  defineBuiltin(name, 2, ([value, part]) => holds(asString(value), asString(part)));
const defineMapping = (name: string, to: (value: string) => string): Builtin => defineBuiltin(name, 1, ([value]) => to(asString(value)));

/** Removes characters of `cut` from the selected ends. */
function trimCharacters(value: string, cut: string, left: boolean, right: boolean): string {
  const [all, unwanted] = [splitCharacters(value), new Set(splitCharacters(cut))];
  let [start, end] = [0, all.length];
  while (left && start < end && unwanted.has(all[start] as string)) start++;
  while (right && end > start && unwanted.has(all[end - 1] as string)) end--;
  return all.slice(start, end).join('');
}
const defineTrim = (name: string, left: boolean, right: boolean): Builtin =>
  defineBuiltin(name, 2, ([value, cut]) => trimCharacters(asString(value), asString(cut), left, right));

/** `step`: from one occurrence to where the next may begin. */
function findOccurrences(value: string, part: string, step = part.length): readonly number[] {
  const positions: number[] = [];
  for (let at = value.indexOf(part); at !== -1; at = value.indexOf(part, at + step)) positions.push(at);
  return positions;
}
function replaceText(value: string, from: string, to: string, { checkSize: grow }: BuiltinContext): string {
  const times = from === '' ? splitCharacters(value).length + 1 : findOccurrences(value, from).length;
  grow(value.length + times * to.length);
  return from === '' ? [to, ...splitCharacters(value).flatMap((character) => [character, to])].join('') : value.split(from).join(to);
}

/** Tries the pairs in order at each position; replacements are not searched again. */
function replacePairs(pairs: readonly (readonly [string, string])[], value: string, { checkSize: grow, tick }: BuiltinContext): string {
  let [result, index] = ['', 0];
  // An empty text matches before each character and at the end.
  const between = pairs.find(([from]) => from === '')?.[1] ?? '';
  tick((pairs.length * value.length) >> 4);
  while (index < value.length) {
    const pair = pairs.find(([from]) => from !== '' && value.startsWith(from, index));
    result += pair ? pair[1] : `${between}${value[index]}`;
    index += pair ? pair[0].length : 1;
    grow(result.length);
  }
  return result + between;
}
const asStringOrStrings = (value: RegoValue): readonly string[] => (isString(value) ? [value] : asStrings(value));
/** Converts an index of UTF-16 units to characters. */
const characterIndex = (value: string, index: number): number => splitCharacters(value.slice(0, index)).length;

export const stringBuiltins: readonly Builtin[] = [
  defineTest('contains', (value, part) => value.includes(part)),
  defineTest('startswith', (value, part) => value.startsWith(part)),
  defineTest('endswith', (value, part) => value.endsWith(part)),
  defineMapping('lower', toLowerCharacters),
  defineMapping('upper', toUpperCharacters),
  defineMapping('trim_space', trimSpaces),
  defineMapping('strings.reverse', (value) => [...value].reverse().join('')),
  defineTrim('trim', true, true),
  defineTrim('trim_left', true, false),
  defineTrim('trim_right', false, true),
  defineBuiltin('trim_prefix', 2, ([value, part]) =>
    asString(value).startsWith(asString(part)) ? asString(value).slice(asString(part).length) : asString(value),
  ),
  defineBuiltin('trim_suffix', 2, ([value, part]) =>
    asString(value).endsWith(asString(part)) ? asString(value).slice(0, asString(value).length - asString(part).length) : asString(value),
  ),
  defineBuiltin('concat', 2, ([glue, parts], { checkSize: grow }) => {
    const [between, all] = [asString(glue), asStrings(parts)];
    grow(all.reduce((size, part) => size + part.length + between.length, 0));
    return all.join(between);
  }),
  defineBuiltin('split', 2, ([value, glue]) =>
    asString(glue) === '' ? splitCharacters(asString(value)) : asString(value).split(asString(glue)),
  ),
  defineBuiltin('replace', 3, ([value, from, to], context) => replaceText(asString(value), asString(from), asString(to), context)),
  defineBuiltin('strings.replace_n', 2, ([pairs, value], context) =>
    replacePairs(
      entriesOf(asObject(pairs)).map(([from, to]) => [asString(from), asString(to)] as const),
      asString(value),
      context,
    ),
  ),
  defineBuiltin('substring', 3, ([value, from, length]) => {
    const [all, start, count] = [splitCharacters(asString(value)), asInteger(from), asInteger(length)];
    return start < 0 ? undefined : all.slice(start, count < 0 ? undefined : start + count).join('');
  }),
  defineBuiltin('indexof', 2, ([value, part]) => {
    if (asString(part) === '') return undefined;
    const position = asString(value).indexOf(asString(part));
    return position === -1 ? -1 : characterIndex(asString(value), position);
  }),
  defineBuiltin('indexof_n', 2, ([value, part], { tick }) => {
    if (asString(part) === '') return undefined;
    // Occurrences may overlap, and each is compared as a whole.
    tick(Math.ceil((asString(value).length * asString(part).length) / 16));
    const positions = findOccurrences(asString(value), asString(part), 1);
    tick(Math.ceil((positions.length * asString(value).length) / 16));
    return positions.map((index) => characterIndex(asString(value), index));
  }),
  defineBuiltin('strings.count', 2, ([value, part]) =>
    asString(part) === '' ? splitCharacters(asString(value)).length + 1 : findOccurrences(asString(value), asString(part)).length,
  ),
  defineBuiltin('strings.any_prefix_match', 2, ([values, parts], { tick }) => {
    tick(asStringOrStrings(values).length * asStringOrStrings(parts).length);
    return asStringOrStrings(values).some((value) => asStringOrStrings(parts).some((part) => value.startsWith(part)));
  }),
  defineBuiltin('strings.any_suffix_match', 2, ([values, parts], { tick }) => {
    tick(asStringOrStrings(values).length * asStringOrStrings(parts).length);
    return asStringOrStrings(values).some((value) => asStringOrStrings(parts).some((part) => value.endsWith(part)));
  }),
  defineBuiltin('sprintf', 2, ([format, items], { checkSize: grow }) => sprintf(asString(format), asArray(items), grow)),
];
