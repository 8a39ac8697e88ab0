import { RE2JS } from 're2js';
import { at, each, members, type Place, textOf } from '../../place.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { specOf } from '../resource-place.ts';

const fault = (pattern: string): string | undefined => {
  try { RE2JS.compile(pattern); return undefined; } catch (error) { return (error as Error).message.replace(/^error parsing regexp: /, ''); }
};
const mostCharacters = 1024;

const matches = (http: Place): readonly Place[] => [
  ...each(http, 'match').flatMap((match) => [
    ...['uri', 'scheme', 'method', 'authority'].map((field) => at(match, field)), ...['headers', 'withoutHeaders', 'queryParams'].flatMap((field) => members(at(match, field)).map(([, place]) => place)),
  ]),
  ...each(http, 'corsPolicy', 'allowOrigins'),
];

/** Regular expressions of virtual services: proxies read them as RE2 does. */
export const regularExpression: Analyzer = {
  name: 'regular-expression', codes: ['IST0122'], about: [collections.virtualServices], needs: [],
  *check(resource) {
    for (const place of each(specOf(resource), 'http').flatMap(matches).map((match) => at(match, 'regex'))) {
      const pattern = textOf(place);
      if (pattern === undefined) continue;
      const wrong = pattern.length > mostCharacters ? `it has ${pattern.length} characters; proxies take ${mostCharacters}` : fault(pattern);
      if (wrong !== undefined) yield { code: 'IST0122', pointer: place.pointer, message: `${JSON.stringify(pattern.slice(0, 100))} is no regular expression of RE2: ${wrong}` };
    }
  },
};
