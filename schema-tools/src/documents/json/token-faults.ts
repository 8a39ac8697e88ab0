import type { SourceFault } from '../source.ts';

export const jsonFault = (message: string, start: number, end: number): SourceFault => ({ message, severity: 'error', start, end });

/** A quotable form of the text at an offset: a word, or one character, by its code point if it is not printable. */
export function describeToken(text: string, at: number): { words: string; end: number } {
  const word = /[\w$.+-]+/y;
  word.lastIndex = at;
  const [match] = word.exec(text) ?? [];
  if (match) return { words: JSON.stringify(match.length > 30 ? `${match.slice(0, 30)}…` : match), end: at + match.length };
  const code = text.codePointAt(at)!;
  const shown = String.fromCodePoint(code);
  return { words: /[\p{C}\p{Z}]/u.test(shown) ? codePointName(code) : shown === '"' ? 'a string' : `"${shown}"`, end: at + shown.length };
}

const codePointName = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;

/** The fault of a name without double quotes; undefined if there is no name. */
export function keyFault(text: string, at: number): SourceFault | undefined {
  if (text[at] === "'") return singleQuoteFault(text, at);
  const word = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
  word.lastIndex = at;
  const [name] = word.exec(text) ?? [];
  return name ? jsonFault(`expected the name in double quotes: ${JSON.stringify(name)}`, at, at + name.length) : undefined;
}

const singleQuoteFault = (text: string, at: number): SourceFault => {
  const end = /'(?:[^'\\\n\r]|\\.){0,1000}'?/y;
  end.lastIndex = at;
  end.test(text);
  return jsonFault('expected double quotes: JSON has no single ones', at, end.lastIndex);
};

/** The offset after a string, or what is wrong with it. */
export function stringFault(text: string, start: number): number | SourceFault {
  const plain = /[^"\\\u0000-\u001f]*/y;
  for (let at = start + 1; ;) {
    plain.lastIndex = at;
    plain.test(text);
    at = plain.lastIndex;
    const code = text[at];
    if (code === '"') return at + 1;
    if (code === undefined || code === '\n' || code === '\r')
      return jsonFault('expected a double quote at the end of the string', start, at);
    if (code !== '\\')
      return jsonFault(
        `expected ${JSON.stringify(code).slice(1, -1)} in a string, found ${codePointName(code.charCodeAt(0))} itself`,
        at,
        at + 1,
      );
    const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
    escape.lastIndex = at;
    if (!escape.test(text)) return escapeFault(text, at);
    at = escape.lastIndex;
  }
}

function escapeFault(text: string, at: number): SourceFault {
  if (text[at + 1] === 'u') return jsonFault('expected four hexadecimal digits after \\u', at, at + 2);
  const escaped = text.codePointAt(at + 1);
  const end = at + 1 + (escaped === undefined ? 0 : String.fromCodePoint(escaped).length);
  return jsonFault(String.raw`expected one of " \ / b f n r t u after a backslash, which is itself written twice`, at, end);
}

/** The offset after a number or a word of JSON, or its fault; undefined if there is neither. */
export function literalFault(text: string, at: number, expected: string): number | SourceFault | undefined {
  if (text[at] === "'") return singleQuoteFault(text, at);
  const token = /[-+.\w$]+/y;
  token.lastIndex = at;
  const [written] = token.exec(text) ?? [];
  if (written === undefined) return undefined;
  const end = token.lastIndex;
  if (/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(written)) return end;
  const shown = describeToken(text, at).words;
  const lower = written.toLowerCase();
  if (/^(true|false|null)$/.test(lower)) return jsonFault(`expected ${lower}, found ${shown}`, at, end);
  if (/^[-+]?(nan|inf|infinity)$/.test(lower)) return jsonFault(`expected ${expected}, found ${shown}: JSON has no such number`, at, end);
  if (/^[-+]?0\d/.test(written)) return jsonFault(`expected a number without leading zeros, found ${shown}`, at, end);
  if (/^[-+.]?\.?\d/.test(written)) return jsonFault(`expected a number such as -12.5e3, found ${shown}`, at, end);
  return jsonFault(`expected ${expected}, found ${shown}: a string has double quotes`, at, end);
}
