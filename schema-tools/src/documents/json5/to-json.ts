import { commentEnd } from '../json/scan.ts';

/** A text in JSON, and the offsets of its tokens in the text that it was made of. */
export interface TranslatedText {
  readonly json: string;
  /** The offset of a token's start, or of the last one before it. */
  toStart(offset: number): number;
  /** The offset of a token's end, or of the next one behind it. */
  toEnd(offset: number): number;
}

/** A token: its place in the text, and how JSON writes it. */
interface Token {
  readonly end: number;
  readonly json: string;
}

const space = /[\s\uFEFF]+/y;
const identifier = /[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\u200C\u200D]*/uy;
const number = /[+-]?(?:0[xX][\da-fA-F]+|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0' };

/** A string in either quotes; undefined if it does not end. */
function stringToken(text: string, start: number): Token | undefined {
  const quote = text[start];
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === quote) return { end: at + 1, json: JSON.stringify(value) };
    if (character === '\n' || character === '\r') return undefined;
    if (character !== '\\') {
      value += character;
      continue;
    }
    at += 1;
    const escaped = text[at] ?? '';
    const code = /(?:x([\da-fA-F]{2})|u([\da-fA-F]{4}))/y;
    code.lastIndex = at;
    const [whole = '', byte, unit] = code.exec(text) ?? [];
    if (whole !== '') {
      value += String.fromCharCode(Number.parseInt(byte ?? unit!, 16));
      at += whole.length - 1;
    } else if (escaped === '\r' && text[at + 1] === '\n') at += 1;
    else if (!/[\n\r\u2028\u2029]/.test(escaped)) value += escapes[escaped] ?? escaped;
  }
  return undefined;
}

/** The number as JSON has it; infinities are too large for JSON, which reads them as infinite again. */
function numberToken(written: string, end: number): Token {
  const sign = written.startsWith('-') ? '-' : '';
  const digits = written.replace(/^[+-]/, '');
  if (digits === 'Infinity') return { end, json: `${sign}1e999` };
  return { end, json: `${sign}${Number(digits)}` };
}

const isKey = (text: string, end: number): boolean => {
  for (let at = end; ;) {
    const skipped = matchAt(space, text, at)?.length ?? 0;
    at += skipped;
    if (text[at] !== '/' || !'/*'.includes(text[at + 1] ?? ' ')) return text[at] === ':';
    at = commentEnd(text, at);
  }
};

function tokenAt(text: string, at: number): Token {
  const character = text[at]!;
  if (character === '"' || character === "'") return stringToken(text, at) ?? { end: text.length, json: text.slice(at) };
  const word = matchAt(identifier, text, at);
  if (word !== undefined && isKey(text, at + word.length)) return { end: at + word.length, json: JSON.stringify(word) };
  const digits = matchAt(number, text, at);
  if (digits !== undefined) return numberToken(digits, at + digits.length);
  return word === undefined ? { end: at + 1, json: character } : { end: at + word.length, json: word };
}

/** The last of some sorted offsets that is not behind the given one. */
function lastIndexAt(offsets: readonly number[], offset: number): number {
  let [low, high] = [0, offsets.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (offsets[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** JSON5 as JSON with trailing commas: strings and names in double quotes, numbers in decimal, a space for each comment. */
export function json5ToJson(text: string): TranslatedText {
  const pieces: string[] = [];
  const [jsonStarts, starts, ends]: [number[], number[], number[]] = [[0], [0], [0]];
  let length = 0;
  for (let at = 0; at < text.length;) {
    const skipped = matchAt(space, text, at);
    const isComment = skipped === undefined && text[at] === '/' && (text[at + 1] === '/' || text[at + 1] === '*');
    const end = skipped === undefined ? (isComment ? commentEnd(text, at) : undefined) : at + skipped.length;
    const token = end === undefined ? tokenAt(text, at) : { end, json: ' ' };
    jsonStarts.push(length);
    starts.push(at);
    ends.push(token.end);
    pieces.push(token.json);
    length += token.json.length;
    at = token.end;
  }
  return {
    json: pieces.join(''),
    toStart: (offset) => (offset >= length ? text.length : starts[lastIndexAt(jsonStarts, offset)]!),
    toEnd: (offset) => (offset === 0 ? 0 : ends[lastIndexAt(jsonStarts, offset - 1)]!),
  };
}
