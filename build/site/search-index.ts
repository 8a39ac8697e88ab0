/** The index of the search, made when the site is built: a reader's browser only loads it, when somebody searches. */
import MiniSearch from 'minisearch';
import type { SitePage } from './collect-pages.ts';
import { searchOptions, type SearchSection } from './client/search-options.ts';

const excerptLength = 140;

/** A section of a page as a document of the index. */
const documentsOf = (page: SitePage): readonly SearchSection[] =>
  page.sections
    .filter(({ text, body }) => text || body)
    .map(({ level, id, text, body }) => ({
      id: `${page.output}${level === 1 ? '' : `#${id}`}`,
      page: page.title,
      heading: text,
      body,
      excerpt: body.replace(/\s+/g, ' ').trim().slice(0, excerptLength),
    }));

/** A script that puts the index into `slipwaySearch`: pages that are opened as files can load scripts, but no JSON. */
export function searchScript(pages: Iterable<SitePage>): string {
  const index = new MiniSearch(searchOptions);
  index.addAll([...pages].flatMap(documentsOf));
  return `globalThis.slipwaySearch = ${JSON.stringify(JSON.stringify(index))};\n`;
}
