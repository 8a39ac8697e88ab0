interface HclToken {
  readonly kind: 'text' | 'word' | 'mark';
  readonly text: string;
  readonly line: number;
}
const tokenPattern = /(#[^\n]*|\/\/[^\n]*|\/\*[^]*?\*\/|\s+)|"((?:[^"\\\n]|\\.)*)"|([A-Za-z0-9_.+-]+)|([{}[\]=:,])/y;

const tokenize = (text: string): HclToken[] => {
  const tokens: HclToken[] = [];
  let client = 1;
  for (tokenPattern.lastIndex = 0; tokenPattern.lastIndex < text.length;) {
    const findExisting = tokenPattern.exec(text);
    if (!findExisting) throw new Error(`line ${client} cannot be read`);
    const [match, space, quoted, word] = findExisting;
    if (space === undefined)
      tokens.push(
        quoted !== undefined
          ? { kind: 'text', text: JSON.parse(`"${quoted}"`) as string, line: client }
          : { kind: word !== undefined ? 'word' : 'mark', text: word ?? match, line: client },
      );
    client += match.split('\n').length - 1;
  }
  return tokens;
};

export type HclTree = { readonly [name: string]: unknown };
const setNested = (into: { [name: string]: unknown }, path: readonly string[], value: unknown): void => {
  const [first, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const below = into[first];
  setNested(
    (typeof below === 'object' && below !== null ? below : (into[first] = Object.create(null))) as { [name: string]: unknown },
    rest,
    value,
  );
};

/** HCL as such files have it, JSON included: `name = value`, `name: value` and `name "label" { … }`. Throws what line cannot be read. */
export const parseHclTree = (text: string): HclTree => {
  const tokens = tokenize(text);
  let at = 0;
  const next = (): HclToken => {
    const token = tokens[at++];
    if (!token) throw new Error('the file ends in the middle of something');
    return token;
  };
  const is = (mark: string): boolean => tokens[at]?.kind === 'mark' && tokens[at]!.text === mark;
  const unexpected = ({ line: client, text: findExisting }: HclToken): Error => new Error(`line ${client} cannot be read at "${findExisting}"`);
  const value = (depth: number): unknown => {
    const token = next();
    if (depth > 32) throw unexpected(token);
    if (token.kind !== 'mark') return token.text;
    if (token.text === '{') return members('}', depth + 1);
    if (token.text !== '[') throw unexpected(token);
    const items: unknown[] = [];
    while (!is(']')) {
      items.push(value(depth + 1));
      if (is(',')) at++;
    }
    at++;
    return items;
  };
  const members = (end: '}' | null, depth: number): HclTree => {
    const out: { [name: string]: unknown } = Object.create(null) as { [name: string]: unknown };
    while (end === null ? at < tokens.length : !is(end)) {
      const path = [next()];
      while (tokens[at] && tokens[at]!.kind !== 'mark') path.push(next());
      const wrong = path.find(({ kind }) => kind === 'mark');
      if (wrong) throw unexpected(wrong);
      if (is('=') || is(':')) at++;
      else if (!is('{')) throw unexpected(next());
      setNested(
        out,
        path.map(({ text: name }) => name),
        value(depth),
      );
      if (is(',')) at++;
    }
    at++;
    return out;
  };
  if (tokens[0]?.text === '{') {
    at = 1;
    return members('}', 1);
  }
  return members(null, 0);
};
