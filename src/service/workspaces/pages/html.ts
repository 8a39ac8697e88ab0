import { htmlText } from '../../html-text.ts';
import type { Reply } from '../../route.ts';

/** A text, or a link to somewhere on this service. */
export type Cell = string | { readonly text: string; readonly href: string };
const cell = (value: Cell): string =>
  (typeof value === 'string' ? htmlText(value) : `<a href="${htmlText(value.href)}">${htmlText(value.text)}</a>`);

export interface Page {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: Cell])[];
  /** What cannot be seen in the rows. */
  readonly notes: readonly string[];
  /** Path of the same as a document of the API. */
  readonly json: string;
}

const style = 'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}th{text-align:left;vertical-align:top;padding-right:2rem}';

/** Nothing is loaded from anywhere, nothing runs, and nobody keeps what it shows. */
const headers = {
  'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store',
};

/** One table with what is said of one thing, to be looked at by a person. */
export const html = ({ title, rows, notes, json }: Page): Reply => ({
  status: 200, headers,
  body: Buffer.from([
    '<!doctype html>', '<html lang="en">', '<head>', '<meta charset="utf-8">', `<title>${htmlText(title)}</title>`, `<style>${style}</style>`,
    `<link rel="alternate" type="application/vnd.api+json" href="${htmlText(json)}">`, '</head>', '<body>', `<h1>${htmlText(title)}</h1>`, '<table>',
    ...rows.map(([name, value]) => `<tr><th scope="row">${htmlText(name)}</th><td>${cell(value)}</td></tr>`), '</table>',
    ...notes.map((note) => `<p>${htmlText(note)}</p>`), `<p>The same as JSON: <code>GET ${htmlText(json)}</code></p>`, '</body>', '</html>', '',
  ].join('\n')),
});

export interface Form { readonly title: string; readonly notes: readonly string[]; readonly action: string; readonly hidden: Iterable<readonly [name: string, value: string]>; readonly button: string }

/** A question with one answer: what was asked is sent back with it. */
export const form = ({ title, notes, action, hidden, button }: Form): Reply => ({
  status: 200, headers,
  body: Buffer.from([
    '<!doctype html>', '<html lang="en">', '<head>', '<meta charset="utf-8">', `<title>${htmlText(title)}</title>`, `<style>${style}</style>`, '</head>', '<body>',
    `<h1>${htmlText(title)}</h1>`, ...notes.map((note) => `<p>${htmlText(note)}</p>`), `<form method="post" action="${htmlText(action)}">`,
    ...[...hidden].map(([name, value]) => `<input type="hidden" name="${htmlText(name)}" value="${htmlText(value)}">`),
    `<button>${htmlText(button)}</button>`, '</form>', '</body>', '</html>', '',
  ].join('\n')),
});
