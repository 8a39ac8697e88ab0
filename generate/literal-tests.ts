import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request line that a test of the embedded service quotes; `{}` stands for what the test puts together. */
interface QuotedRequest {
  readonly file: string;
  readonly method: string;
  readonly segments: readonly string[];
}

const requestLine = /['"`](?:(GET|POST|PUT|PATCH|DELETE) )?\/?(\/[^\s'"`?]*)/g;
const constantDeclaration = /\b(\w+) = (['"`])((?:(?:GET|POST|PUT|PATCH|DELETE) )?\/[^\s'"`?]*)\2/g;

/** The text with the constants it names put in, so that `${web}/envvar` is the path it makes. */
const inlineConstants = (text: string): string => {
  const constants = new Map([...text.matchAll(constantDeclaration)].map(([, name, , value]) => [name!, value!]));
  const put = (from: string): string => from.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => constants.get(name) ?? whole);
  return put(put(text)).replaceAll(/\$\{[^{}]*\}/g, '{}');
};

export const findQuotedRequests = (text: string, file: string): readonly QuotedRequest[] =>
  [...inlineConstants(text).matchAll(requestLine)].map(([, method = 'GET', path]) => ({
    file,
    method,
    segments: path!.slice(1).split('/'),
  }));

/** What asks at random, or in every way, states no answer. */
const randomizedTest = /(^|\/)(fuzz|lists|spec-words)[^/]*$/;

/** Every request line that tests of the embedded service quote, of the repository at `root`. */
export const requestsInTests = (root: string): readonly QuotedRequest[] =>
  ['service/test', 'test/service', 'test/hosted', 'test/laws']
    .flatMap((folder) => {
      try {
        return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);
      } catch {
        return [];
      }
    })
    .filter((file) => file.endsWith('.test.ts') && !randomizedTest.test(file))
    .sort()
    .flatMap((file) => findQuotedRequests(readFileSync(join(root, file), 'utf8'), file));

/** Whether the segments are those of a row: a parameter is any one, a slug three, or one that holds its slashes some way. */
const matchesPath = (row: readonly string[], segments: readonly string[]): boolean => {
  const [first, ...rest] = row;
  if (first === undefined) return segments.length === 0;
  const [segment, ...others] = segments;
  if (segment === undefined || segment === '') return false;
  if (!first.startsWith('{')) return first === segment && matchesPath(rest, others);
  return (
    matchesPath(rest, others) || (first.endsWith('slug}') && (matchesPath(rest, segments.slice(2)) || matchesPath(rest, segments.slice(3))))
  );
};

const splitWords = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/(ies|y|s)$/, ''))
    .filter((word) => word.length > 1);

/** How far a file's name is from an operation's: the words that it lacks, then those that it has for itself. */
const nameDistance = (file: string, operation: string): number => {
  // Of all operations, and nearer than one that only passes by.
  if (file.endsWith('-quoted.test.ts')) return 15;
  const [wanted, has] = [
    new Set(splitWords(operation)),
    new Set(splitWords(file.replace(/^(?:service\/test\/(?:laws\/)?|test\/\w+\/)(ci\/)?|\.test\.ts$/g, ''))),
  ];
  return (
    [...wanted].filter((word) => !has.has(word)).length * 10 +
    [...has].filter((word) => !wanted.has(word)).length +
    (file.includes('hosted') ? 100 : 0)
  );
};

/** The test that quotes a row: among several the one whose name is nearest to the operation's; undefined where none does. */
export const findLiteralTest = (quoted: readonly QuotedRequest[], row: string, operation: string): string | undefined => {
  const [method, path] = row.split(' ') as [string, string];
  const segments = path.slice(1).split('/');
  const files = new Set(quoted.filter((one) => one.method === method && matchesPath(segments, one.segments)).map(({ file }) => file));
  return [...files].sort((a, b) => nameDistance(a, operation) - nameDistance(b, operation) || a.length - b.length || (a < b ? -1 : 1))[0];
};
