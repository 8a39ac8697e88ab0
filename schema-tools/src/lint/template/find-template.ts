import { lineIndex } from '../../documents/line-index.ts';
import type { Source, Span } from '../../documents/source.ts';
import { isObject } from '../../json.ts';

/** What makes a text a template: the first mark of its language. */
export interface TemplateMark extends Span {
  readonly language: 'Helm' | 'Go' | 'Jinja' | 'Liquid' | 'cookiecutter' | 'ERB' | 'Handlebars or Mustache' | 'Go or Jinja';
}

/** Marks of the three families; `${{ … }}` is an expression of a CI service, and stands in valid YAML. */
const marks = /(?<!\$)\{\{\{?[^{}\n]{0,500}\}?\}\}|\{%[^%\n]{0,500}%\}|<%[^%\n]{0,500}%>/g;
/** Characters of a line in which a statement has to begin. */
const longestStatement = 1000;
/** A line that is only a statement of a template. */
const statement = /^\s*(?:\{\{-?\s*(?:\/\*|(?:if|range|with|end|else|define|block|include|template|toYaml)\b|[#^/>!]\S?)|\{%[-+]?\s*\w|<%)/;

const cookiecutter = /\{\{-?\s*cookiecutter\./;

const languageOf = (mark: string, text: string): TemplateMark['language'] => {
  if (mark.startsWith('<%')) return 'ERB';
  if (cookiecutter.test(text)) return 'cookiecutter';
  if (/\{%-?\s*(?:assign|capture|unless|case|when|tablerow|increment|decrement|cycle|liquid)\b/.test(text)) return 'Liquid';
  if (mark.startsWith('{%')) return 'Jinja';
  if (/\{\{[^{}\n]{0,200}(?:\.(?:Values|Release|Chart|Capabilities)\b|\binclude ")/.test(text)) return 'Helm';
  if (/\{%-?\s*\w/.test(text)) return 'Jinja';
  if (/\{\{-?\s*\/\*/.test(mark)) return 'Go';
  if (/\{\{[~]?\s?[#^>!]|\{\{\/|\{\{\{/.test(text)) return 'Handlebars or Mustache';
  return /^\{\{-?\s*(?:[.$]|(?:if|range|with|end|else|define|block|template)\b)/.test(mark) ? 'Go' : 'Go or Jinja';
};

/** What stands before a place of a line: whether quotes are open there, and whether it is in a comment. */
interface Surroundings {
  double: boolean;
  single: boolean;
  comment: boolean;
}

/** Takes the text from one place to the next into account. Each character is looked at once, however many marks a line has. */
const passText = (around: Surroundings, text: string, from: number, to: number, hasComments: boolean): void => {
  for (let at = from; at < to; at += 1) {
    const character = text[at];
    if (character === '\n') Object.assign(around, { double: false, single: false, comment: false });
    else if (character === '"') around.double = !around.double;
    else if (character === "'") around.single = !around.single;
    else if (character === '#' && hasComments && (at === 0 || /\s/.test(text[at - 1]!))) around.comment = true;
  }
};

interface FoundMark extends Span {
  readonly written: string;
  readonly line: number;
  readonly isStatement: boolean;
  readonly isComment: boolean;
  /** Whether it stands outside of quotes and comments. */
  readonly isOpen: boolean;
}

/** The marks in the order of the text. */
function* findMarks({ text, format }: Source): Generator<FoundMark> {
  const lines = lineIndex(text);
  const around: Surroundings = { double: false, single: false, comment: false };
  const hasComments = format === 'yaml' || format === 'toml';
  let passed = 0;
  let [lastLine, isStatement] = [-1, false];
  for (const { index, 0: written } of text.matchAll(marks)) {
    passText(around, text, passed, index, hasComments);
    passed = index;
    const isOpen = !around.double && !around.single && !around.comment;
    const { line } = lines.position(index);
    if (line !== lastLine) {
      const { start, end } = lines.line(line);
      [lastLine, isStatement] = [line, statement.test(text.slice(start, Math.min(end, start + longestStatement)))];
    }
    yield { start: index, end: index + written.length, written, line, isStatement, isComment: around.comment, isOpen };
  }
}

/** Whether a value has a key that is what `{{ name }}` and `{{{ name }}}` are in YAML: a mapping whose key is a mapping. */
function hasMappingKey(root: unknown): boolean {
  const open: unknown[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'object') open.push(item);
    } else if (isObject(value)) {
      const entries = Object.entries(value);
      if (entries.some(([key]) => /^\{"(?:[^"\\]*|\{\\".*)":null\}$/.test(key))) return true;
      for (const [, member] of entries) if (typeof member === 'object' && member !== null) open.push(member);
    }
  }
  return false;
}

/** How many lines an error may be away from the mark that caused it. */
const nearLines = 2;

/** The lines of a YAML text that belong to a text of several lines (`key: |`). */
function blockLines(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  let block: number | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const indent = line.search(/[^ ]/);
    if (block !== undefined && (indent < 0 || line.trim() === '' || indent > block)) {
      found.add(index + 1);
      continue;
    }
    block = /(?:^|[\s:-])[|>][-+\d]{0,2}\s*(?:#.*)?$/.test(line.slice(-longestStatement)) ? indent : undefined;
  }
  return found;
}

/**
 * The first mark of a text that can be read and that only a template can mean: `{{ name }}` as a mapping, an ERB mark in a plain text, and
 * what cookiecutter replaces, also in quotes. `{{ name }}` within a plain text is content: Ansible and others render it themselves.
 */
function markOfReadable(source: Source): FoundMark | undefined {
  const { text, format, documents } = source;
  const inBlocks = format === 'yaml' && /<%|\{\{-?\s*cookiecutter\./.test(text) ? blockLines(text) : new Set<number>();
  if (cookiecutter.test(text)) {
    for (const mark of findMarks(source)) if (!mark.isComment && cookiecutter.test(mark.written) && !inBlocks.has(mark.line)) return mark;
  }
  if (format !== 'yaml') return undefined;
  const isMapping = documents.some(({ value }) => hasMappingKey(value));
  for (const mark of findMarks(source))
    if (mark.isOpen && (isMapping || (mark.written.startsWith('<%') && !inBlocks.has(mark.line)))) return mark;
  return undefined;
}

/**
 * Whether a text is a template rather than a document: it cannot be read, and has a statement of a template or a mark near an error; or it
 * can be read, but has marks that only a template can mean. Other marks in quotes, in comments and in the texts of a valid document are
 * content.
 */
export function findTemplate(source: Source): TemplateMark | undefined {
  const { text, faults } = source;
  if (!/\{\{|\{%|<%/.test(text)) return undefined;
  const toMark = ({ start, end, written }: FoundMark): TemplateMark => ({ start, end, language: languageOf(written, text) });
  const errors = faults.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) {
    const mark = markOfReadable(source);
    return mark && toMark(mark);
  }
  const lines = lineIndex(text);
  const errorLines = errors.slice(0, 100).map(({ start }) => lines.position(start).line);
  const found = [...findMarks(source)].filter(({ isOpen }) => isOpen);
  const isCause = ({ line, isStatement }: FoundMark): boolean =>
    isStatement || errorLines.some((errorLine) => Math.abs(errorLine - line) <= nearLines);
  return found.some(isCause) ? toMark(found[0]!) : undefined;
}
