/** Encodes a text between quotes as some program does; most texts stay unchanged. */
type Escape = (text: string) => string;

const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const escapeJson: Escape = (text) => JSON.stringify(text).slice(1, -1);
/** JSON as the engine, `jsonencode` and other programs in Go write it. */
const escapeJsonForHtml: Escape = (text) => escapeJson(text).replaceAll(/[<>&\u2028\u2029]/g, unicodeEscape);
/** JSON as programs in Python write it. */
const escapeJsonAscii: Escape = (text) => escapeJson(text).replaceAll(/[^\x20-\x7e]/g, unicodeEscape);
/** JSON as programs in PHP write it. */
const escapeSlashes: Escape = (text) => escapeJsonAscii(text).replaceAll('/', '\\/');
const jsonEscapes = [escapeJson, escapeJsonForHtml, escapeJsonAscii, escapeSlashes];

/** A string of the configuration language. */
const escapeExpression: Escape = (text) => escapeJson(text).replaceAll(/([$%])\{/g, '$1$1{');

const goEscapes: { readonly [code: number]: string } = { 7: 'a', 8: 'b', 9: 't', 10: 'n', 11: 'v', 12: 'f', 13: 'r', 34: '"', 92: '\\' };
/** A quoted string as the engine prints it. */
const quoteGo: Escape = (text) =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/["\\\x00-\x1f\x7f]/g, (character) => {
    const code = character.charCodeAt(0);
    return `\\${goEscapes[code] ?? `x${code.toString(16).padStart(2, '0')}`}`;
  });

/** A text as shells quote it, and print it when they trace commands. */
const escapeShell: Escape = (text) => text.replaceAll("'", "'\\''");
const entities: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml: Escape = (text) => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** The forms of a text in JSON. */
export const listJsonForms = (text: string): readonly string[] => [...new Set([text, escapeJson(text), escapeJsonForHtml(text)])];

/**
 * The text in each of these forms, and escaped once or twice more, because JSON occurs inside strings of JSON. A text without special
 * characters has one form, itself.
 */
export const listEscapedForms = (text: string): readonly string[] => {
  const once = [escapeExpression, quoteGo, escapeShell, escapeHtml, ...jsonEscapes].map((escape) => escape(text));
  const twice = [...new Set(once)].flatMap(listJsonForms);
  return [...new Set([text, ...twice, ...[...new Set(twice)].map(escapeJsonForHtml)])];
};
