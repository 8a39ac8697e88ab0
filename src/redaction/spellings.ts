import { stripControlCharacters } from './strip-control-characters.ts';

/** Characters of the base64 of a text that begins behind `offset` bytes of another, without those that the neighbours decide. */
const base64Inside = (bytes: Buffer, offset: number): string => {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  return text.slice(offset === 0 ? 0 : offset + 1, (offset + bytes.length) % 3 === 0 ? undefined : -1);
};

const toUrlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');

/** `encodeURIComponent`, also of halves of surrogate pairs. */
const percentEncode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/**
 * The spellings of a secret in a text: literal, escaped for JSON and URLs, line by line, and in base64 (in a Basic header, after a name).
 * Other escapes are decoded before the search, see canonical-text.ts.
 */
export const spellSecret = (secret: string): readonly string[] => {
  const shown = stripControlCharacters(secret).trim();
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => base64Inside(bytes, offset));
  const lines = shown.includes('\n')
    ? shown
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line.length >= 12)
    : [];
  const values = [shown, JSON.stringify(secret.trim()).slice(1, -1), percentEncode(secret.trim()), ...lines];
  return [...new Set([...values, ...base64, ...base64.map(toUrlSafe)])];
};

const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const escapeUnits = (text: string, pattern: RegExp): string => text.replaceAll(pattern, unicodeEscape);
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
const percentEncodeBytes = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const toUpperEscapes = (text: string): string =>
  text
    .replaceAll(/%[0-9a-f]{2}/g, (escape) => escape.toUpperCase())
    .replaceAll(/\\u[0-9a-f]{4}/g, (escape) => `\\u${escape.slice(2).toUpperCase()}`);

/**
 * Escapes of a secret that is too short without white space, `+` and backslashes (canonical-text.ts), so that only these programs'
 * spellings find it.
 */
export const spellEscaped = (secret: string): readonly string[] => {
  const json = JSON.stringify(secret);
  const values = [
    JSON.stringify(json).slice(3, -3),
    escapeUnits(secret, /[^a-zA-Z0-9]/g),
    escapeUnits(secret, /[^ -!#-[\]-~]/g),
    escapeUnits(secret, /[^]/g),
    percentEncodeBytes(secret),
    percentEncode(percentEncode(secret)),
    percentEncode(secret).replaceAll('%20', '+'),
    escapeHtml(secret),
  ];
  return [...new Set([...values, ...values.map(toUpperEscapes)])];
};
