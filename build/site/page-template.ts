/** What stands around the content of a page. No script and no style is inline, so that a strict policy holds, which each page states. */
import { escapeHtml } from './escape-html.ts';
import type { SitePage } from './collect-pages.ts';
import { relativeAddress } from './link-targets.ts';
import { type NavigationGroup, renderNavigation } from './navigation.ts';

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

interface Frame {
  readonly title: string;
  readonly description: string;
  /** The address of the top of the site, with a slash at the end; '' on pages at the top. */
  readonly top: string;
  readonly navigation: string;
  readonly contents: string;
  readonly main: string;
}
const renderFrame = ({ title, description, top, navigation, contents, main }: Frame): string => `<!doctype html>
<html lang="en" data-top="${escapeHtml(top)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${description && `<meta name="description" content="${escapeHtml(description)}">\n`}<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(top)}assets/site.css">
<script defer src="${escapeHtml(top)}assets/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${escapeHtml(top)}index.html">Slipway</a>
<div id="search" role="search" hidden>
<input type="search" id="query" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<div id="found"><p id="count" role="status"></p><ol id="results"></ol></div>
</div>
</header>
<div class="columns">
<nav class="tree" aria-label="Pages"><details open><summary>Pages</summary>
${navigation}
</details></nav>
<main id="content">
${main}</main>
${contents}</div>
</body>
</html>
`;

/** The headings of the second and third level, if there are at least two. */
function renderContents({ sections }: SitePage): string {
  const shown = sections.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const rows = shown.map(({ level, id, text }) => `<li class="level${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>\n${rows.join('\n')}\n</ul></nav>\n`;
}

/** A page of the site. */
export function renderPage(page: SitePage, groups: readonly NavigationGroup[]): string {
  const top = '../'.repeat(page.output.split('/').length - 1);
  return renderFrame({
    title: page.output === 'index.html' ? page.title : `${page.title} - Slipway`,
    description: page.description,
    top,
    navigation: renderNavigation(groups, page.output),
    contents: renderContents(page),
    main: page.html,
  });
}

/** What a host shows for an address that it does not have. It is shown at any address, so its links begin with `base`. */
export function renderNotFound(groups: readonly NavigationGroup[], base: string): string {
  const navigation = renderNavigation(groups, '404.html').replace(/href="/g, `href="${escapeHtml(base)}`);
  const main = `<h1>This page does not exist</h1>
<p>Search for it, or begin at <a href="${escapeHtml(base)}${relativeAddress('404.html', 'docs/start.html')}">the start</a>.</p>
`;
  return renderFrame({ title: 'Not found - Slipway', description: '', top: base, navigation, contents: '', main });
}
