import { configurationLimits } from '../configuration-limits.ts';

export interface ExpressionToken {
  readonly kind: 'name' | 'text' | 'number' | 'pattern' | 'operator' | 'end';
  /** A text without its quotes, a pattern without its slashes. */
  readonly text: string;
  /** Characters before it, from 0. */
  readonly at: number;
}

/** What is no expression, or cannot be evaluated. */
export class ExpressionFault extends Error {}

const operatorWords = new Set(['and', 'or', 'not', 'true', 'false', 'starts-with', 'matches']);
const tokenPatterns: readonly (readonly [ExpressionToken['kind'], RegExp])[] = [
  ['name', /[A-Za-z][\w-]*(?:\.[\w-]+)*/y],
  ['number', /\d+/y],
  ['operator', /==|!=|>=|<=|>|<|\(|\)/y],
  ['text', /"(?:[^"\\]|\\["\\])*"/y],
  ['pattern', /\/(?:[^/\\]|\\.)+\//y],
];
const whitespace = /\s*/y;

/** `a.b == "c"` to pieces. */
export const tokenizeExpression = (source: string): readonly ExpressionToken[] => {
  if (source.length > configurationLimits.expression)
    throw new ExpressionFault(`expected an expression of at most ${configurationLimits.expression} characters; found ${source.length}`);
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
    const found = shape.exec(source);
    if (found) return [kind, found[0]];
  }
  if (source[at] === '=') throw new ExpressionFault(`expected == at character ${at + 1}`);
  throw new ExpressionFault(
    source[at] === '"'
      ? `the text that begins at character ${at + 1} has no closing "`
      : `did not expect ${JSON.stringify(source[at])} at character ${at + 1}`,
  );
};
