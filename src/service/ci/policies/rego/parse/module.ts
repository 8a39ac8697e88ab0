import type { Import, Module, Rule } from '../syntax/index.ts';
import { fail, isSign, isWord, needName, needSign, peek, take, takeSign, takeWord, unexpected, type Cursor } from './cursor.ts';
import { parseRule } from './rules.ts';
import { tokens } from './tokens.ts';

const words = ['in', 'if', 'contains', 'every'];

/** `a.b["c d"]`: names and strings only. */
function parsePath(cursor: Cursor, what: string): string[] {
  const path = [needName(cursor, what).text];
  while (!peek(cursor).spaced) {
    if (takeSign(cursor, '.')) path.push(take(cursor).text);
    else if (takeSign(cursor, '[')) {
      if (peek(cursor).is !== 'string') unexpected(cursor, 'a string');
      path.push(take(cursor).text);
      needSign(cursor, ']');
    } else break;
  }
  return path;
}

/** An import; undefined for those that only switch keywords on, which always are. */
function parseImport(cursor: Cursor): Import | 'v1' | undefined {
  const { at } = take(cursor);
  const path = parsePath(cursor, 'a path');
  const alias = takeWord(cursor, 'as') ? needName(cursor, 'a name after `as`').text : undefined;
  const dotted = path.join('.');
  if (path[0] === 'future' || path[0] === 'rego') {
    if (alias !== undefined) fail(cursor, `${dotted} takes no other name`, at);
    if (dotted === 'rego.v1') return 'v1';
    if (dotted !== 'future.keywords' && !words.some((word) => dotted === `future.keywords.${word}`)) fail(cursor, `cannot import ${dotted}`, at);
    return undefined;
  }
  if (path[0] !== 'data' && path[0] !== 'input') fail(cursor, 'an import begins with `data`, `input`, `future` or `rego`', at);
  return { path, alias: alias ?? (path.at(-1) as string), at };
}

/** Reads one file. @throws PolicyFault with the place of what does not parse. */
export function parseModule(file: string, text: string): Module {
  const cursor: Cursor = { file, tokens: tokens(file, text), index: 0, depth: 0 };
  const { at } = peek(cursor);
  if (!takeWord(cursor, 'package')) unexpected(cursor, '`package`');
  const path = parsePath(cursor, 'the name of the package');
  const imports: Import[] = [];
  const rules: Rule[] = [];
  let modern = false;
  while (takeSign(cursor, ';'));
  while (peek(cursor).is !== 'end') {
    if (!peek(cursor).newLine && !isSign(cursor, ';', -1)) unexpected(cursor, 'a new line');
    if (isWord(cursor, 'import')) {
      const found = parseImport(cursor);
      if (found === 'v1') modern = true;
      else if (found) imports.push(found);
    } else rules.push(...parseRule(cursor, modern));
    while (takeSign(cursor, ';'));
  }
  return { file, package: path, imports, rules, at };
}
