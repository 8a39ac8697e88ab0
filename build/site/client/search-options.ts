/** The search of the site: what the builder of the index and the reader's browser must agree on. */
import type MiniSearch from 'minisearch';
import type { Options, SearchResult } from 'minisearch';

/** A section of a page. `id` is its address in the site. */
export interface SearchSection {
  readonly id: string;
  /** The title of the page. */
  readonly page: string;
  /** The heading of the section; of the first section, the title of the page. */
  readonly heading: string;
  readonly body: string;
  readonly excerpt: string;
}

/** Pages that say why and how it was; a reader looks for how it is. */
const records = /^(?:docs\/(?:decisions|bench)\/|docs\/(?:statements|coverage)\.|CHANGELOG)/;
/** One page for each declaration: many sections with the same heading. */
const reference = /^docs\/(?:data-sources|ephemeral-resources|functions|actions)\//;
const weightOf = (id: string): number => {
  if (records.test(id)) return 0.2;
  if (reference.test(id)) return 0.5;
  return id.startsWith('docs/resources/') ? 0.6 : 1;
};

/** A name such as `slipway_ci_context` or `--test-controls` is found as a whole, without the prefix of the provider, and by its parts. */
const splitWord = (word: string): readonly string[] =>
  /[-._]/.test(word) ? [...new Set([word, word.replace(/^slipway_/, ''), ...word.split(/[-._]+/).filter(Boolean)])] : [word];

export const searchOptions: Options<SearchSection> = {
  fields: ['page', 'heading', 'body'],
  storeFields: ['page', 'heading', 'excerpt'],
  tokenize: (text) => (text.toLowerCase().match(/[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*/gu) ?? []).flatMap(splitWord),
  processTerm: (term) => term,
  searchOptions: {
    boost: { heading: 3 },
    prefix: (term) => term.length > 2,
    combineWith: 'AND',
    boostDocument: (id: string) => weightOf(id),
  },
};

/** Sections with all words of a query, the best first; if there are none, those with similar words. */
export const searchSections = (index: MiniSearch<SearchSection>, query: string): readonly SearchResult[] => {
  const found = index.search(query);
  return found.length > 0 ? found : index.search(query, { fuzzy: (term) => (term.length > 4 ? 0.2 : false) });
};
