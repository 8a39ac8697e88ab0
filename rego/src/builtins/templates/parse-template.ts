import { typeMismatch } from '../builtin.ts';
import { splitTemplate, type Piece, type Word } from './tokens.ts';

/** A value of an action. `fields` are looked up in it in order. */
export type Operand = (
  | { readonly is: 'dot' }
  | { readonly is: 'variable'; readonly name: string }
  | { readonly is: 'number'; readonly text: string }
  | { readonly is: 'string'; readonly text: string }
  | { readonly is: 'word'; readonly name: string }
  | { readonly is: 'pipeline'; readonly pipeline: Pipeline }
) & { readonly fields: readonly string[] };
/** A pipeline: each command receives the previous result as its last argument. `declares`: the variables that the result is assigned to. */
export interface Pipeline {
  readonly commands: readonly (readonly Operand[])[];
  readonly declares: readonly string[];
  readonly assigns: boolean;
}
export type TemplateNode =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'action'; readonly pipeline: Pipeline }
  | { readonly is: 'if' | 'with' | 'range'; readonly pipeline: Pipeline; readonly body: Nodes; readonly otherwise: Nodes }
  | { readonly is: 'break' | 'continue' }
  | { readonly is: 'template'; readonly name: string; readonly pipeline: Pipeline | undefined };
export type Nodes = readonly TemplateNode[];
export interface Template {
  readonly nodes: Nodes;
  readonly named: ReadonlyMap<string, Nodes>;
}

const fail = (): never => {
  throw typeMismatch;
};
interface Cursor {
  readonly words: readonly Word[];
  at: number;
}
const isSign = ({ words, at }: Cursor, text: string, ahead = 0): boolean =>
  words[at + ahead]?.kind === 'sign' && words[at + ahead]?.text === text;

function parseOperand(cursor: Cursor): Operand {
  const word = cursor.words[cursor.at++] ?? fail();
  const first: Operand =
    word.kind === 'field'
      ? { is: 'dot', fields: [word.text.slice(1)] }
      : word.kind === 'sign'
        ? word.text === '.'
          ? { is: 'dot', fields: [] }
          : word.text === '('
            ? { is: 'pipeline', pipeline: parsePipeline(cursor), fields: [] }
            : fail()
        : word.kind === 'variable'
          ? { is: 'variable', name: word.text, fields: [] }
          : word.kind === 'name'
            ? { is: 'word', name: word.text, fields: [] }
            : { is: word.kind, text: word.text, fields: [] };
  if (word.text === '(' && word.kind === 'sign' && !isSign(cursor, ')')) fail();
  if (word.text === '(' && word.kind === 'sign') cursor.at++;
  const fields = [...first.fields];
  for (let next = cursor.words[cursor.at]; next?.kind === 'field' && next.isJoined; next = cursor.words[++cursor.at])
    fields.push(next.text.slice(1));
  return { ...first, fields };
}

/** `$a := …`, `$i, $x := …`, `$a = …` and the commands of a pipeline. */
function parsePipeline(cursor: Cursor): Pipeline {
  const declares: string[] = [];
  let assigns = false;
  const [first, second] = [cursor.words[cursor.at], cursor.words[cursor.at + 2]];
  const isPair = first?.kind === 'variable' && isSign(cursor, ',', 1) && second?.kind === 'variable';
  const after = isPair ? 3 : 1;
  if (first?.kind === 'variable' && (isSign(cursor, ':=', after) || isSign(cursor, '=', after))) {
    assigns = isSign(cursor, '=', after);
    declares.push(first.text, ...(isPair ? [second.text] : []));
    cursor.at += after + 1;
  }
  const commands: Operand[][] = [[]];
  while (cursor.at < cursor.words.length && !isSign(cursor, ')')) {
    if (isSign(cursor, '|')) {
      cursor.at++;
      commands.push([]);
    } else (commands.at(-1) as Operand[]).push(parseOperand(cursor));
  }
  if (commands.some((command) => command.length === 0)) fail();
  return { commands, declares, assigns };
}
const parseWhole = (words: readonly Word[]): Pipeline => {
  const cursor: Cursor = { words, at: 0 };
  const pipeline = parsePipeline(cursor);
  return cursor.at === words.length ? pipeline : fail();
};

interface Parser {
  readonly pieces: readonly Piece[];
  readonly named: Map<string, Nodes>;
  at: number;
  loops: number;
}
/** The nodes up to `end` or `else`, whose words after it are returned. */
function parseNodes(parser: Parser, isTop: boolean): { nodes: Nodes; closing: readonly Word[] } {
  const nodes: TemplateNode[] = [];
  for (let piece = parser.pieces[parser.at++]; piece; piece = parser.pieces[parser.at++]) {
    if ('text' in piece) {
      nodes.push({ is: 'text', text: piece.text });
      continue;
    }
    const [first] = piece.words;
    if (first?.kind === 'name' && (first.text === 'end' || first.text === 'else')) return isTop ? fail() : { nodes, closing: piece.words };
    nodes.push(...parseAction(parser, piece.words));
  }
  return isTop ? { nodes, closing: [] } : fail();
}

function parseBlock(parser: Parser, is: 'if' | 'with' | 'range', words: readonly Word[]): TemplateNode {
  const pipeline = parseWhole(words);
  if (is === 'range') parser.loops++;
  const { nodes, closing } = parseNodes(parser, false);
  if (is === 'range') parser.loops--;
  if (closing[0]?.text === 'end') return { is, pipeline, body: nodes, otherwise: [] };
  const next = closing[1];
  if (next) {
    if (is === 'range' || next.text !== is) fail();
    return { is, pipeline, body: nodes, otherwise: [parseBlock(parser, is, closing.slice(2))] };
  }
  const rest = parseNodes(parser, false);
  if (rest.closing[0]?.text !== 'end') fail();
  return { is, pipeline, body: nodes, otherwise: rest.nodes };
}
/** `define` and `block`: nodes under a name. */
function parseNamed(parser: Parser, name: Word | undefined): string {
  if (name?.kind !== 'string') return fail();
  const { nodes, closing } = parseNodes(parser, false);
  if (closing[0]?.text !== 'end') fail();
  parser.named.set(name.text, nodes);
  return name.text;
}
function parseAction(parser: Parser, words: readonly Word[]): readonly TemplateNode[] {
  const [first, ...rest] = words;
  const name = first?.kind === 'name' ? first.text : '';
  if (name === 'if' || name === 'with' || name === 'range') return [parseBlock(parser, name, rest)];
  if (name === 'break' || name === 'continue') return parser.loops > 0 && rest.length === 0 ? [{ is: name }] : fail();
  if (name === 'define') {
    parseNamed(parser, rest[0]);
    return [];
  }
  if (name === 'block') return [{ is: 'template', pipeline: parseWhole(rest.slice(1)), name: parseNamed(parser, rest[0]) }];
  if (name === 'template')
    return rest[0]?.kind === 'string'
      ? [{ is: 'template', name: rest[0].text, pipeline: rest.length > 1 ? parseWhole(rest.slice(1)) : undefined }]
      : fail();
  return [{ is: 'action', pipeline: parseWhole(words) }];
}

/** Parses a template of Go. @throws typeMismatch when it is not valid. */
export function parseTemplate(text: string): Template {
  const parser: Parser = { pieces: splitTemplate(text), named: new Map(), at: 0, loops: 0 };
  return { nodes: parseNodes(parser, true).nodes, named: parser.named };
}
