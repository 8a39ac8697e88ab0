/** Base 58: digits and letters without 0, O, I and l, which are easily confused. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** A UUID in the form of opaque slugs: 22 letters and digits. */
export const encodeShortId = (id: string): string => {
  let [rest, out] = [BigInt(`0x${id.replaceAll('-', '')}`), ''];
  for (let place = 0; place < 22; place++) {
    out = alphabet[Number(rest % 58n)]! + out;
    rest /= 58n;
  }
  return out;
};

/** The UUID of a segment of an opaque slug, which may also be the UUID itself; undefined for anything else. */
export const decodeShortId = (text: string): string | undefined => {
  if (isUuid(text)) return text.toLowerCase();
  if (text.length !== 22) return undefined;
  let number = 0n;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return undefined;
    number = number * 58n + BigInt(value);
  }
  if (number >= 1n << 128n) return undefined;
  const hex = number.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
