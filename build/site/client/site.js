/** The search of the site, in the reader's browser. Results are built as elements, never as HTML. */
import MiniSearch from 'minisearch';
import { searchOptions, searchSections } from './search-options.ts';

const shownResults = 20;
const top = document.documentElement.dataset.top ?? '';
const [box, query, count, results] = ['search', 'query', 'count', 'results'].map((id) => document.getElementById(id));

/** The index, loaded once, when somebody begins to search. */
let loading;
const loadIndex = () =>
  (loading ??= new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = `${top}assets/search-index.js`;
    script.onload = () => {
      done(MiniSearch.loadJSON(globalThis.slipwaySearch, searchOptions));
      delete globalThis.slipwaySearch;
    };
    script.onerror = () => {
      loading = undefined;
      fail(new Error('The index of the search cannot be loaded.'));
    };
    document.head.append(script);
  }));

/** An element with a text. */
const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

function resultItem({ id, page, heading, excerpt }) {
  const link = element('a', heading === page ? page : `${page}: ${heading}`);
  link.href = `${top}${id}`;
  const item = document.createElement('li');
  item.append(link, element('p', excerpt));
  return item;
}

async function showResults() {
  const text = query.value.trim();
  if (!text) {
    results.replaceChildren();
    count.textContent = '';
    return;
  }
  try {
    const found = searchSections(await loadIndex(), text);
    // Somebody who types goes on while the index loads.
    if (query.value.trim() !== text) return;
    results.replaceChildren(...found.slice(0, shownResults).map(resultItem));
    count.textContent =
      found.length === 0 ? 'Nothing found.' : `${found.length} found${found.length > shownResults ? `, ${shownResults} shown` : ''}.`;
  } catch (error) {
    count.textContent = error.message;
  }
}

const closeResults = () => {
  query.value = '';
  void showResults();
};
box.hidden = false;
query.addEventListener('input', () => void showResults());
query.addEventListener('focus', () => void loadIndex().catch(() => {}));
query.addEventListener('keydown', ({ key }) => key === 'Enter' && results.querySelector('a')?.click());
results.addEventListener('click', ({ target }) => target.closest('a') && closeResults());
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeResults();
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.closest('input, textarea')) return;
  event.preventDefault();
  query.focus();
});
// On a narrow screen the tree stands above the page: closed, so that the page begins at once.
if (matchMedia('(max-width: 60rem)').matches) document.querySelector('nav.tree details').open = false;
