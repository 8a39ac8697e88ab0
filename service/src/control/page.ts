import { createHash } from 'node:crypto';
import { escapeHtml } from '../http/escape-html.ts';
import type { ControlEndpoints } from './control.ts';

const stylesheet =
  'body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#1a1a1a;background:#fff}' +
  'table{border-collapse:collapse;width:100%}td{padding:.3rem .6rem;border-bottom:1px solid #ddd;vertical-align:top}' +
  'code{font:13px ui-monospace,monospace}' +
  '@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}td{border-color:#333}a{color:#8ab4ff}}';
const styleHash = createHash('sha256').update(stylesheet).digest('base64');
const contentSecurityPolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; ` + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const renderRow = (row: string): string => {
  const [method, path] = row.split(' ') as [string, string];
  const code = `<code>${escapeHtml(path)}</code>`;
  const link = method === 'GET' && !path.includes('{') ? `<a href="${escapeHtml(path)}">${code}</a>` : code;
  return `<tr><td><code>${method}</code></td><td>${link}</td></tr>`;
};

/** An HTML list of links for people, without scripts or external content. */
export const createPageControls = (rows: () => readonly string[]): ControlEndpoints => ({
  'GET /_local': async ({ apis }) => ({
    headers: { 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'no-referrer' },
    content: {
      type: 'text/html; charset=utf-8',
      text:
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Slipway: control</title>' +
        `<style>${stylesheet}</style></head><body>` +
        '<h1>Control endpoints of this service</h1><p>The latest requests: <a href="/_local/requests?limit=100">100 of them</a>, ' +
        '<a href="/_local/requests?status=400-599">those that failed</a>, <a href="/_local/requests?format=curl">as curl lines</a>, ' +
        '<a href="/_local/requests?format=har">as an HTTP archive</a>. ' +
        `OpenAPI: ${apis.map(({ name }) => `<a href="/_local/openapi/${name}">${name}</a>`).join(', ')}.</p>` +
        `<table>${rows().map(renderRow).join('')}</table></body></html>`,
    },
  }),
});
