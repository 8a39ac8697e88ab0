/** A length with seven bits in its first byte (RFC 7541, 5.1); the preceding bit is zero: no Huffman code. */
const encodeLength = (length: number): number[] => {
  if (length < 0x7f) return [length];
  const bytes = [0x7f];
  let rest = length - 0x7f;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
};
const encodeString = (text: string): Buffer => Buffer.concat([Buffer.from(encodeLength(text.length)), Buffer.from(text, 'latin1')]);

/** A header block of literals, which needs no table: names in lower case, ASCII. */
export const encodeHeaders = (headers: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat(Object.entries(headers).flatMap(([name, value]) => [Buffer.from([0]), encodeString(name), encodeString(value)]));
