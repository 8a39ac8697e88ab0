/** A token of a CLI configuration file, with the number of its line. */
interface HclToken {
  readonly kind: 'text' | 'word' | 'mark';
  readonly text: string;
  readonly line: number;
}
const tokenPattern = /(#[^\n]*|\/\/[^\n]*|\/\*[^]*?\*\/|\s+)|"((?:[^"\\\n]|\\.)*)"|([A-Za-z0-9_.+-]+)|([{}[\]=:,])/y;

const tokenize = (text: string): HclToken[] => {
  const tokens: HclToken[] = [];
  let line = 1;
  for (tokenPattern.lastIndex = 0; tokenPattern.lastIndex < text.length;) {
    const match = tokenPattern.exec(text);
    if (!match) throw new Error(`line ${line} cannot be read`);
    const [matched, space, quoted, word] = match;
    if (quoted !== undefined) tokens.push({ kind: 'text', text: JSON.parse(`"${quoted}"`) as string, line });
    else if (space === undefined) tokens.push({ kind: word !== undefined ? 'word' : 'mark', text: word ?? matched, line });
    line += matched.split('\n').length - 1;
  }
  return tokens;
};

export type HclTree = { readonly [name: string]: unknown };
type MutableTree = { [name: string]: unknown };

/** Objects of a tree have no prototype: a host may be called `constructor`. */
const emptyTree = (): MutableTree => Object.create(null) as MutableTree;

const setNested = (into: MutableTree, path: readonly string[], value: unknown): void => {
  const [first, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const below = into[first];
  setNested((typeof below === 'object' && below !== null ? below : (into[first] = emptyTree())) as MutableTree, rest, value);
};

/** The tokens of a file and the position of the parser. */
interface Cursor {
  readonly tokens: readonly HclToken[];
  at: number;
}

const nextToken = (cursor: Cursor): HclToken => {
  const token = cursor.tokens[cursor.at++];
  if (!token) throw new Error('the file ends in the middle of something');
  return token;
};

const isMark = ({ tokens, at }: Cursor, mark: string): boolean => tokens[at]?.kind === 'mark' && tokens[at]!.text === mark;

const skipMark = (cursor: Cursor, mark: string): void => {
  if (isMark(cursor, mark)) cursor.at++;
};

const unexpected = ({ line, text }: HclToken): Error => new Error(`line ${line} cannot be read at "${text}"`);

const parseValue = (cursor: Cursor, depth: number): unknown => {
  const token = nextToken(cursor);
  if (depth > 32) throw unexpected(token);
  if (token.kind !== 'mark') return token.text;
  if (token.text === '{') return parseMembers(cursor, '}', depth + 1);
  if (token.text !== '[') throw unexpected(token);
  const items: unknown[] = [];
  while (!isMark(cursor, ']')) {
    items.push(parseValue(cursor, depth + 1));
    skipMark(cursor, ',');
  }
  cursor.at++;
  return items;
};

/** The name of a member, or the type and the labels of a block. */
const parseMemberPath = (cursor: Cursor): readonly string[] => {
  const path = [nextToken(cursor)];
  while (cursor.tokens[cursor.at] && cursor.tokens[cursor.at]!.kind !== 'mark') path.push(nextToken(cursor));
  const mark = path.find(({ kind }) => kind === 'mark');
  if (mark) throw unexpected(mark);
  if (isMark(cursor, '=') || isMark(cursor, ':')) cursor.at++;
  else if (!isMark(cursor, '{')) throw unexpected(nextToken(cursor));
  return path.map(({ text }) => text);
};

const parseMembers = (cursor: Cursor, end: '}' | null, depth: number): HclTree => {
  const members = emptyTree();
  while (end === null ? cursor.at < cursor.tokens.length : !isMark(cursor, end)) {
    setNested(members, parseMemberPath(cursor), parseValue(cursor, depth));
    skipMark(cursor, ',');
  }
  cursor.at++;
  return members;
};

/**
 * The subset of HCL that CLI configuration files use, and JSON: `name = value`, `name: value` and `name "label" { … }`.
 * Throws an Error that names the line.
 */
export const parseHclTree = (text: string): HclTree => {
  const tokens = tokenize(text);
  return tokens[0]?.text === '{' ? parseMembers({ tokens, at: 1 }, '}', 1) : parseMembers({ tokens, at: 0 }, null, 0);
};
