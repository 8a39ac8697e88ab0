import { entriesOf, isString, type Value } from '../values/index.ts';
import { characters, define, members, object, text, texts, whole, type Builtin, type Circumstances } from './builtin.ts';
import { sprintf } from './sprintf.ts';

const test = (name: string, holds: (value: string, part: string) => boolean): Builtin => define(name, 2, ([value, part]) => holds(text(value), text(part)));
const change = (name: string, to: (value: string) => string): Builtin => define(name, 1, ([value]) => to(text(value)));

/** Cuts characters that are in `cut` off the chosen ends. */
function trimmed(value: string, cut: string, left: boolean, right: boolean): string {
  const [all, unwanted] = [characters(value), new Set(characters(cut))];
  let [start, end] = [0, all.length];
  while (left && start < end && unwanted.has(all[start] as string)) start++;
  while (right && end > start && unwanted.has(all[end - 1] as string)) end--;
  return all.slice(start, end).join('');
}
const trim = (name: string, left: boolean, right: boolean): Builtin => define(name, 2, ([value, cut]) => trimmed(text(value), text(cut), left, right));

function occurrences(value: string, part: string): readonly number[] {
  const found: number[] = [];
  for (let at = value.indexOf(part); at !== -1; at = value.indexOf(part, at + part.length)) found.push(at);
  return found;
}
function replaced(value: string, from: string, to: string, { grow }: Circumstances): string {
  const times = from === '' ? characters(value).length + 1 : occurrences(value, from).length;
  grow(value.length + times * to.length);
  return from === '' ? [to, ...characters(value).flatMap((each) => [each, to])].join('') : value.split(from).join(to);
}

/** The pairs are tried in order at each place, and what was put in is not looked at again. */
function replacedEach(pairs: readonly (readonly [string, string])[], value: string, { grow, tick }: Circumstances): string {
  let [result, index] = ['', 0];
  tick(pairs.length * value.length >> 4);
  while (index < value.length) {
    const pair = pairs.find(([from]) => from !== '' && value.startsWith(from, index));
    result += pair ? pair[1] : value[index];
    index += pair ? pair[0].length : 1;
    grow(result.length);
  }
  return result;
}
const anyOf = (value: Value): readonly string[] => (isString(value) ? [value] : texts(value));
/** Where `part` begins in `value`, in characters. */
const position = (value: string, index: number): number => characters(value.slice(0, index)).length;

export const strings: readonly Builtin[] = [
  test('contains', (value, part) => value.includes(part)), test('startswith', (value, part) => value.startsWith(part)), test('endswith', (value, part) => value.endsWith(part)),
  change('lower', (value) => value.toLowerCase()), change('upper', (value) => value.toUpperCase()), change('trim_space', (value) => value.trim()),
  change('strings.reverse', (value) => [...value].reverse().join('')),
  trim('trim', true, true), trim('trim_left', true, false), trim('trim_right', false, true),
  define('trim_prefix', 2, ([value, part]) => (text(value).startsWith(text(part)) ? text(value).slice(text(part).length) : text(value))),
  define('trim_suffix', 2, ([value, part]) => (text(value).endsWith(text(part)) ? text(value).slice(0, text(value).length - text(part).length) : text(value))),
  define('concat', 2, ([glue, parts], { grow }) => {
    const [between, all] = [text(glue), texts(parts)];
    grow(all.reduce((size, part) => size + part.length + between.length, 0));
    return all.join(between);
  }),
  define('split', 2, ([value, glue]) => (text(glue) === '' ? characters(text(value)) : text(value).split(text(glue)))),
  define('replace', 3, ([value, from, to], circumstances) => replaced(text(value), text(from), text(to), circumstances)),
  define('strings.replace_n', 2, ([pairs, value], circumstances) => replacedEach(entriesOf(object(pairs)).map(([from, to]) => [text(from), text(to)] as const), text(value), circumstances)),
  define('substring', 3, ([value, from, length]) => {
    const [all, start, count] = [characters(text(value)), whole(from), whole(length)];
    return start < 0 ? undefined : all.slice(start, count < 0 ? undefined : start + count).join('');
  }),
  define('indexof', 2, ([value, part]) => {
    if (text(part) === '') return undefined;
    const found = text(value).indexOf(text(part));
    return found === -1 ? -1 : position(text(value), found);
  }),
  define('indexof_n', 2, ([value, part], { tick }) => {
    if (text(part) === '') return undefined;
    const found = occurrences(text(value), text(part));
    tick(found.length * text(value).length >> 4);
    return found.map((index) => position(text(value), index));
  }),
  define('strings.count', 2, ([value, part]) => (text(part) === '' ? characters(text(value)).length + 1 : occurrences(text(value), text(part)).length)),
  define('strings.any_prefix_match', 2, ([values, parts], { tick }) => { tick(anyOf(values).length * anyOf(parts).length); return anyOf(values).some((value) => anyOf(parts).some((part) => value.startsWith(part))); }),
  define('strings.any_suffix_match', 2, ([values, parts], { tick }) => { tick(anyOf(values).length * anyOf(parts).length); return anyOf(values).some((value) => anyOf(parts).some((part) => value.endsWith(part))); }),
  define('sprintf', 2, ([format, items], { grow }) => sprintf(text(format), members(items), grow)),
];
