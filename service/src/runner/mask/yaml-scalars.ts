import { readYamlQuotes } from './yaml-quotes.ts';

/** Words without quotes that are no text in YAML 1.1 or 1.2. */
const words = /^(?:~|null|true|false|yes|no|on|off)$/i;
/** A member, or an item of a list: prose rarely has one, and a document of several lines always. */
const memberOrItem = /:(?:[ \t]|\r?\n|$)|^[ \t]*- /m;
const blank = /[ \t\r]*/y;
/** An anchor or a tag of a value, or an alias in its place. */
const property = /[&!*][^\s,[\]{}]*[ \t]*/y;
const blockHeader = /([|>])[-+0-9]{0,2}[ \t]*(?:#[^\n]*)?\r?\n/y;
const plainOfFlow = /[^ \t\r\n,[\]{}:#]+|[:#]/y;
/** Whitespace inside an unquoted text, including a line break after which it continues. */
const blankOfFlow = /[ \t\r\n]+(?=[^ \t\r\n,[\]{}#])/y;
const explicitName = /\?(?=[ \t\r\n])/y;

/** Finds the scalars of a YAML text in one pass, line by line. What does not follow the syntax ends no search. */
class YamlScanner {
  readonly found: string[] = [];
  private at = 0;
  /** The column of the collection whose value is read. */
  private parent = -1;
  /** Kinds of quotes that have no closing quote in the rest of the text: an opening one is then an ordinary character. */
  private readonly unclosed = new Set<string>();
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  scan(): readonly string[] {
    while (this.at < this.text.length) this.scanLine();
    return this.found;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }
  private skip(pattern: RegExp): string {
    const [skipped = ''] = this.match(pattern) ?? [];
    this.at += skipped.length;
    return skipped;
  }
  private lineEnd(): number {
    const end = this.text.indexOf('\n', this.at);
    return end === -1 ? this.text.length : end;
  }
  private report(text: string): void {
    if (text.trim() !== '') this.found.push(text);
  }
  /** The lines of a text without quotes, and the text. */
  private reportLines(lines: readonly string[]): void {
    for (const line of lines) if (!words.test(line)) this.report(line);
    if (lines.length > 1) this.report(lines.join(' '));
  }
  private isEndOfName(at: number): boolean {
    return this.text[at] === ':' && /^[\s,[\]{}]?$/.test(this.text[at + 1] ?? '');
  }
  /** A text in quotes; undefined: there is none. */
  private readQuoted(): string | undefined {
    const quote = this.text[this.at]!;
    if ((quote !== '"' && quote !== "'") || this.unclosed.has(quote)) return undefined;
    const quoted = readYamlQuotes(this.text, this.at);
    if (!quoted) this.unclosed.add(quote);
    else this.at = quoted.end;
    return quoted?.text;
  }

  private scanLine(): void {
    const begin = this.at;
    this.parent = -1;
    if (this.text[begin] === '%') this.at = this.lineEnd();
    if (this.text.startsWith('---', begin)) this.at += 3;
    // Each turn reads a mark, a name or a value; the value ends the line.
    for (let goesOn = true; goesOn;) {
      this.skip(blank);
      goesOn = this.scanNode(begin);
    }
    if (this.text[this.at] === '\n') this.at++;
  }

  /** Whether more of the line is to be read. */
  private scanNode(begin: number): boolean {
    const { text, at } = this;
    const character = text[at];
    if (character === undefined || character === '\n') return false;
    if (character === '#') {
      this.at = this.lineEnd();
      return false;
    }
    if ('-?:'.includes(character) && /^\s?$/.test(text[at + 1] ?? '')) {
      this.parent = at - begin;
      this.at++;
      return true;
    }
    if (this.skip(property) !== '') return true;
    if (character === '{' || character === '[') this.scanFlow();
    else if (!this.scanBlock()) return this.scanScalar(begin);
    return true;
  }

  /** A text of several lines, which has more indentation than what holds it. */
  private scanBlock(): boolean {
    const header = this.match(blockHeader);
    if (!header) return false;
    this.at += header[0].length;
    const lines: string[] = [];
    while (this.at < this.text.length) {
      const line = this.text.slice(this.at, this.lineEnd()).replace(/\r$/, '');
      const indent = line.length - line.trimStart().length;
      if (indent <= this.parent && line.trim() !== '') break;
      lines.push(line);
      this.at = Math.min(this.text.length, this.lineEnd() + 1);
    }
    // The line break before the next line ends this one.
    if (this.text[this.at - 1] === '\n') this.at--;
    const depths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
    const depth = depths.reduce((least, one) => Math.min(least, one), Infinity);
    const content = lines.map((line) => line.slice(Math.min(depth, line.length))).join('\n');
    this.report(content);
    if (header[1] === '>') this.report(content.trim().replaceAll(/([^\n])\n(?=[^\n])/g, '$1 '));
    return true;
  }

  /** A text in quotes or without, or the name of a member: whether more of the line is to be read. */
  private scanScalar(begin: number): boolean {
    const start = this.at;
    const quoted = this.readQuoted();
    if (quoted !== undefined) this.skip(blank);
    else this.at = this.findPlainEnd();
    if (this.isEndOfName(this.at)) {
      this.parent = start - begin;
      this.at++;
      return true;
    }
    if (quoted === undefined) this.scanPlain(start);
    else this.report(quoted);
    return quoted !== undefined;
  }

  /** The end of an unquoted text: the colon after a name, a comment, or the end of the line. */
  private findPlainEnd(): number {
    const end = this.lineEnd();
    for (let at = this.at; at < end; at++) {
      if (this.text[at] === ':' && /^\s?$/.test(this.text[at + 1] ?? '')) return at;
      if (this.text[at] === '#' && /\s/.test(this.text[at - 1] ?? '')) return at;
    }
    return end;
  }

  /** Scans an unquoted text with its continuation lines, which are indented further than the parent and have no name. */
  private scanPlain(start: number): void {
    const lines = [this.text.slice(start, this.at).trim()];
    for (;;) {
      this.at = this.lineEnd();
      const next = /\n[ \t]*/y;
      const indentation = this.match(next)?.[0];
      const isMore = indentation !== undefined && indentation.length - 1 > this.parent && this.parent >= 0;
      if (!isMore || /^(?:[\n\r#]|- |$)/.test(this.text.slice(next.lastIndex, next.lastIndex + 2))) break;
      const from = this.at;
      this.at = next.lastIndex;
      const end = this.findPlainEnd();
      if (this.text[end] === ':') {
        this.at = from;
        break;
      }
      lines.push(this.text.slice(this.at, end).trim());
    }
    this.reportLines(lines);
  }

  /** What is in brackets, to the one that closes the first. */
  private scanFlow(): void {
    const open: string[] = [];
    let isValue = false;
    while (this.at < this.text.length) {
      const character = this.text[this.at]!;
      if ('{['.includes(character)) open.push(character);
      if ('}]'.includes(character)) open.pop();
      if ('{[}],'.includes(character)) isValue = false;
      if ('{[}],\n\r\t '.includes(character)) this.at++;
      else if (character === '#') this.at = this.lineEnd();
      else if (this.isEndOfName(this.at)) [this.at, isValue] = [this.at + 1, true];
      else if (this.skip(explicitName) === '' && this.skip(property) === '') isValue = this.scanFlowScalar(isValue || open.at(-1) === '[');
      if (open.length === 0) return;
    }
  }
  /** Whether a value follows: behind a name, which is read with its colon. */
  private scanFlowScalar(isValue: boolean): boolean {
    const quoted = this.readQuoted();
    const start = this.at;
    if (quoted === undefined)
      do {
        if (this.skip(plainOfFlow) === '' && this.skip(blankOfFlow) === '') break;
      } while (!this.isEndOfName(this.at) && this.at < this.text.length);
    const plain = this.text.slice(start, this.at).trim();
    this.skip(blank);
    const isName = this.text[this.at] === ':' && (quoted !== undefined || this.isEndOfName(this.at));
    if (isName) this.at++;
    else if (isValue && quoted === undefined) this.reportLines(plain.split('\n').map((line) => line.trim()));
    else if (isValue) this.report(quoted!);
    return isName;
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Whether a text may be YAML with something in it: several lines with members or items, or brackets that are no JSON. */
const looksLikeYaml = (text: string): boolean => {
  const plain = text.trim();
  if (plain.startsWith('"')) return false;
  return /^[[{]/.test(plain) ? !isJson(plain) : plain.includes('\n') && memberOrItem.test(plain);
};

/**
 * The texts and numbers of the mappings and lists of a YAML text, without names of members, null and booleans. The target of an alias is
 * listed once. Empty for a text that is not YAML. It takes one pass; the YAML parser is not used, so that a start of the service need not
 * load it.
 */
export const listYamlScalars = (text: string): readonly string[] => (looksLikeYaml(text) ? new YamlScanner(text).scan() : []);
