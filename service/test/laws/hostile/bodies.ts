import type { HostileBody } from './hostile-body.ts';

/** What an endpoint for JSON takes at most, in bytes. */
const most = 2 * 1024 * 1024;
const repeat = (text: string, around = 0): string => text.repeat(Math.floor((most - around) / text.length));

const members = (count: number): string => Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join();

/** Each text of a document. */
const mapTexts = (value: unknown, change: (text: string) => unknown): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]));
};
/** Each list of a document has its first item as often as `length` says, made different each time by `vary`. */
const lengthenLists = (value: unknown, length: number, vary: (item: unknown, index: number) => unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? value : Array.from({ length }, (_, index) => vary(value[0], index));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, lengthenLists(one, length, vary)]));
};
const countLists = (value: unknown): number => {
  if (Array.isArray(value)) return value.length === 0 ? 0 : 1;
  return typeof value === 'object' && value !== null ? Object.values(value).reduce((sum: number, one) => sum + countLists(one), 0) : 0;
};
const hasList = (value: unknown): boolean => countLists(value) > 0;
/** The members that are named get a number; so does an item that is a text. */
const varyMembers =
  (names: readonly string[]) =>
  (item: unknown, index: number): unknown => {
    if (typeof item === 'string') return `${item}${index}`;
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(
      Object.entries(item).map(([name, one]) => [
        name,
        typeof one === 'string' ? (names.includes(name) ? `${one}${index}` : one) : varyMembers(names)(one, index),
      ]),
    );
  };
const buildLists =
  (vary: (item: unknown, index: number) => unknown) =>
  (template: unknown): string =>
    JSON.stringify(lengthenLists(template, Math.floor(3000 / countLists(template)), vary)).slice(0, most);

const nest = (value: unknown, depth: number): unknown => (depth === 0 ? value : [nest(value, depth - 1)]);

/** For every endpoint that takes a body. */
export const generalBodies: readonly HostileBody[] = [
  { name: '2 MB of [', build: () => '['.repeat(most) },
  { name: '1 MB of [ and as much of ]', build: () => '['.repeat(most / 2) + ']'.repeat(most / 2) },
  { name: '400,000 objects in each other', build: () => repeat('{"a":') },
  { name: '700,000 empty lists', build: () => `[${repeat('[],', 10)}[]]` },
  { name: '150,000 members', build: () => `{${members(150_000)}}` },
  { name: '19,000 members', build: () => `{${members(19_000)}}` },
  { name: 'one member 290,000 times', build: () => `{${repeat('"a":1,', 10)}"a":1}` },
  { name: 'a string of 2 MB', build: () => `"${'x'.repeat(most - 2)}"` },
  { name: '340,000 escapes', build: () => `"${repeat('\\u0041', 2)}"` },
  { name: 'a number of 2 MB', build: () => '9'.repeat(most) },
  { name: 'a document in 90 lists', build: (template) => JSON.stringify(nest(template, 90)) },
  {
    name: 'texts of 100 KB',
    build: (template) => JSON.stringify(mapTexts(template, (text) => text + 'a'.repeat(100_000))).slice(0, most),
  },
  { name: 'texts of lists', build: (template) => JSON.stringify(mapTexts(template, (text) => text + '[{('.repeat(2000))) },
  { name: 'lists of 3,000 items', isAlways: hasList, build: buildLists((item) => item) },
  { name: 'lists of 3,000 different names', isAlways: hasList, build: buildLists(varyMembers(['name', 'key', 'variable-name'])) },
  { name: 'lists of 3,000 different ids', isAlways: hasList, build: buildLists(varyMembers(['id'])) },
];
