import { PolicyError, type Position } from '../errors.ts';
import { readStringToken } from '../values/index.ts';

const quotedString = /"(?:[^"\\\n]|\\[^\n])*"/y;
const rawString = /`[^`]*`/y;

/** Parses the string literal at `from`: `"…"` with the escapes of JSON, or a raw `` `…` ``. */
function parseStringLiteral(file: string, text: string, from: number, at: Position): { value: string; source: string } {
  const pattern = text[from] === '"' ? quotedString : rawString;
  pattern.lastIndex = from;
  const source = pattern.exec(text)?.[0];
  if (source === undefined) throw new PolicyError('parse', file, at, 'the string is not closed');
  if (pattern === rawString) return { value: source.slice(1, -1), source };
  try {
    return { value: readStringToken(source), source };
  } catch {
    throw new PolicyError('parse', file, at, 'the string holds an escape that is none, or a control character');
  }
}

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'sign' | 'end';
  /** The source text; the value of a string literal. */
  readonly text: string;
  readonly at: Position;
  /** Whether white space or a comment precedes it, and whether that contains a line break. */
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

/** The state of the tokenizer in one file. */
interface Tokenizer {
  readonly file: string;
  readonly text: string;
  readonly tokens: Token[];
  index: number;
  line: number;
  lineStart: number;
}

/** Moves past a piece of the text and counts its lines. */
function advance(state: Tokenizer, piece: string): void {
  for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) {
    state.line++;
    state.lineStart = state.index + at + 1;
  }
  state.index += piece.length;
}

/** The token at the index, with its source text. `at`: its position. */
function readToken({ file, text, index }: Tokenizer, at: Position): { kind: Token['kind']; value: string; source: string } {
  if (index >= text.length) return { kind: 'end', value: '', source: '' };
  const start = text[index] as string;
  const word = matchAt(namePattern, text, index) || matchAt(numberPattern, text, index);
  if (word) return { kind: /[0-9]/.test(start) ? 'number' : 'name', value: word, source: word };
  if (start === '"' || start === '`') return { kind: 'string', ...parseStringLiteral(file, text, index, at) };
  const sign = punctuators.find((each) => text.startsWith(each, index));
  if (sign) return { kind: 'sign', value: sign, source: sign };
  const character = String.fromCodePoint(text.codePointAt(index) as number);
  throw new PolicyError('parse', file, at, `unexpected character ${JSON.stringify(character)}`);
}

/** Splits a policy into tokens, the last of which is `end`. @throws PolicyError for an unexpected character. */
export function tokenize(file: string, text: string): readonly Token[] {
  const state: Tokenizer = { file, text, tokens: [], index: text.startsWith('\uFEFF') ? 1 : 0, line: 1, lineStart: 0 };
  for (;;) {
    const gap = matchAt(blankPattern, text, state.index);
    advance(state, gap);
    const at = { line: state.line, column: state.index - state.lineStart + 1 };
    const { kind, value, source } = readToken(state, at);
    const isFirst = state.tokens.length === 0;
    state.tokens.push({ kind, text: value, at, hasSpaceBefore: gap !== '' || isFirst, hasLineBreakBefore: gap.includes('\n') || isFirst });
    if (kind === 'end') return state.tokens;
    advance(state, source);
  }
}
