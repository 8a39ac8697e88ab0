import type { Cell, Page, Topic } from './topic.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

const style =
  'body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:72rem;padding:1rem 1.5rem;color:#1b1f24;background:#fff}' +
  'nav a{margin-right:1rem}' +
  'table{border-collapse:collapse;margin:1rem 0;width:100%}' +
  'caption{text-align:left;font-weight:600}' +
  'th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #d8dee4;overflow-wrap:anywhere}' +
  'form{display:inline}' +
  '@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}a{color:#79b8ff}th,td{border-color:#30363d}}';
/** Allows the inline style above, and neither scripts nor content of other origins. */
export const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const renderCell = (value: Cell): string => {
  if (typeof value !== 'object') return escapeHtml(String(value));
  if ('href' in value) return `<a href="${escapeHtml(value.href)}">${escapeHtml(value.text)}</a>`;
  const input = `<input type="hidden" name="body" value="${escapeHtml(value.body ?? '')}">`;
  return `<form method="post" action="${escapeHtml(value.put)}">${input}<button>${escapeHtml(value.text)}</button></form>`;
};

const renderTable = ({ caption, head, rows }: Page['tables'][number]): string =>
  `<table>${caption ? `<caption>${escapeHtml(caption)}</caption>` : ''}` +
  `<thead><tr>${head.map((one) => `<th scope="col">${escapeHtml(one)}</th>`).join('')}</tr></thead>` +
  `<tbody>${rows.map((row) => `<tr>${row.map((one) => `<td>${renderCell(one)}</td>`).join('')}</tr>`).join('\n')}</tbody></table>`;
const renderLink = ({ name, title }: Topic): string => `<a href="/${name}z/">${escapeHtml(title)}</a>`;
const renderHead = (title: string): string =>
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  `<title>${escapeHtml(title)} · mesh-config</title><style>${style}</style>`;

/** A complete page without scripts and without content of other origins. */
export const renderPage = (title: string, about: string, { tables }: Page, topics: readonly Topic[]): string => `<!doctype html>
<html lang="en">${renderHead(title)}
<nav aria-label="Topics"><a href="/">mesh-config</a>${topics.map(renderLink).join('')}</nav>
<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(about)}</p>
${tables.map(renderTable).join('\n')}
</main></html>
`;
