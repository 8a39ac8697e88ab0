import { countCharacters, isLongerThan } from '../../../http/characters.ts';
import { configurationLimits } from '../configuration-limits.ts';

export interface ExpressionToken {
  readonly kind: 'name' | 'text' | 'number' | 'pattern' | 'operator' | 'end';
  /** The text without quotes, or the pattern without slashes. */
  readonly text: string;
  /** Offset in characters. */
  readonly at: number;
}

/** An invalid expression, or one that cannot be evaluated. */
export class ExpressionFault extends Error {}

const operatorWords = new Set(['and', 'or', 'not', 'true', 'false', 'starts-with', 'matches']);
const tokenPatterns: readonly (readonly [ExpressionToken['kind'], RegExp])[] = [
  ['name', /[A-Za-z][\w-]*(?:\.[\w-]+)*/y],
  ['number', /\d+/y],
  ['operator', /==|!=|>=|<=|>|<|\(|\)|!/y],
  ['text', /"(?:[^"\\]|\\["\\])*"/y],
  ['pattern', /\/(?:[^/\\]|\\.)+\//y],
];
const whitespace = /\s*/y;

/** Splits `a.b == "c"` into tokens. */
export const tokenizeExpression = (source: string): readonly ExpressionToken[] => {
  if (isLongerThan(source, configurationLimits.expression))
    throw new ExpressionFault(
      `expected an expression of at most ${configurationLimits.expression} characters; found ${countCharacters(source)}`,
    );
  const tokens: ExpressionToken[] = [];
  for (let at = 0; ;) {
    whitespace.lastIndex = at;
    at += whitespace.exec(source)![0].length;
    if (at >= source.length) return [...tokens, { kind: 'end', text: 'the end', at }];
    const [kind, text] = readToken(source, at);
    tokens.push({
      kind: kind === 'name' && operatorWords.has(text) ? 'operator' : kind,
      text:
        kind === 'text'
          ? text.slice(1, -1).replace(/\\(["\\])/g, '$1')
          : kind === 'pattern'
            ? text.slice(1, -1).replaceAll('\\/', '/')
            : text,
      at,
    });
    at += text.length;
  }
};

const readToken = (source: string, at: number): readonly [ExpressionToken['kind'], string] => {
  for (const [kind, shape] of tokenPatterns) {
    shape.lastIndex = at;
    const lookup = shape.exec(source);
    if (lookup) return [kind, lookup[0]];
  }
  if (source[at] === '=') throw new ExpressionFault(`expected == at character ${at + 1}`);
  throw new ExpressionFault(
    source[at] === '"'
      ? `the text that begins at character ${at + 1} has no closing "`
      : `did not expect ${JSON.stringify(source[at])} at character ${at + 1}`,
  );
};
