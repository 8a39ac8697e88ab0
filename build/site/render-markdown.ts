/**
 * Markdown of a page as HTML. Everything that can come out of a page passes through here: HTML in a page is escaped, except for an
 * anchor of the form `<a id="…"></a>`; a link leads to a file of the repository or to an `https` address.
 */
import { posix } from 'node:path';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { parse as parseYaml } from 'yaml';
import { escapeHtml } from './escape-html.ts';
import { highlightCode } from './highlight.ts';
import { findTarget, type LinkTarget, relativeAddress } from './link-targets.ts';

export interface PageHeading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}
/** A heading with the plain text below it, for the search. */
export interface PageSection extends PageHeading {
  body: string;
}
export interface PageLink {
  readonly written: string;
  readonly target: LinkTarget;
  readonly anchor: string;
}
export interface RenderedPage {
  readonly title: string;
  readonly description: string;
  readonly html: string;
  readonly sections: readonly PageSection[];
  /** What links can name: headings, and anchors by hand. */
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly PageLink[];
  /** Links that lead nowhere, as written. */
  readonly broken: readonly string[];
}

const anchorTag = /^<a (?:id|name)="([\w.-]+)">$/;

interface TokenParts {
  readonly text?: string;
  readonly tokens?: Token[];
  readonly items?: readonly Tokens.ListItem[];
  readonly header?: Tokens.TableCell[];
  readonly rows?: readonly Tokens.TableCell[][];
}
/** What a reader sees of a token, without marks. */
export function plainText(token: Token): string {
  if (token.type === 'html' || token.type === 'space') return '';
  if (token.type === 'br') return ' ';
  const { tokens, items, header, rows, text } = token as TokenParts;
  if (header && rows) return [header, ...rows].map((row) => row.map((cell) => cell.tokens.map(plainText).join('')).join(' ')).join('\n');
  if (items) return items.map((item) => item.tokens.map(plainText).join(' ')).join('\n');
  return tokens ? tokens.map(plainText).join('') : (text ?? '');
}

/** The anchor of a heading, as forges derive it. */
function anchorOf(heading: string, taken: ReadonlySet<string>): string {
  const anchor = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
  let repeated = anchor;
  for (let times = 1; taken.has(repeated); times++) repeated = `${anchor}-${times}`;
  return repeated;
}

/** The front matter of a generated page, and the rest. */
function splitFrontMatter(text: string): readonly [description: string, body: string] {
  const [whole, head] = /^---\n([^]*?)\n---\n/.exec(text) ?? [];
  if (whole === undefined) return ['', text];
  const { description } = parseYaml(head!) as { description?: string };
  return [String(description ?? '').trim(), text.slice(whole.length)];
}

/** The headings of a page with their anchors, in the order of the page. */
function collectSections(tokens: readonly Token[]): { sections: PageSection[]; anchors: Set<string> } {
  const [sections, anchors] = [[] as PageSection[], new Set<string>()];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const text = (token as Tokens.Heading).tokens.map(plainText).join('');
      const id = anchorOf(text, anchors);
      anchors.add(id);
      sections.push({ level: (token as Tokens.Heading).depth, id, text, body: '' });
    } else if (sections.length > 0) sections.at(-1)!.body += `${plainText(token)}\n`;
  }
  return { sections, anchors };
}

interface PageContext {
  readonly root: string;
  readonly own: LinkTarget;
  /** The headings that are not rendered yet. */
  readonly headings: PageHeading[];
  readonly links: PageLink[];
  readonly broken: string[];
}

/** The address of a link in the site; undefined, and a broken link, if there is no such file. */
function addressOf({ root, own, links, broken }: PageContext, href: string): string | undefined {
  if (/^https?:\/\//.test(href)) return href;
  const written = `${own.source}: ${href}`;
  const [path = '', anchor = ''] = href.split('#', 2);
  const target = path === '' ? own : findTarget(root, posix.join(posix.dirname(own.source), path));
  if (!target) {
    broken.push(written);
    return undefined;
  }
  links.push({ written, target, anchor });
  return `${path === '' ? '' : relativeAddress(own.output, target.output)}${anchor && `#${anchor}`}`;
}

/** The anchor of `<a id="…"></a>`, which may be one token or the first of two. */
const handWrittenAnchor = (raw: string): string | undefined => anchorTag.exec(raw.trim().replace(/<\/a>$/, ''))?.[1];

function renderHtml(raw: string): string {
  if (/^\s*<!--[^]*-->\s*$/.test(raw) || raw.trim() === '</a>') return '';
  const anchor = handWrittenAnchor(raw);
  return anchor === undefined ? escapeHtml(raw) : `<a id="${anchor}"></a>`;
}

const createRenderer = (context: PageContext): RendererObject => ({
  heading({ tokens }) {
    const { level, id } = context.headings.shift()!;
    const anchor = escapeHtml(id);
    const link = `<a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`;
    return `<h${level} id="${anchor}">${this.parser.parseInline(tokens)} ${link}</h${level}>\n`;
  },
  code({ text, lang = '' }) {
    const language = lang.split(/\s/)[0]! || 'text';
    return `<pre tabindex="0"><code class="language-${escapeHtml(language)}">${highlightCode(text, language)}</code></pre>\n`;
  },
  html: ({ raw }) => renderHtml(raw),
  link({ href, tokens }) {
    const [address, content] = [addressOf(context, href), this.parser.parseInline(tokens)];
    if (address === undefined) return content;
    return `<a href="${escapeHtml(address)}"${/^https?:/.test(address) ? ' rel="noreferrer"' : ''}>${content}</a>`;
  },
  image({ href, text }) {
    const isOutside = /^https?:/.test(href);
    if (isOutside) context.broken.push(`${context.own.source}: ${href} is a picture of another host`);
    const address = isOutside ? undefined : addressOf(context, href);
    return address === undefined ? escapeHtml(text) : `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}">`;
  },
});

/** Renders a page of the repository; `root` is the folder that its links are looked up in. */
export function renderMarkdown(root: string, source: string, written: string): RenderedPage {
  const [description, text] = splitFrontMatter(written);
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(text);
  const { sections, anchors } = collectSections(tokens);
  marked.walkTokens(tokens, ({ type, raw }) => {
    const anchor = type === 'html' ? handWrittenAnchor(raw) : undefined;
    if (anchor !== undefined) anchors.add(anchor);
  });
  const context: PageContext = { root, own: findTarget(root, source)!, headings: [...sections], links: [], broken: [] };
  marked.use({ renderer: createRenderer(context) });
  // A wide table moves by itself, not the page.
  const html = marked.parser(tokens).replace(/<table>[^]*?<\/table>/g, (table) => `<div class="table" tabindex="0">${table}</div>`);
  return { title: sections[0]?.text ?? source, description, html, sections, anchors, links: context.links, broken: context.broken };
}
