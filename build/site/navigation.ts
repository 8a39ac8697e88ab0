/** The tree of pages beside each page. Its order is that of the two tables of README.md, so that it is written in one place. */
import { posix } from 'node:path';
import { escapeHtml } from './escape-html.ts';
import type { SitePage } from './collect-pages.ts';
import { relativeAddress } from './link-targets.ts';

export interface NavigationGroup {
  readonly title: string;
  readonly pages: readonly SitePage[];
  /** Long lists show their pages only on their own pages; elsewhere they are one link to this file of the site. */
  readonly list?: string;
}

/** Folders of docs/ with many pages. */
const lists: readonly (readonly [title: string, folder: string])[] = [
  ['Resources', 'docs/resources'],
  ['Data sources', 'docs/data-sources'],
  ['Ephemeral resources', 'docs/ephemeral-resources'],
  ['Functions', 'docs/functions'],
  ['Actions', 'docs/actions'],
  ['Decisions', 'docs/decisions'],
];

/** The files of the site that the table below a heading of the first page links to, in its order. */
function linkedBelow(readme: SitePage, heading: string): readonly string[] {
  const id = readme.sections.find(({ text }) => text === heading)?.id;
  const [, section = ''] = readme.html.split(`id="${id}"`);
  return [...section.split('<h2 ')[0]!.matchAll(/<a href="([^"#:]+)/g)].map(([, address]) => address!);
}

/** Every page of the site once. */
export function navigationOf(pages: ReadonlyMap<string, SitePage>): readonly NavigationGroup[] {
  const readme = pages.get('index.html')!;
  const left = new Map([...pages].filter(([, { kind }]) => kind === 'page' || kind === 'folder'));
  const take = (outputs: Iterable<string>): readonly SitePage[] =>
    [...new Set(outputs)].flatMap((output) => {
      const page = left.get(output);
      left.delete(output);
      return page ? [page] : [];
    });
  const below = (folder: string): readonly string[] => [...left.keys()].filter((output) => posix.dirname(output) === folder).sort();
  const project = ['CHANGELOG.html', 'CONTRIBUTING.html', 'SECURITY.html'];
  const overview = take(['index.html']);
  const long = lists.map(([title, folder]) => ({ title, list: `${folder}/index.html`, pages: take(below(folder)) }));
  const start = take(['docs/start.html']);
  const isPackage = (output: string): boolean => !output.startsWith('docs/') && output.endsWith('/index.html');
  const packages = take([...left.keys()].filter(isPackage));
  const last = { title: 'Project', pages: [...overview, ...take(project)] };
  const tasks = take(linkedBelow(readme, 'Documentation by task'));
  const reference = take([...linkedBelow(readme, 'Reference'), ...[...left.keys()].filter((output) => posix.dirname(output) === 'docs')]);
  return [
    { title: 'Start', pages: start },
    { title: 'Tasks', pages: tasks },
    { title: 'Reference', pages: reference },
    ...long,
    { title: 'Packages', pages: packages },
    { title: 'Measurements', list: 'docs/bench.html', pages: take(below('docs/bench')) },
    { ...last, pages: [...last.pages, ...take(left.keys())] },
  ].filter(({ pages: inside }) => inside.length > 0);
}

const shorten = (title: string): string => title.replace(/^slipway_(\w+) \(.*\)$/, '$1');

/** The tree as HTML, on a page with this file of the site. */
export function renderNavigation(groups: readonly NavigationGroup[], output: string): string {
  const link = (to: string, text: string): string =>
    `<a href="${escapeHtml(relativeAddress(output, to))}"${to === output ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`;
  const items = groups.map(({ title, pages, list }) => {
    const isOpen = list === undefined || list === output || pages.some((page) => page.output === output);
    if (!isOpen) return `<li>${link(list, title)}</li>`;
    const rows = pages.map((page) => `<li>${link(page.output, shorten(page.title))}</li>`);
    return `<li><span>${escapeHtml(title)}</span><ul>${rows.join('')}</ul></li>`;
  });
  return `<ul>${items.join('\n')}</ul>`;
}
