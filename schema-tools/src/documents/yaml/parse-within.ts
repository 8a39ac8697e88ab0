import { Lexer, Parser, type CST } from 'yaml';

/** Limits that bound the time for a hostile text. */
export interface YamlLimits {
  /** Maximum nesting of collections. */
  readonly levels: number;
  /** Pieces of the text: scalars, indicators, indentations, line ends. */
  readonly tokens: number;
}

/** Reading stopped, at this offset: the text exceeds a limit. The message is a sentence. */
export class YamlLimitExceeded extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

export const describeTooDeep = (levels: number): string =>
  `expected at most ${levels} levels, one in the other: deeper YAML cannot be read here`;

/** Besides collections, the parser's stack contains the document and the current scalar. */
const otherEntries = 2;

/** The tokens of a text as the parser yields them. Throws YamlLimitExceeded as soon as a limit is exceeded. */
export function* parseWithin(text: string, { levels, tokens }: YamlLimits): Generator<CST.Token> {
  const parser = new Parser();
  let count = 0;
  for (const piece of new Lexer().lex(text)) {
    count += 1;
    if (count > tokens)
      throw new YamlLimitExceeded(
        `expected YAML of at most ${tokens.toLocaleString('en')} keys, values and indicators; the text is not read any further`,
        parser.offset,
      );
    yield* parser.next(piece);
    if (parser.stack.length > levels + otherEntries) throw new YamlLimitExceeded(describeTooDeep(levels), parser.offset);
  }
  yield* parser.end();
}
