import { lineIndex } from '../line-index.ts';
import type { SourceFault } from '../source.ts';
import { commentEnd, textStart } from './scan.ts';
import { jsonFault, describeToken, keyFault, literalFault, stringFault } from './token-faults.ts';

/** What may come next, as the sentence says it. */
type ExpectedToken = 'value' | 'item' | 'name' | 'another name' | 'colon' | 'comma' | 'end';

const tokenNames: Readonly<Record<Exclude<ExpectedToken, 'comma'>, string>> = {
  value: 'a value',
  item: 'a value or "]"',
  name: 'a name in double quotes or "}"',
  'another name': 'a name in double quotes',
  colon: '":" after the name',
  end: 'nothing after the value',
};

/**
 * The first place where a text is not JSON (with comments and trailing commas, if they are allowed), and what was expected
 * there; undefined for a text that is JSON. However deep.
 */
export function syntaxFault(text: string, comments: boolean): SourceFault | undefined {
  const open: number[] = [];
  let expected: ExpectedToken = 'value';
  let comma = -1;
  for (let at = textStart(text); ;) {
    const code = text[at];
    if (code === ' ' || code === '\n' || code === '\r' || code === '\t') {
      at += 1;
      continue;
    }
    if (code === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const end = commentEnd(text, at);
      if (!comments) return jsonFault('JSON has no comments; take it out, or name the file .jsonc if its readers allow them', at, end);
      if (text[at + 1] === '*' && text.indexOf('*/', at + 2) < 0) return jsonFault('expected "*/" at the end of the comment', at, at + 2);
      at = end;
      continue;
    }
    const inObject = open.length > 0 && text[open.at(-1)!] === '{';
    if (code === undefined)
      return expected === 'end' ? undefined : endOfTextFault(text, open, expected === 'comma' ? afterItem(inObject) : tokenNames[expected]);
    if (expected === 'end')
      return jsonFault(`expected ${tokenNames.end}, found ${describeToken(text, at).words}`, at, describeToken(text, at).end);
    const mayClose = expected === 'comma' || expected === 'item' || expected === 'name' || comma >= 0;
    if (mayClose && open.length > 0 && code === (inObject ? '}' : ']')) {
      if (comma >= 0 && !comments) return jsonFault(`expected no comma before "${code}"`, comma, comma + 1);
      open.pop();
      at += 1;
      comma = -1;
      expected = open.length ? 'comma' : 'end';
      continue;
    }
    comma = -1;
    if (expected === 'comma') {
      if (code !== ',') return unexpectedTokenFault(text, open, afterItem(inObject), at);
      comma = at;
      at += 1;
      expected = inObject ? 'another name' : 'value';
    } else if (expected === 'colon') {
      if (code !== ':') return unexpectedTokenFault(text, open, tokenNames.colon, at);
      at += 1;
      expected = 'value';
    } else if (expected === 'name' || expected === 'another name') {
      if (code !== '"') return keyFault(text, at) ?? unexpectedTokenFault(text, open, tokenNames[expected], at);
      const string = stringFault(text, at);
      if (typeof string !== 'number') return string;
      at = string;
      expected = 'colon';
    } else if (code === '{' || code === '[') {
      open.push(at);
      at += 1;
      expected = code === '{' ? 'name' : 'item';
    } else {
      const end = code === '"' ? stringFault(text, at) : literalFault(text, at, tokenNames[expected]);
      if (typeof end !== 'number') return end ?? unexpectedTokenFault(text, open, tokenNames[expected], at);
      at = end;
      expected = open.length ? 'comma' : 'end';
    }
  }
}

const afterItem = (inObject: boolean): string => (inObject ? '"," or "}"' : '"," or "]"');

/** Which bracket is still open, for a closing one of the other kind and for a text that ends. */
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
