import { RE2JS } from 're2js';
import { getNode, getItems, getMembers, type DocumentNode, textOf } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { specOf } from '../resource-fields.ts';

const syntaxErrorOf = (pattern: string): string | undefined => {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^error parsing regexp: /, '');
  }
};
const maxCharacters = 1024;

const stringMatchesOf = (http: DocumentNode): readonly DocumentNode[] => [
  ...getItems(http, 'match').flatMap((match) => [
    ...['uri', 'scheme', 'method', 'authority'].map((field) => getNode(match, field)),
    ...['headers', 'withoutHeaders', 'queryParams'].flatMap((field) => getMembers(getNode(match, field)).map(([, place]) => place)),
  ]),
  ...getItems(http, 'corsPolicy', 'allowOrigins'),
];

/** Regular expressions of virtual services: proxies read them as RE2 does. */
export const regularExpressionAnalyzer: Analyzer = {
  name: 'regular-expression',
  codes: ['IST0122'],
  collections: [collections.virtualServices],
  requires: [],
  *check(resource) {
    for (const place of getItems(specOf(resource), 'http')
      .flatMap(stringMatchesOf)
      .map((match) => getNode(match, 'regex'))) {
      const pattern = textOf(place);
      if (pattern === undefined) continue;
      const wrong =
        pattern.length > maxCharacters ? `it has ${pattern.length} characters; proxies take ${maxCharacters}` : syntaxErrorOf(pattern);
      if (wrong !== undefined)
        yield {
          code: 'IST0122',
          pointer: place.pointer,
          message: `${JSON.stringify(pattern.slice(0, 100))} is no regular expression of RE2: ${wrong}`,
        };
    }
  },
};
