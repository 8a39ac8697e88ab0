import type { AST } from 'toml-eslint-parser';
import { setOwnProperty } from '../set-own-property.ts';
import type { Span } from '../source.ts';

export type TomlKey = AST.TOMLBare | AST.TOMLQuoted;

/** A value of the document and where it is written. A table may be written in pieces, by several headers and dotted keys. */
export interface TomlNode {
  value: unknown;
  /** The location of the value; for a table in several pieces its own header with what follows, else the first piece. */
  span: Span;
  /** Each part of a key or header that names it; the first is shown. Empty for an item of an array. */
  readonly keys: TomlKey[];
  readonly members: Map<string, TomlNode>;
  readonly items: TomlNode[];
}

const createNode = (value: unknown, node: { range: [number, number] }): TomlNode => ({
  value,
  span: tomlSpan(node),
  keys: [],
  members: new Map(),
  items: [],
});

export const tomlSpan = ({ range: [start, end] }: { range: [number, number] }): Span => ({ start, end });
const keyName = (key: TomlKey): string => (key.type === 'TOMLBare' ? key.name : key.value);

/**
 * The values of a parsed text, with dates and times as strings and integers as JSON has them. The parser has refused what is
 * written twice.
 */
export function tomlTree(program: AST.TOMLProgram): TomlNode {
  const root = createNode({}, program.body[0]);
  for (const node of program.body[0].body) {
    if (node.type === 'TOMLKeyValue') assignPair(root, node);
    else {
      const table = openTable(root, node);
      for (const pair of node.body) assignPair(table, pair);
    }
  }
  return root;
}

/** The member of a table with this name, created as a table if missing. */
function enterTable(table: TomlNode, key: TomlKey, node: { range: [number, number] }): TomlNode {
  const known = table.members.get(keyName(key));
  const next = known ?? createNode({}, node);
  next.keys.push(key);
  if (!known) addMember(table, keyName(key), next);
  return next;
}

function addMember(table: TomlNode, name: string, member: TomlNode): void {
  table.members.set(name, member);
  setOwnProperty(table.value as object, name, member.value);
}

/** A path through an array of tables refers to its last table. */
const currentTable = (at: TomlNode): TomlNode => at.items.at(-1) ?? at;

function openTable(root: TomlNode, node: AST.TOMLTable): TomlNode {
  const keys = node.key.keys;
  const parent = keys.slice(0, -1).reduce((at, key) => currentTable(enterTable(at, key, node)), root);
  const last = keys.at(-1)!;
  if (node.kind === 'array') {
    const known = parent.members.get(keyName(last));
    const array = known ?? createNode([], node);
    array.keys.push(last);
    if (!known) addMember(parent, keyName(last), array);
    return appendItem(array, createNode({}, node));
  }
  const table = enterTable(parent, last, node);
  // A table is located at its own header, even if another header has created it before.
  table.keys.unshift(table.keys.pop()!);
  table.span = tomlSpan(node);
  return table;
}

function appendItem(array: TomlNode, item: TomlNode): TomlNode {
  array.items.push(item);
  (array.value as unknown[]).push(item.value);
  return item;
}

function assignPair(table: TomlNode, node: AST.TOMLKeyValue): void {
  const keys = node.key.keys;
  const parent = keys.slice(0, -1).reduce((at, key) => enterTable(at, key, node), table);
  const member = readContent(node.value);
  member.keys.push(keys.at(-1)!);
  addMember(parent, keyName(keys.at(-1)!), member);
}

function readContent(node: AST.TOMLContentNode): TomlNode {
  if (node.type === 'TOMLArray') {
    const array = createNode([], node);
    for (const element of node.elements) appendItem(array, readContent(element));
    return array;
  }
  if (node.type === 'TOMLInlineTable') {
    const table = createNode({}, node);
    for (const pair of node.body) assignPair(table, pair);
    return table;
  }
  return createNode(readScalar(node), node);
}

/** A date or time as RFC 3339 writes it: `T` between the two, letters large. */
function readScalar(node: AST.TOMLValue): unknown {
  if (node.kind === 'integer') return Number(node.bigint);
  return 'datetime' in node ? node.datetime.toUpperCase().replace(' ', 'T') : node.value;
}
