const escapes: { readonly [letter: string]: string } = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  N: '\u0085',
  r: '\r',
  t: '\t',
  v: '\v',
  L: '\u2028',
  P: '\u2029',
  _: '\u00a0',
};
const codeLengths: { readonly [letter: string]: number } = { x: 2, u: 4, U: 8 };

/** A piece of a text in quotes, and where the next one begins. */
interface QuotedPiece {
  readonly text: string;
  readonly end: number;
}

const readEscape = (text: string, at: number): QuotedPiece => {
  const letter = text[at + 1] ?? '';
  const digits = text.slice(at + 2, at + 2 + (codeLengths[letter] ?? 0));
  const code = digits !== '' && /^[0-9a-fA-F]+$/.test(digits) ? Number.parseInt(digits, 16) : -1;
  if (code >= 0 && code <= 0x10ffff) return { text: String.fromCodePoint(code), end: at + 2 + digits.length };
  const lineEnd = /\\\r?\n[ \t]*/y;
  lineEnd.lastIndex = at;
  const skipped = lineEnd.exec(text);
  return skipped ? { text: '', end: lineEnd.lastIndex } : { text: escapes[letter] ?? letter, end: at + 2 };
};

/** Line breaks with the blanks around them: one is a space, each further one a line break. */
const lineFold = /[ \t]*\r?\n(?:[ \t]*\r?\n)*[ \t]*/y;
const readFold = (text: string, at: number): QuotedPiece | undefined => {
  lineFold.lastIndex = at;
  const [fold] = lineFold.exec(text) ?? [];
  return fold === undefined ? undefined : { text: '\n'.repeat(fold.split('\n').length - 2) || ' ', end: at + fold.length };
};

/** The text in quotes of YAML that begins at a position, and where it ends. Undefined: no quote closes it. */
export const readYamlQuotes = (text: string, from: number): QuotedPiece | undefined => {
  const quote = text[from];
  const parts: string[] = [];
  for (let at = from + 1; at < text.length;) {
    const character = text[at]!;
    if (character === quote) {
      if (quote === '"' || text[at + 1] !== quote) return { text: parts.join(''), end: at + 1 };
      parts.push(quote);
      at += 2;
      continue;
    }
    const isBlank = character === '\r' || character === '\n';
    const piece = character === '\\' && quote === '"' ? readEscape(text, at) : isBlank ? readFold(text, at) : undefined;
    parts.push(piece?.text ?? character);
    at = piece?.end ?? at + 1;
  }
  return undefined;
};
