import { PolicyError, type Position } from '../errors.ts';
import { parseStringLiteral } from './strings.ts';

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'sign' | 'end';
  /** As written; of a string what it means. */
  readonly text: string;
  readonly at: Position;
  /** Whether white space or a comment stands before it, and whether that holds a line break. */
  readonly hasSpaceBefore: boolean;
  readonly hasLineBreakBefore: boolean;
}

const punctuators = [
  ':=',
  '==',
  '!=',
  '<=',
  '>=',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  ',',
  ';',
  ':',
  '.',
  '=',
  '<',
  '>',
  '+',
  '-',
  '*',
  '/',
  '%',
  '&',
  '|',
];
const blankPattern = /(?:[ \t\r\n]|#[^\n]*)*/y;
const namePattern = /[A-Za-z_][A-Za-z0-9_]*/y;
const numberPattern = /[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

const matchAt = (pattern: RegExp, text: string, from: number): string => {
  pattern.lastIndex = from;
  return pattern.exec(text)?.[0] ?? '';
};

/** Cuts a policy into tokens, the last of which is `end`. @throws PolicyError for what begins no token. */
export function tokenize(file: string, text: string): readonly Token[] {
  const found: Token[] = [];
  let [index, line, lineStart] = [text.startsWith('\uFEFF') ? 1 : 0, 1, 0];
  const pass = (passed: string) => {
    for (let at = passed.indexOf('\n'); at !== -1; at = passed.indexOf('\n', at + 1)) {
      line++;
      lineStart = index + at + 1;
    }
    index += passed.length;
  };
  for (;;) {
    const gap = matchAt(blankPattern, text, index);
    pass(gap);
    const at = { line, column: index - lineStart + 1 };
    const push = (is: Token['kind'], meant: string, written: string) => {
      found.push({
        kind: is,
        text: meant,
        at,
        hasSpaceBefore: gap !== '' || found.length === 0,
        hasLineBreakBefore: gap.includes('\n') || found.length === 0,
      });
      pass(written);
    };
    if (index >= text.length) {
      push('end', '', '');
      return found;
    }
    const start = text[index] as string;
    const word = matchAt(namePattern, text, index) || matchAt(numberPattern, text, index);
    const sign = punctuators.find((each) => text.startsWith(each, index));
    if (word) push(/[0-9]/.test(start) ? 'number' : 'name', word, word);
    else if (start === '"' || start === '`') {
      const { meant, written } = parseStringLiteral(file, text, index, at);
      push('string', meant, written);
    } else if (sign) push('sign', sign, sign);
    else
      throw new PolicyError(
        'parse',
        file,
        at,
        `unexpected character ${JSON.stringify(String.fromCodePoint(text.codePointAt(index) as number))}`,
      );
  }
}
