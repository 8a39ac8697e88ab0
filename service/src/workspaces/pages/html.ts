import { escapeHtml } from '../../http/escape-html.ts';
import type { RouteResponse } from '../../http/route.ts';

/** A text, or a link to somewhere on this service. */
export type HtmlCell = string | { readonly text: string; readonly href: string };
const renderCell = (value: HtmlCell): string =>
  typeof value === 'string' ? escapeHtml(value) : `<a href="${escapeHtml(value.href)}">${escapeHtml(value.text)}</a>`;

export interface HtmlPage {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: HtmlCell])[];
  /** Sentences below the table, for what its rows do not show. */
  readonly notes: readonly string[];
  /** Path of the same as a document of the API. */
  readonly json: string;
}

const stylesheet =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}' +
  'th{text-align:left;vertical-align:top;padding-right:2rem}';

/** Headers that forbid loading resources, running scripts and caching. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** A page with one table, for browsers. */
export const renderHtmlPage = ({ title, rows, notes, json }: HtmlPage): RouteResponse => ({
  status: 200,
  headers: pageHeaders,
  body: Buffer.from(
    [
      '<!doctype html>',
      '<html lang="en">',
      '<head>',
      '<meta charset="utf-8">',
      `<title>${escapeHtml(title)}</title>`,
      `<style>${stylesheet}</style>`,
      `<link rel="alternate" type="application/vnd.api+json" href="${escapeHtml(json)}">`,
      '</head>',
      '<body>',
      `<h1>${escapeHtml(title)}</h1>`,
      '<table>',
      ...rows.map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${renderCell(value)}</td></tr>`),
      '</table>',
      ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
      `<p>The same as JSON: <code>GET ${escapeHtml(json)}</code></p>`,
      '</body>',
      '</html>',
      '',
    ].join('\n'),
  ),
});

export interface HtmlForm {
  readonly title: string;
  readonly notes: readonly string[];
  readonly action: string;
  readonly hidden: Iterable<readonly [name: string, value: string]>;
  readonly button: string;
}

/** A form with one button; the hidden fields are sent with it. Browsers name its origin when they send it. */
export const renderHtmlForm = ({ title, notes, action, hidden, button }: HtmlForm): RouteResponse => ({
  status: 200,
  headers: { ...pageHeaders, 'referrer-policy': 'same-origin' },
  body: Buffer.from(
    [
      '<!doctype html>',
      '<html lang="en">',
      '<head>',
      '<meta charset="utf-8">',
      `<title>${escapeHtml(title)}</title>`,
      `<style>${stylesheet}</style>`,
      '</head>',
      '<body>',
      `<h1>${escapeHtml(title)}</h1>`,
      ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
      `<form method="post" action="${escapeHtml(action)}">`,
      ...[...hidden].map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`),
      `<button>${escapeHtml(button)}</button>`,
      '</form>',
      '</body>',
      '</html>',
      '',
    ].join('\n'),
  ),
});
