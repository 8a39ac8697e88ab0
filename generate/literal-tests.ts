import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request line that a test of the embedded service quotes; `{}` stands for what the test puts together. */
interface Quoted { readonly file: string; readonly method: string; readonly segments: readonly string[] }

const line = /['"`](?:(GET|POST|PUT|PATCH|DELETE) )?\/?(\/[^\s'"`?]*)/g;
const constant = /\b(\w+) = (['"`])((?:(?:GET|POST|PUT|PATCH|DELETE) )?\/[^\s'"`?]*)\2/g;

/** The text with the constants it names put in, so that `${web}/envvar` is the path it makes. */
const spelledOut = (text: string): string => {
  const constants = new Map([...text.matchAll(constant)].map(([, name, , value]) => [name!, value!]));
  const put = (from: string): string => from.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => constants.get(name) ?? whole);
  return put(put(text)).replaceAll(/\$\{[^{}]*\}/g, '{}');
};

export const quotedIn = (text: string, file: string): readonly Quoted[] => [...spelledOut(text).matchAll(line)]
  .map(([, method = 'GET', path]) => ({ file, method, segments: path!.slice(1).split('/') }));

/** What asks at random, or in every way, states no answer. */
const statesNone = /(^|\/)(fuzz|lists|spec-words)[^/]*$/;

/** Every request line that tests of the embedded service quote, of the repository at `root`. */
export const quotedByTests = (root: string): readonly Quoted[] => ['test/service', 'test/hosted', 'test/laws']
  .flatMap((folder) => { try { return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`); } catch { return []; } })
  .filter((file) => file.endsWith('.test.ts') && !statesNone.test(file)).sort()
  .flatMap((file) => quotedIn(readFileSync(join(root, file), 'utf8'), file));

/** Whether the segments are those of a row: a parameter is any one, a slug three, or one that holds its slashes some way. */
const fits = (row: readonly string[], segments: readonly string[]): boolean => {
  const [first, ...rest] = row;
  if (first === undefined) return segments.length === 0;
  const [segment, ...others] = segments;
  if (segment === undefined || segment === '') return false;
  if (!first.startsWith('{')) return first === segment && fits(rest, others);
  return fits(rest, others) || (first.endsWith('slug}') && (fits(rest, segments.slice(2)) || fits(rest, segments.slice(3))));
};

const words = (text: string): readonly string[] =>
  text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z]+/).map((word) => word.replace(/(ies|y|s)$/, '')).filter((word) => word.length > 1);

/** How far a file's name is from an operation's: the words that it lacks, then those that it has for itself. */
const distance = (file: string, operation: string): number => {
  // Of all operations, and nearer than one that only passes by.
  if (file.endsWith('-quoted.test.ts')) return 15;
  const [wanted, has] = [new Set(words(operation)), new Set(words(file.replace(/^test\/\w+\/(ci\/)?|\.test\.ts$/g, '')))];
  return [...wanted].filter((word) => !has.has(word)).length * 10 + [...has].filter((word) => !wanted.has(word)).length + (file.includes('hosted') ? 100 : 0);
};

/** The test that quotes a row: among several the one whose name is nearest to the operation's; undefined where none does. */
export const literalTest = (quoted: readonly Quoted[], row: string, operation: string): string | undefined => {
  const [method, path] = row.split(' ') as [string, string];
  const segments = path.slice(1).split('/');
  const files = new Set(quoted.filter((one) => one.method === method && fits(segments, one.segments)).map(({ file }) => file));
  return [...files].sort((a, b) => distance(a, operation) - distance(b, operation) || a.length - b.length || (a < b ? -1 : 1))[0];
};
