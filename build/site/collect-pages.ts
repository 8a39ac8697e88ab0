/** The pages of the site: those that are named here, and what they link to. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { escapeHtml } from './escape-html.ts';
import { highlightCode } from './highlight.ts';
import { findTarget, type LinkTarget, relativeAddress } from './link-targets.ts';
import { renderMarkdown, type RenderedPage } from './render-markdown.ts';

export interface SitePage extends RenderedPage, LinkTarget {}

const folders = (root: string): readonly string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && existsSync(join(root, entry.name, 'README.md')) && existsSync(join(root, entry.name, 'package.json')),
    )
    .map(({ name }) => name);

const markdownBelow = (root: string, folder: string): readonly string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md'))
        .map((file) => posix.join(folder, file))
    : [];

/** README first; the other pages of the repository's root, docs/, and the README and docs/ of each package. */
const namedPages = (root: string): readonly string[] => [
  'README.md',
  ...readdirSync(root).filter((file) => file.endsWith('.md') && file !== 'README.md'),
  ...markdownBelow(root, 'docs'),
  ...folders(root).flatMap((folder) => [`${folder}/README.md`, ...markdownBelow(root, `${folder}/docs`)]),
];

const page = (target: LinkTarget, title: string, html: string): SitePage => ({
  ...target,
  title,
  html: `<h1>${escapeHtml(title)}</h1>\n${html}`,
  description: '',
  sections: [{ level: 1, id: '', text: title, body: '' }],
  anchors: new Set(),
  links: [],
  broken: [],
});

/** A file of the repository that is no page, such as an example. */
function sourcePage(root: string, target: LinkTarget): SitePage {
  const code = readFileSync(join(root, target.source), 'utf8');
  return page(
    target,
    target.source,
    `<pre tabindex="0"><code>${highlightCode(code, posix.extname(target.source).slice(1))}</code></pre>\n`,
  );
}

/** The list of a folder; its files are targets as well. */
function folderPage(root: string, target: LinkTarget): SitePage {
  const entries = readdirSync(join(root, target.source))
    .filter((name) => !name.startsWith('.') && !['node_modules', 'cdktf.out', 'dist'].includes(name))
    .sort();
  const links = entries.map((name) => ({ written: name, target: findTarget(root, posix.join(target.source, name))!, anchor: '' }));
  const rows = links.map(({ written, target: { output } }) => {
    const name = escapeHtml(written.replace(/\.md$/, ''));
    return `<li><a href="${escapeHtml(relativeAddress(target.output, output))}">${name}</a></li>`;
  });
  return { ...page(target, target.source, `<ul>\n${rows.join('\n')}\n</ul>\n`), links };
}

function readPage(root: string, target: LinkTarget): SitePage {
  if (target.kind === 'folder') return folderPage(root, target);
  if (target.kind === 'source') return sourcePage(root, target);
  return { ...target, ...renderMarkdown(root, target.source, readFileSync(join(root, target.source), 'utf8')) };
}

/** Every page by its file in the site, and the pictures that pages show. */
export function collectPages(root: string): { pages: ReadonlyMap<string, SitePage>; pictures: readonly LinkTarget[] } {
  const waiting = namedPages(root).map((source) => findTarget(root, source)!);
  const [pages, pictures] = [new Map<string, SitePage>(), new Map<string, LinkTarget>()];
  for (const target of waiting) {
    if (pages.has(target.output)) continue;
    if (target.kind === 'picture') {
      pictures.set(target.output, target);
      continue;
    }
    const read = readPage(root, target);
    pages.set(target.output, read);
    waiting.push(...read.links.map((link) => link.target));
  }
  return { pages, pictures: [...pictures.values()] };
}

/** Links that lead to no file, or to no heading of a page: `page: link as written`. */
export const brokenLinks = (pages: ReadonlyMap<string, SitePage>): readonly string[] =>
  [...pages.values()].flatMap(({ broken, links }) => [
    ...broken,
    ...links
      .filter(({ target, anchor }) => anchor !== '' && pages.get(target.output)?.anchors.has(anchor) !== true)
      .map(({ written }) => `${written}: there is no such heading`),
  ]);
