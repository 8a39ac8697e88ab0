import { lineIndex } from '../line-index.ts';
import type { SourceFault } from '../source.ts';
import { commentEnd, textStart } from './scan.ts';
import { jsonFault, describeToken, keyFault, literalFault, stringFault } from './token-faults.ts';

/** The expected tokens, as part of a sentence. */
type ExpectedToken = 'value' | 'item' | 'name' | 'another name' | 'colon' | 'comma' | 'end';

const tokenNames: Readonly<Record<Exclude<ExpectedToken, 'comma'>, string>> = {
  value: 'a value',
  item: 'a value or "]"',
  name: 'a name in double quotes or "}"',
  'another name': 'a name in double quotes',
  colon: '":" after the name',
  end: 'nothing after the value',
};

/** The state of a check: the offsets of open brackets, what may come next, and where a comma was read just before (else -1). */
interface Check {
  readonly text: string;
  readonly allowsComments: boolean;
  readonly open: number[];
  expected: ExpectedToken;
  comma: number;
}

const isWhiteSpace = (code: string | undefined): boolean => code === ' ' || code === '\n' || code === '\r' || code === '\t';

/** The offset after a comment, or why a comment is not allowed there. */
function checkComment({ text, allowsComments }: Check, at: number): number | SourceFault {
  const end = commentEnd(text, at);
  if (!allowsComments)
    return jsonFault('JSON has no comments; remove it, or name the file .jsonc if the programs that read it allow them', at, end);
  if (text[at + 1] === '*' && text.indexOf('*/', at + 2) < 0) return jsonFault('expected "*/" at the end of the comment', at, at + 2);
  return end;
}

/** The fault at the end of the text, or of a token after the value; undefined if the text is complete. */
function checkEnd({ text, open, expected }: Check, at: number, inObject: boolean): SourceFault | undefined {
  if (text[at] !== undefined) {
    const token = describeToken(text, at);
    return jsonFault(`expected ${tokenNames.end}, found ${token.words}`, at, token.end);
  }
  return expected === 'end' ? undefined : endOfTextFault(text, open, expected === 'comma' ? afterItem(inObject) : tokenNames[expected]);
}

/** Reads a closing bracket; it is valid unless a comma precedes it. */
function closeContainer(check: Check, at: number): number | SourceFault {
  const { text, open, comma, allowsComments } = check;
  if (comma >= 0 && !allowsComments) return jsonFault(`expected no comma before "${text[at]}"`, comma, comma + 1);
  open.pop();
  check.comma = -1;
  check.expected = open.length ? 'comma' : 'end';
  return at + 1;
}

function checkKey(check: Check, at: number): number | SourceFault {
  const { text, open, expected } = check;
  if (text[at] !== '"') return keyFault(text, at) ?? unexpectedTokenFault(text, open, tokenNames[expected as 'name'], at);
  const end = stringFault(text, at);
  if (typeof end === 'number') check.expected = 'colon';
  return end;
}

function checkValue(check: Check, at: number): number | SourceFault {
  const { text, open, expected } = check;
  const code = text[at];
  if (code === '{' || code === '[') {
    open.push(at);
    check.expected = code === '{' ? 'name' : 'item';
    return at + 1;
  }
  const name = tokenNames[expected as 'value'];
  const end = code === '"' ? stringFault(text, at) : literalFault(text, at, name);
  if (end === undefined) return unexpectedTokenFault(text, open, name, at);
  if (typeof end === 'number') check.expected = open.length ? 'comma' : 'end';
  return end;
}

/** The offset after the token at `at`, or what is wrong with it. */
function checkToken(check: Check, at: number, inObject: boolean): number | SourceFault {
  const { text, open, expected, comma } = check;
  const code = text[at];
  const mayClose = expected === 'comma' || expected === 'item' || expected === 'name' || comma >= 0;
  if (mayClose && open.length > 0 && code === (inObject ? '}' : ']')) return closeContainer(check, at);
  check.comma = -1;
  if (expected === 'comma') {
    if (code !== ',') return unexpectedTokenFault(text, open, afterItem(inObject), at);
    check.comma = at;
    check.expected = inObject ? 'another name' : 'value';
    return at + 1;
  }
  if (expected === 'colon') {
    if (code !== ':') return unexpectedTokenFault(text, open, tokenNames.colon, at);
    check.expected = 'value';
    return at + 1;
  }
  return expected === 'name' || expected === 'another name' ? checkKey(check, at) : checkValue(check, at);
}

/**
 * The first place where a text is not JSON (with comments and trailing commas, if they are allowed), and what was expected there;
 * undefined for valid JSON, however deep it is nested.
 */
export function syntaxFault(text: string, allowsComments: boolean): SourceFault | undefined {
  const check: Check = { text, allowsComments, open: [], expected: 'value', comma: -1 };
  for (let at = textStart(text); ;) {
    const code = text[at];
    let next: number | SourceFault;
    if (isWhiteSpace(code)) next = at + 1;
    else if (code === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) next = checkComment(check, at);
    else {
      const inObject = check.open.length > 0 && text[check.open.at(-1)!] === '{';
      if (code === undefined || check.expected === 'end') return checkEnd(check, at, inObject);
      next = checkToken(check, at, inObject);
    }
    if (typeof next !== 'number') return next;
    at = next;
  }
}

const afterItem = (inObject: boolean): string => (inObject ? '"," or "}"' : '"," or "]"');

/** The bracket that is still open, for a closing one of the other kind and for the end of the text. */
function describeUnclosed(text: string, open: readonly number[]): string {
  const at = open.at(-1);
  return at === undefined ? '' : `: the "${text[at]}" of line ${lineIndex(text).position(at).line} is not closed`;
}

function endOfTextFault(text: string, open: readonly number[], expected: string): SourceFault {
  const at = Math.max(textStart(text), text.trimEnd().length);
  if (open.length === 0 && expected === tokenNames.value) return jsonFault('expected a value, but the text is empty', at, at);
  return jsonFault(`expected ${expected}, but the text ends${describeUnclosed(text, open)}`, at, at);
}

function unexpectedTokenFault(text: string, open: readonly number[], expected: string, at: number): SourceFault {
  const token = describeToken(text, at);
  return jsonFault(
    `expected ${expected}, found ${token.words}${text[at] === '}' || text[at] === ']' ? describeUnclosed(text, open) : ''}`,
    at,
    token.end,
  );
}
