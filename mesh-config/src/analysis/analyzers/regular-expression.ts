import { RE2JS } from 're2js';
import { getNode, getItems, getMembers, type DocumentNode, textOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
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

function* stringMatchesOf(http: DocumentNode): Generator<DocumentNode, void> {
  for (const match of getItems(http, 'match')) {
    for (const field of ['uri', 'scheme', 'method', 'authority']) yield getNode(match, field);
    for (const field of ['headers', 'withoutHeaders', 'queryParams'])
      for (const [, place] of getMembers(getNode(match, field))) yield place;
  }
  yield* getItems(http, 'corsPolicy', 'allowOrigins');
}

/** undefined: between two routes. */
function* patternsOf(resource: Resource): Generator<DocumentNode | undefined, void> {
  for (const http of getItems(specOf(resource), 'http')) {
    yield undefined;
    for (const match of stringMatchesOf(http)) yield getNode(match, 'regex');
  }
}

/** Regular expressions of virtual services: proxies read them as RE2 does. */
export const regularExpressionAnalyzer: Analyzer = {
  name: 'regular-expression',
  codes: ['IST0122'],
  collections: [collections.virtualServices],
  requires: [],
  *check(resource) {
    for (const place of patternsOf(resource)) {
      yield undefined;
      const pattern = place && textOf(place);
      if (place === undefined || pattern === undefined) continue;
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
