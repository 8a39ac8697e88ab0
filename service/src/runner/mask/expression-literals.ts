/** A literal of an expression. Names of members (`name = …`, `"name": …`) are not literals, and are not reported. */
export interface Literal {
  readonly kind: 'text' | 'number';
  /** A text without its quotes and with its escapes decoded; a number as it is written. */
  readonly text: string;
}

/** Whether `${…}` and `%{…}` inside of a text are templates, as in the configuration language; in JSON they are characters. */
export interface LiteralSyntax {
  readonly templates: boolean;
}

const identifier = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const heredocStart = /<<(-?)([\p{ID_Start}_][\p{ID_Continue}-]*)[ \t]*\r?\n/uy;
const spaceOrComment = /(?:[ \t\r\n\uFEFF]+|#[^\n]*|\/\/[^\n]*)+/y;
const escapes: { readonly [letter: string]: string } = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const opening = '{[(';
const closing = '}])';

/** An open bracket at a position: of code, or of a template's interpolation. */
interface Bracket {
  readonly mark: string;
  /** The quoted text that continues after the bracket; undefined: code does. */
  readonly resume: Quoted | undefined;
}
/** A text that a template interrupts. `tag` and `isIndented`: of a heredoc. */
interface Quoted {
  readonly tag?: string;
  readonly isIndented?: boolean;
}

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** The text without the indentation that all of its lines share. */
const dedent = (text: string): string => {
  const lines = text.split('\n');
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const depth = depths.reduce((least, one) => Math.min(least, one), Infinity);
  return depth === 0 || depth === Infinity ? text : lines.map((line) => line.slice(Math.min(depth, line.length))).join('\n');
};

/** Reads an expression, or what is meant as one: what does not follow the syntax ends no search. One pass, each character once. */
class LiteralScanner {
  readonly found: Literal[] = [];
  private readonly brackets: Bracket[] = [];
  private at = 0;
  /** Whether the next literal may be the name of a member: it follows `{`, a comma or a line break. */
  private isAtMember = false;
  private readonly text: string;
  private readonly templates: boolean;
  constructor(text: string, { templates }: LiteralSyntax) {
    this.text = text;
    this.templates = templates;
  }

  scan(): readonly Literal[] {
    while (this.at < this.text.length) this.scanCode();
    return this.found;
  }

  private report(kind: Literal['kind'], text: string): void {
    if (text !== '') this.found.push({ kind, text });
  }

  private isMemberName(wasAtMember: boolean): boolean {
    if (!wasAtMember || this.brackets.at(-1)?.mark !== '{') return false;
    const after = (matchAt(spaceOrComment, this.text, this.at)?.[0].length ?? 0) + this.at;
    return this.text[after] === ':' || (this.text[after] === '=' && this.text[after + 1] !== '=' && this.text[after + 1] !== '>');
  }

  private skipSpace(): boolean {
    const space = matchAt(spaceOrComment, this.text, this.at)?.[0];
    if (space !== undefined) {
      this.at += space.length;
      if (space.includes('\n')) this.isAtMember = true;
      return true;
    }
    if (!this.text.startsWith('/*', this.at)) return false;
    const end = this.text.indexOf('*/', this.at + 2);
    this.at = end === -1 ? this.text.length : end + 2;
    return true;
  }

  private scanCode(): void {
    if (this.skipSpace()) return;
    const wasAtMember = this.isAtMember;
    this.isAtMember = false;
    const heredoc = matchAt(heredocStart, this.text, this.at);
    if (heredoc) {
      this.at += heredoc[0].length;
      return this.scanHeredoc({ tag: heredoc[2]!, isIndented: heredoc[1] === '-' });
    }
    const word = matchAt(identifier, this.text, this.at);
    if (word) {
      this.at += word[0].length;
      return;
    }
    const digits = matchAt(number, this.text, this.at);
    if (digits) {
      this.at += digits[0].length;
      if (!this.isMemberName(wasAtMember)) this.report('number', digits[0]);
      return;
    }
    this.scanMark(wasAtMember);
  }

  private scanMark(wasAtMember: boolean): void {
    const mark = this.text[this.at++]!;
    if (mark === '"') return this.scanQuoted(wasAtMember);
    if (opening.includes(mark)) this.brackets.push({ mark, resume: undefined });
    else if (closing.includes(mark)) {
      const resume = this.brackets.pop()?.resume;
      if (resume) return resume.tag === undefined ? this.scanQuoted(false) : this.scanHeredoc(resume);
    }
    this.isAtMember = mark === '{' || mark === ',';
  }

  /** Opens a template if one begins here; the quoted text continues after it. */
  private openTemplate(resume: Quoted): boolean {
    if (!this.isTemplateAt(this.at)) return false;
    this.brackets.push({ mark: '${', resume });
    this.at += 2;
    return true;
  }
  private isTemplateAt(at: number): boolean {
    const character = this.text[at];
    return this.templates && (character === '$' || character === '%') && this.text[at + 1] === '{';
  }
  /** `$${` and `%%{` are two characters of a text. */
  private isEscapedTemplateAt(at: number): boolean {
    return this.templates && this.isTemplateAt(at + 1) && this.text[at] === this.text[at + 1];
  }

  private scanQuoted(wasAtMember: boolean): void {
    const parts: string[] = [];
    while (this.at < this.text.length) {
      const character = this.text[this.at]!;
      if (this.isEscapedTemplateAt(this.at)) {
        parts.push(`${character}{`);
        this.at += 3;
      } else if (this.openTemplate({})) return this.report('text', parts.join(''));
      else if (character === '\\') parts.push(this.readEscape());
      else {
        this.at++;
        if (character === '"' || character === '\n') break;
        parts.push(character);
      }
    }
    if (!this.isMemberName(wasAtMember)) this.report('text', parts.join(''));
  }

  private readEscape(): string {
    const letter = this.text[this.at + 1] ?? '';
    const digits = letter === 'u' ? 4 : letter === 'U' ? 8 : 0;
    const code = this.text.slice(this.at + 2, this.at + 2 + digits);
    const value = digits > 0 && /^[0-9a-fA-F]+$/.test(code) && code.length === digits ? Number.parseInt(code, 16) : -1;
    this.at += 2 + (value >= 0 && value <= 0x10ffff ? digits : 0);
    return value >= 0 && value <= 0x10ffff ? String.fromCodePoint(value) : (escapes[letter] ?? letter);
  }

  private scanHeredoc(quoted: Quoted): void {
    const { tag = '', isIndented = false } = quoted;
    const parts: string[] = [];
    const end = (): void => {
      const text = parts.join('');
      this.report('text', text);
      if (isIndented && dedent(text) !== text) this.report('text', dedent(text));
    };
    while (this.at < this.text.length) {
      const isLineStart = this.text[this.at - 1] === '\n';
      if (isLineStart && this.skipTag(tag)) return end();
      const character = this.text[this.at]!;
      if (this.isEscapedTemplateAt(this.at)) {
        parts.push(`${character}{`);
        this.at += 3;
      } else if (this.openTemplate(quoted)) return end();
      else {
        parts.push(character);
        this.at++;
      }
    }
    end();
  }

  private skipBlank(from: number): number {
    let at = from;
    while (this.text[at] === ' ' || this.text[at] === '\t') at++;
    return at;
  }
  /** Whether this line is the end of a heredoc: it is skipped. */
  private skipTag(tag: string): boolean {
    const from = this.skipBlank(this.at);
    if (!this.text.startsWith(tag, from)) return false;
    const after = this.skipBlank(from + tag.length);
    if (after < this.text.length && !/[\r\n]/.test(this.text[after]!)) return false;
    this.at = after;
    return true;
  }
}

/** The literals of an expression in their order: texts, numbers, the fixed parts of templates, arguments of functions. Linear time. */
export const listLiterals = (text: string, syntax: LiteralSyntax): readonly Literal[] => new LiteralScanner(text, syntax).scan();
