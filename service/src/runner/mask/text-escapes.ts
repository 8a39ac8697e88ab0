/** A text between quotes as programs write it; most texts are the same in all of these. */
type Escape = (text: string) => string;

const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const escapeJson: Escape = (text) => JSON.stringify(text).slice(1, -1);
/** As the engine, `jsonencode` and other programs in Go write JSON. */
const escapeJsonForHtml: Escape = (text) => escapeJson(text).replaceAll(/[<>&\u2028\u2029]/g, unicodeEscape);
/** As programs in Python write JSON. */
const escapeJsonAscii: Escape = (text) => escapeJson(text).replaceAll(/[^\x20-\x7e]/g, unicodeEscape);
/** As programs in PHP write JSON. */
const escapeSlashes: Escape = (text) => escapeJsonAscii(text).replaceAll('/', '\\/');
const jsonEscapes = [escapeJson, escapeJsonForHtml, escapeJsonAscii, escapeSlashes];

/** As the configuration language writes it. */
const escapeExpression: Escape = (text) => escapeJson(text).replaceAll(/([$%])\{/g, '$1$1{');

const goEscapes: { readonly [code: number]: string } = { 7: 'a', 8: 'b', 9: 't', 10: 'n', 11: 'v', 12: 'f', 13: 'r', 34: '"', 92: '\\' };
/** As the engine shows texts. */
const quoteGo: Escape = (text) =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/["\\\x00-\x1f\x7f]/g, (character) => {
    const code = character.charCodeAt(0);
    return `\\${goEscapes[code] ?? `x${code.toString(16).padStart(2, '0')}`}`;
  });

/** As shells quote a text, and show it when they trace commands. */
const escapeShell: Escape = (text) => text.replaceAll("'", "'\\''");
const entities: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml: Escape = (text) => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** As JSON writes a text. */
export const listJsonForms = (text: string): readonly string[] => [...new Set([text, escapeJson(text), escapeJsonForHtml(text)])];

/**
 * The text in each of these ways, and escaped once or twice more: JSON stands in texts of JSON. A text without special characters has
 * one form, itself.
 */
export const listEscapedForms = (text: string): readonly string[] => {
  const once = [escapeExpression, quoteGo, escapeShell, escapeHtml, ...jsonEscapes].map((escape) => escape(text));
  const twice = [...new Set(once)].flatMap(listJsonForms);
  return [...new Set([text, ...twice, ...[...new Set(twice)].map(escapeJsonForHtml)])];
};
