export type HclTokenKind = 'space' | 'newline' | 'comment' | 'identifier' | 'number' | 'mark' | 'quote' | 'text' | 'template' | 'heredoc';

/** A piece of a file, `[start, end)` in UTF-16 units. A mark is one character; `template` is `${`, `%{` or the `}` that ends it. */
export interface HclToken {
  readonly kind: HclTokenKind;
  readonly start: number;
  readonly end: number;
}

/** The context of a position: code with its open braces, a quoted string, or a heredoc and its tag. */
type Frame =
  | { readonly kind: 'code'; braces: number }
  | { readonly kind: 'string' }
  | { readonly kind: 'heredoc'; readonly tag: string; isLineStart: boolean };

const name = '[\\p{ID_Start}_][\\p{ID_Continue}-]*';
/** Groups: those of `codeKinds`. */
const code = new RegExp(`(\\r?\\n)|([ \\t\\r\\uFEFF]+)|(${name})|(\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)|(<<-?${name}\\r?\\n)`, 'uy');
const codeKinds = ['newline', 'space', 'identifier', 'number', 'heredoc'] as const;

export const lineOf = (text: string, at: number): number => {
  let line = 1;
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', next + 1)) line++;
  return line;
};

export class HclError extends Error {
  readonly line: number;
  /** Set by callers that know it. */
  file = '';
  constructor(text: string, at: number, message: string) {
    super(message);
    this.line = lineOf(text, at);
  }
}

const findComment = (text: string, at: number): number | undefined => {
  const isLine = text[at] === '#' || text.startsWith('//', at);
  if (!isLine && !text.startsWith('/*', at)) return undefined;
  const end = text.indexOf(isLine ? '\n' : '*/', at + (isLine ? 0 : 2));
  if (end !== -1) return isLine ? end : end + 2;
  if (isLine) return text.length;
  throw new HclError(text, at, 'a comment has no end');
};

/** The end of the text that begins at a position: at `${`, `%{`, and at a quote of a string or a line of a heredoc. */
const findTextEnd = (text: string, at: number, isHeredoc: boolean): number => {
  for (let next = at; next < text.length; next++) {
    const character = text[next]!;
    if (character === '\n') {
      if (isHeredoc) return next + 1;
      throw new HclError(text, at, 'a string ends in another line');
    }
    if ((character === '$' || character === '%') && text[next + 1] === character && text[next + 2] === '{') next += 2;
    else if ((character === '$' || character === '%') && text[next + 1] === '{') return next;
    else if (!isHeredoc && character === '\\' && text[next + 1] !== '\n') next++;
    else if (!isHeredoc && character === '"') return next;
  }
  throw new HclError(text, at, isHeredoc ? 'a heredoc has no end' : 'a string has no end');
};

const skipSpace = (text: string, at: number): number => {
  let end = at;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return end;
};

/** Tokens of a text, with the frames that are open at its end. */
class Scanner {
  readonly tokens: HclToken[] = [];
  readonly frames: Frame[] = [{ kind: 'code', braces: 0 }];
  at = 0;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  push(kind: HclTokenKind, end: number): void {
    this.tokens.push({ kind, start: this.at, end });
    this.at = end;
  }

  scanCode(frame: Frame & { kind: 'code' }): void {
    const comment = findComment(this.text, this.at);
    if (comment !== undefined) return this.push('comment', comment);
    code.lastIndex = this.at;
    const match = code.exec(this.text);
    if (match) {
      const kind = codeKinds[match.slice(1).findIndex((group) => group !== undefined)]!;
      if (kind === 'heredoc') this.frames.push({ kind, tag: match[0].replace(/^<<-?/, '').trimEnd(), isLineStart: true });
      return this.push(kind, this.at + match[0].length);
    }
    const character = this.text[this.at]!;
    if (character === '"') {
      this.frames.push({ kind: 'string' });
      return this.push('quote', this.at + 1);
    }
    if (character === '{') frame.braces++;
    if (character === '}' && frame.braces === 0 && this.frames.length > 1) {
      this.frames.pop();
      return this.push('template', this.at + 1);
    }
    if (character === '}') frame.braces--;
    this.push('mark', this.at + 1);
  }

  scanTemplate(frame: Exclude<Frame, { kind: 'code' }>): void {
    if (frame.kind === 'heredoc' && frame.isLineStart) {
      const tagAt = skipSpace(this.text, this.at);
      const after = skipSpace(this.text, tagAt + frame.tag.length);
      if (this.text.startsWith(frame.tag, tagAt) && (after >= this.text.length || /^\r?\n/.test(this.text.slice(after, after + 2)))) {
        this.frames.pop();
        return this.push('heredoc', tagAt + frame.tag.length);
      }
    }
    const end = findTextEnd(this.text, this.at, frame.kind === 'heredoc');
    if (end > this.at) {
      if (frame.kind === 'heredoc') frame.isLineStart = this.text[end - 1] === '\n';
      return this.push('text', end);
    }
    if (this.text[end] === '"') {
      this.frames.pop();
      return this.push('quote', end + 1);
    }
    if (frame.kind === 'heredoc') frame.isLineStart = false;
    this.frames.push({ kind: 'code', braces: 0 });
    this.push('template', end + 2);
  }
}

/**
 * Cuts a file in HCL's native syntax into tokens that, joined, are the file. Throws an HclError for a comment, string, template or heredoc
 * without an end; other errors of syntax are the parser's to find.
 */
export const tokenizeHcl = (text: string): readonly HclToken[] => {
  const scanner = new Scanner(text);
  while (scanner.at < text.length) {
    const frame = scanner.frames.at(-1)!;
    if (frame.kind === 'code') scanner.scanCode(frame);
    else scanner.scanTemplate(frame);
  }
  if (scanner.frames.length > 1) throw new HclError(text, text.length, 'a string, a heredoc or a template has no end');
  return scanner.tokens;
};
