import { limits } from '../limits.ts';

export interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'pattern' | 'operator' | 'end';
  /** A text without its quotes, a pattern without its slashes. */
  readonly text: string;
  /** Characters before it, from 0. */
  readonly at: number;
}

/** What is no expression, or cannot be evaluated. */
export class ExpressionFault extends Error {}

const words = new Set(['and', 'or', 'not', 'true', 'false', 'starts-with', 'matches']);
const shapes: readonly (readonly [Token['kind'], RegExp])[] = [
  ['name', /[A-Za-z][\w-]*(?:\.[\w-]+)*/y], ['number', /\d+/y], ['operator', /==|!=|>=|<=|>|<|\(|\)/y],
  ['text', /"(?:[^"\\]|\\["\\])*"/y], ['pattern', /\/(?:[^/\\]|\\.)+\//y],
];
const space = /\s*/y;

/** `a.b == "c"` to pieces. */
export const tokensOf = (source: string): readonly Token[] => {
  if (source.length > limits.expression) throw new ExpressionFault(`expected an expression of at most ${limits.expression} characters; found ${source.length}`);
  const tokens: Token[] = [];
  for (let at = 0; ;) {
    space.lastIndex = at;
    at += space.exec(source)![0].length;
    if (at >= source.length) return [...tokens, { kind: 'end', text: 'the end', at }];
    const [kind, text] = piece(source, at);
    tokens.push({ kind: kind === 'name' && words.has(text) ? 'operator' : kind, text: kind === 'text' ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : kind === 'pattern' ? text.slice(1, -1).replaceAll('\\/', '/') : text, at });
    at += text.length;
  }
};

const piece = (source: string, at: number): readonly [Token['kind'], string] => {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = at;
    const found = shape.exec(source);
    if (found) return [kind, found[0]];
  }
  if (source[at] === '=') throw new ExpressionFault(`expected == at character ${at + 1}`);
  throw new ExpressionFault(source[at] === '"' ? `the text that begins at character ${at + 1} has no closing "` : `did not expect ${JSON.stringify(source[at])} at character ${at + 1}`);
};
