import { Http2Error, errorCode } from './http2-error.ts';

/**
 * Bits of the code of each byte in header strings (RFC 7541, appendix B): `a` is 5, `z` is 30. Codes of the same length follow each other
 * in the order of the bytes, shorter ones first.
 */
const codeLengths =
  'isxxxxxxxtzxxzxxxxxxxxzxxxxxxxxxbffhibdgffdgdbbbaaabbbbbbbcdkbhfibccccccccccccccccccccccdcdioijbkabababbbaccbbbabcbaabcccc' +
  'ckgjixprpprrrsrssssststtrstssssqrsrsstrqprrssqsrrtqrssqqrqsrssprrrsrrsvvporsruvvvwwvtuoqvwwvwtqqvvxwwwptpqrqqsrruuttvsvwvvwwwwwxwwwwwv';
const shortest = 5;
const longest = 30;

interface CodeTable {
  /** By length of the codes: the first code, their number, and the index of their bytes in `bytes`. */
  readonly first: readonly number[];
  readonly count: readonly number[];
  readonly start: readonly number[];
  readonly bytes: readonly number[];
}

const buildTable = (): CodeTable => {
  const table = { first: [] as number[], count: [] as number[], start: [] as number[], bytes: [] as number[] };
  let code = 0;
  for (let length = 0; length <= longest; length++, code <<= 1) {
    table.first.push(code);
    table.start.push(table.bytes.length);
    for (let byte = 0; byte < codeLengths.length; byte++)
      if (codeLengths.charCodeAt(byte) - 97 + shortest === length) table.bytes.push(byte);
    table.count.push(table.bytes.length - table.start[length]!);
    code += table.count[length]!;
  }
  return table;
};
let table: CodeTable | undefined;

/** Decodes a string of Huffman codes. Throws a Http2Error if it is invalid. */
export const decodeHuffman = (encoded: Uint8Array): string => {
  const { first, count, start, bytes } = (table ??= buildTable());
  let [text, code, length] = ['', 0, 0];
  for (const byte of encoded)
    for (let bit = 7; bit >= 0; bit--) {
      code = (code << 1) | ((byte >> bit) & 1);
      const at = code - first[++length]!;
      if (at < count[length]!) {
        text += String.fromCharCode(bytes[start[length]! + at]!);
        code = length = 0;
      } else if (length === longest) throw new Http2Error(errorCode.compression, 'a header string has an unknown code');
    }
  if (length > 7 || code !== (1 << length) - 1) throw new Http2Error(errorCode.compression, 'a header string ends in the middle');
  return text;
};
