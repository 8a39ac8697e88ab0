import type { AST } from 'toml-eslint-parser';
import { setOwn } from '../own.ts';
import type { Span } from '../source.ts';

export type Key = AST.TOMLBare | AST.TOMLQuoted;

/** A value of the document and where it is written. A table may be written in pieces, by several headers and dotted keys. */
export interface Place {
  value: unknown;
  /** Where the value is; of a table in pieces, its own header and what follows it, else the first piece. */
  span: Span;
  /** Each part of a key or header that names it; the first is shown. Empty for an item of an array. */
  readonly keys: Key[];
  readonly members: Map<string, Place>;
  readonly items: Place[];
}

const place = (value: unknown, node: { range: [number, number] }): Place => ({ value, span: spanOf(node), keys: [], members: new Map(), items: [] });

export const spanOf = ({ range: [start, end] }: { range: [number, number] }): Span => ({ start, end });
const nameOf = (key: Key): string => (key.type === 'TOMLBare' ? key.name : key.value);

/** The values of a parsed text, with dates and times as strings and integers as JSON has them. The parser has refused what is written twice. */
export function tomlTree(program: AST.TOMLProgram): Place {
  const root = place({}, program.body[0]);
  for (const node of program.body[0].body) {
    if (node.type === 'TOMLKeyValue') assign(root, node);
    else {
      const table = header(root, node);
      for (const pair of node.body) assign(table, pair);
    }
  }
  return root;
}

/** The member of a table with this name, made as a table where there is none. */
function enter(table: Place, key: Key, node: { range: [number, number] }): Place {
  const known = table.members.get(nameOf(key));
  const next = known ?? place({}, node);
  next.keys.push(key);
  if (!known) add(table, nameOf(key), next);
  return next;
}

function add(table: Place, name: string, member: Place): void {
  table.members.set(name, member);
  setOwn(table.value as object, name, member.value);
}

/** A path through an array of tables goes on in its last one. */
const current = (at: Place): Place => at.items.at(-1) ?? at;

function header(root: Place, node: AST.TOMLTable): Place {
  const keys = node.key.keys;
  const parent = keys.slice(0, -1).reduce((at, key) => current(enter(at, key, node)), root);
  const last = keys.at(-1)!;
  if (node.kind === 'array') {
    const known = parent.members.get(nameOf(last));
    const array = known ?? place([], node);
    array.keys.push(last);
    if (!known) add(parent, nameOf(last), array);
    return push(array, place({}, node));
  }
  const table = enter(parent, last, node);
  // The header of its own is where a table is looked for, though another may have named it before.
  table.keys.unshift(table.keys.pop()!);
  table.span = spanOf(node);
  return table;
}

function push(array: Place, item: Place): Place {
  array.items.push(item);
  (array.value as unknown[]).push(item.value);
  return item;
}

function assign(table: Place, node: AST.TOMLKeyValue): void {
  const keys = node.key.keys;
  const parent = keys.slice(0, -1).reduce((at, key) => enter(at, key, node), table);
  const member = content(node.value);
  member.keys.push(keys.at(-1)!);
  add(parent, nameOf(keys.at(-1)!), member);
}

function content(node: AST.TOMLContentNode): Place {
  if (node.type === 'TOMLArray') {
    const array = place([], node);
    for (const element of node.elements) push(array, content(element));
    return array;
  }
  if (node.type === 'TOMLInlineTable') {
    const table = place({}, node);
    for (const pair of node.body) assign(table, pair);
    return table;
  }
  return place(scalar(node), node);
}

/** A date or time as RFC 3339 writes it: `T` between the two, letters large. */
function scalar(node: AST.TOMLValue): unknown {
  if (node.kind === 'integer') return Number(node.bigint);
  return 'datetime' in node ? node.datetime.toUpperCase().replace(' ', 'T') : node.value;
}
