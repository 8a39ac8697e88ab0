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
 * How a secret may stand in a text: as it is, as JSON and URLs write it, line by line, and in base64 (as a Basic header has it, behind
 * a name). Other escapes are decoded before the search, see canonical-text.ts.
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
