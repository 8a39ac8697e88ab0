import type { Import, Module, Rule } from '../syntax/index.ts';
import { findAnnotationBlocks, readAnnotation } from './annotations.ts';
import {
  throwParseError,
  isKeyword,
  expectName,
  expectPunctuator,
  peek,
  take,
  takePunctuator,
  takeKeyword,
  futureKeywords,
  throwUnexpected,
  type Cursor,
} from './cursor.ts';
import { parseRule } from './rules.ts';
import { tokenize } from './tokens.ts';

/** `a.b["c d"]`: names and strings only. */
function parseDottedPath(cursor: Cursor, what: string): string[] {
  const path = [expectName(cursor, what).text];
  while (!peek(cursor).hasSpaceBefore) {
    if (takePunctuator(cursor, '.')) path.push(take(cursor).text);
    else if (takePunctuator(cursor, '[')) {
      if (peek(cursor).kind !== 'string') throwUnexpected(cursor, 'a string');
      path.push(take(cursor).text);
      expectPunctuator(cursor, ']');
    } else break;
  }
  return path;
}

/** Makes the names in `future.keywords` or `future.keywords.every` keywords; the last one includes `in`. */
function enableKeywords({ keywords }: Cursor, dotted: string): void {
  const [, , word] = dotted.split('.');
  for (const each of word === undefined ? futureKeywords : word === 'every' ? ['every', 'in'] : [word]) keywords.add(each);
}
/** Parses an import; undefined for imports of keywords. */
function parseImport(cursor: Cursor): Import | 'v1' | undefined {
  const { at } = take(cursor);
  const path = parseDottedPath(cursor, 'a path');
  const alias = takeKeyword(cursor, 'as') ? expectName(cursor, 'a name after `as`').text : undefined;
  const dotted = path.join('.');
  if (path[0] === 'future' || path[0] === 'rego') {
    if (alias !== undefined) throwParseError(cursor, `${dotted} takes no other name`, at);
    if (dotted === 'rego.v1') {
      enableKeywords(cursor, 'future.keywords');
      return 'v1';
    }
    if (dotted !== 'future.keywords' && !futureKeywords.some((word) => dotted === `future.keywords.${word}`))
      throwParseError(cursor, `cannot import ${dotted}`, at);
    enableKeywords(cursor, dotted);
    return undefined;
  }
  if (path[0] !== 'data' && path[0] !== 'input') throwParseError(cursor, 'an import begins with `data`, `input`, `future` or `rego`', at);
  return { path, alias: alias ?? (path.at(-1) as string), at };
}

/** Which syntax a file is in: 0 without `if` and `contains`, 1 with them; both are accepted by default. */
export interface ParseOptions {
  readonly version?: 0 | 1;
}

/** Parses one file. @throws PolicyError with the position of the first error. */
export function parseModule(file: string, text: string, { version }: ParseOptions = {}): Module {
  const blocks = new Map(findAnnotationBlocks(text).map((block) => [block.next, block]));
  const keywords = new Set(version === 0 ? [] : futureKeywords);
  const cursor: Cursor = { file, tokens: tokenize(file, text), index: 0, depth: 0, isStrict: version === 1, keywords };
  const { at } = peek(cursor);
  if (!takeKeyword(cursor, 'package')) throwUnexpected(cursor, '`package`');
  const path = parseDottedPath(cursor, 'the name of the package');
  const before = blocks.get(at.line);
  const annotations = before ? [readAnnotation(file, before, 'package')] : [];
  const imports: Import[] = [];
  const rules: Rule[] = [];
  let modern = version === 1;
  while (peek(cursor).kind !== 'end') {
    if (!peek(cursor).hasLineBreakBefore) throwUnexpected(cursor, 'a new line');
    if (isKeyword(cursor, 'import')) {
      const parsedImport = parseImport(cursor);
      if (parsedImport === 'v1') cursor.isStrict = modern = true;
      else if (parsedImport) imports.push(parsedImport);
    } else {
      const block = blocks.get(peek(cursor).at.line);
      const annotation = block && readAnnotation(file, block, 'rule');
      rules.push(...parseRule(cursor, modern).map((rule) => (annotation ? { ...rule, annotation } : rule)));
    }
  }
  return {
    file,
    package: path,
    imports,
    rules,
    ...(annotations.length > 0 ? { annotations } : {}),
    at,
    ...(modern ? { version: 1 } : version === undefined ? {} : { version }),
  };
}
