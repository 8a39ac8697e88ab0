import { HclError, type HclToken, tokenizeHcl } from './tokens.ts';

export interface HclAttribute {
  readonly kind: 'attribute';
  readonly name: HclToken;
  /** Its expression: a range of `HclFile.tokens`. */
  readonly from: number;
  readonly to: number;
}
/** `start` and `end` include the quotes; `text` does not. */
export interface HclLabel {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
export interface HclBlock {
  readonly kind: 'block';
  readonly type: HclToken;
  readonly labels: readonly HclLabel[];
  readonly open: HclToken;
  readonly close: HclToken;
  readonly body: readonly HclNode[];
}
export type HclNode = HclAttribute | HclBlock;

export interface HclFile {
  readonly path: string;
  readonly text: string;
  /** The tokens, without space and comments. */
  readonly tokens: readonly HclToken[];
  /** Index of the end by the index of an opening bracket or template. */
  readonly closings: ReadonlyMap<number, number>;
  readonly body: readonly HclNode[];
}

export const textOf = ({ text }: { readonly text: string }, { start, end }: { readonly start: number; readonly end: number }): string =>
  text.slice(start, end);

/** The first node of each kind and name, computed once per body, because many lookups follow. */
const firstNodes = new WeakMap<readonly HclNode[], ReadonlyMap<string, HclNode>>();
const indexNodes = (file: HclFile, body: readonly HclNode[]): ReadonlyMap<string, HclNode> => {
  const known = firstNodes.get(body);
  if (known) return known;
  const first = new Map<string, HclNode>();
  for (const node of body) {
    const key = `${node.kind} ${textOf(file, node.kind === 'attribute' ? node.name : node.type)}`;
    if (!first.has(key)) first.set(key, node);
  }
  firstNodes.set(body, first);
  return first;
};

export const findAttribute = (file: HclFile, body: readonly HclNode[], name: string): HclAttribute | undefined =>
  indexNodes(file, body).get(`attribute ${name}`) as HclAttribute | undefined;

export const findFirstBlock = (file: HclFile, body: readonly HclNode[], name: string): HclBlock | undefined =>
  indexNodes(file, body).get(`block ${name}`) as HclBlock | undefined;

const closingOf: { readonly [open: string]: string } = { '{': '}', '[': ']', '(': ')', '${': '}', '%{': '}' };

const matchBrackets = (text: string, tokens: readonly HclToken[]): ReadonlyMap<number, number> => {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'mark' && token.kind !== 'template') continue;
    const mark = text.slice(token.start, token.end);
    if (closingOf[mark] !== undefined) open.push(index);
    else if (mark === '}' || mark === ']' || mark === ')') {
      const opening = open.pop();
      if (opening === undefined || closingOf[text.slice(tokens[opening]!.start, tokens[opening]!.end)] !== mark)
        throw new HclError(text, token.start, `"${mark}" closes nothing`);
      closings.set(opening, index);
    }
  }
  if (open.length > 0) throw new HclError(text, tokens[open[0]!]!.start, 'a bracket is not closed');
  return closings;
};

const maximalDepth = 100;

class Parser {
  at = 0;
  readonly file: Omit<HclFile, 'body'>;
  constructor(file: Omit<HclFile, 'body'>) {
    this.file = file;
  }

  is(mark: string, at = this.at): boolean {
    const token = this.file.tokens[at];
    return token?.kind === 'mark' && textOf(this.file, token) === mark;
  }

  refuse(): never {
    const token = this.file.tokens[this.at];
    const found = token ? `at ${JSON.stringify(textOf(this.file, token).slice(0, 40))}` : 'at its end';
    throw new HclError(this.file.text, token?.start ?? this.file.text.length, `cannot be read ${found}`);
  }

  /** After the expression: at the end of the line, or at the brace that ends a block of one line. */
  skipExpression(): void {
    const { tokens, closings } = this.file;
    for (; this.at < tokens.length && tokens[this.at]!.kind !== 'newline' && !this.is('}'); this.at++) {
      const closing = closings.get(this.at);
      if (closing !== undefined) this.at = closing;
    }
  }

  parseLabel(): HclLabel {
    const token = this.file.tokens[this.at]!;
    if (token.kind === 'identifier') {
      this.at++;
      return { text: textOf(this.file, token), start: token.start, end: token.end };
    }
    if (token.kind !== 'quote') return this.refuse();
    const isEmpty = this.file.tokens[this.at + 1]!.kind === 'quote';
    this.at += isEmpty ? 1 : 2;
    const close = this.file.tokens[this.at]!;
    if (close.kind !== 'quote') return this.refuse();
    this.at++;
    return { text: this.file.text.slice(token.end, close.start), start: token.start, end: close.end };
  }

  parseNode(depth: number): HclNode {
    const name = this.file.tokens[this.at]!;
    if (name.kind !== 'identifier' || depth > maximalDepth) return this.refuse();
    this.at++;
    if (this.is('=')) {
      const from = ++this.at;
      this.skipExpression();
      if (this.at === from) return this.refuse();
      return { kind: 'attribute', name, from, to: this.at };
    }
    const labels: HclLabel[] = [];
    while (!this.is('{')) {
      if (this.at >= this.file.tokens.length) return this.refuse();
      labels.push(this.parseLabel());
    }
    const open = this.file.tokens[this.at++]!;
    const body = this.parseBody(depth + 1);
    return { kind: 'block', type: name, labels, open, close: this.file.tokens[this.at++]!, body };
  }

  parseBody(depth: number): readonly HclNode[] {
    const nodes: HclNode[] = [];
    for (;;) {
      while (this.file.tokens[this.at]?.kind === 'newline') this.at++;
      if (depth > 0 ? this.is('}') : this.at >= this.file.tokens.length) return nodes;
      if (this.at >= this.file.tokens.length) return this.refuse();
      nodes.push(this.parseNode(depth));
    }
  }
}

const parseTokens = (path: string, text: string): HclFile => {
  const tokens = tokenizeHcl(text).filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  const file = { path, text, tokens, closings: matchBrackets(text, tokens) };
  return { ...file, body: new Parser(file).parseBody(0) };
};

/** The blocks and attributes of a file, with their positions. Throws an HclError that has the file and the line. */
export const parseHcl = (path: string, text: string): HclFile => {
  try {
    return parseTokens(path, text);
  } catch (error) {
    if (error instanceof HclError) error.file = path;
    throw error;
  }
};
