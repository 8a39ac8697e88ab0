/** A block of a PEM text. */
export interface PemBlock {
  readonly label: string;
  /** The lines between its first and its last. */
  readonly body: string;
  readonly whole: string;
  /** The offset behind its last line. */
  readonly end: number;
}
const [opening, closing, dashes] = ['-----BEGIN ', '\n-----END ', '-----'];
const lineEnd = /[ \t\r]*(?:\n|$)/y;

/** The blocks of a text, in time that its length bounds; what is between them is passed over. */
export function* readPemBlocks(text: string): Generator<PemBlock> {
  let [last, from] = [-1, 0];
  for (;;) {
    const begin = text.indexOf(opening, from);
    const close = begin < 0 ? -1 : text.indexOf(dashes, begin + opening.length);
    if (close < 0) return;
    const start = close + dashes.length;
    from = start;
    // The next last line stays the next one until it is passed.
    if (last < start) last = text.indexOf(closing, start);
    if (last < 0) return;
    const label = text.slice(begin + opening.length, close);
    const trailer = `${closing}${label}${dashes}`;
    lineEnd.lastIndex = last + trailer.length;
    const isFirstOfLine = begin === 0 || text[begin - 1] === '\n';
    if (!isFirstOfLine || label.includes('\n') || !text.startsWith(trailer, last) || !lineEnd.test(text)) continue;
    const end = lineEnd.lastIndex;
    yield { label, body: text.slice(start, last), whole: text.slice(begin, end), end };
    from = end;
  }
}
